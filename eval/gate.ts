import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { cueGate } from '../src/user/memory-extraction/cue-gate.js'
import type { Floor } from './floors.js'
import { readLines, text } from './rows.js'

/** How well the gate tells turns worth reading from others. */
export interface GateFigures {
  readonly set: string
  readonly turns: number
  readonly precision: number
  readonly recall: number
  readonly f1: number
}

export interface GateReport {
  readonly lines: readonly string[]
  readonly floors: readonly Floor[]
}

const sets = [
  { name: 'locomo', file: join('locomo', 'corpus.jsonl.gz'), label: 'observed' },
  { name: 'longmemeval', file: join('gating', 'longmemeval_user_turns.jsonl.gz'), label: 'durable' },
] as const

export function hasGateSets(folder: string): boolean {
  return sets.every(({ file }) => existsSync(join(folder, file)))
}

/** One and the same gate on both sets: a dialogue of two people, and requests to an assistant. */
export function measureGate(folder: string): GateReport {
  const figures = sets.map(({ name, file, label }) => figuresOf(name, join(folder, file), label))
  const [locomo, longmemeval] = figures as [GateFigures, GateFigures]
  return {
    lines: figures.map(
      ({ set, turns, precision, recall, f1 }) =>
        `gate, ${set}: ${turns} turns, precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}, F1 ${f1.toFixed(3)}`,
    ),
    floors: [
      { label: 'gate F1 on LoCoMo', floor: 0.7, value: locomo.f1 },
      { label: 'gate precision on LongMemEval', floor: 0.93, value: longmemeval.precision },
      { label: 'gate recall on LongMemEval', floor: 0.98, value: longmemeval.recall },
    ],
  }
}

function figuresOf(set: string, file: string, label: string): GateFigures {
  let [turns, open, labelled, right] = [0, 0, 0, 0]
  for (const row of readLines(file)) {
    const { isOpen } = cueGate(text(row['text']))
    const isLabelled = row[label] === true
    turns++
    if (isOpen) open++
    if (isLabelled) labelled++
    if (isOpen && isLabelled) right++
  }
  return {
    set,
    turns,
    precision: right / Math.max(1, open),
    recall: right / Math.max(1, labelled),
    f1: (2 * right) / Math.max(1, open + labelled),
  }
}
