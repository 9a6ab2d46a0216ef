import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Figures, figureNames } from './metrics.js'
import type { SetResult } from './run-set.js'

/** A run as it is kept for the next one to be compared with. */
export interface Report {
  readonly at: string
  readonly mode: string
  readonly every: number
  readonly sets: readonly SetResult[]
}

/** A table of one set; where the last run had the row too, how far each figure moved. */
export function tableOf(result: SetResult, before: SetResult | undefined): string {
  const { set, units, overall, sessions, order, byType, importMs, askMs } = result
  const perQuestion = askMs / Math.max(1, overall.questions)
  const lines = [
    `${set}: ${units} items imported in ${(importMs / 1000).toFixed(1)} s, ${overall.questions} questions at ${perQuestion.toFixed(1)} ms`,
    rowOf(['', 'n', ...headings]),
    figuresRow('all', overall, before?.overall),
  ]
  if (sessions !== null) lines.push(figuresRow('all, by session', sessions, before?.sessions ?? undefined))
  const types = Object.entries(byType)
  if (types.length > 1) {
    for (const [type, figures] of types) lines.push(figuresRow(`  ${type}`, figures, before?.byType[type]))
  }
  if (order !== null) {
    const { newestAbove, askedAbove } = order
    const was = before?.order ?? null
    lines.push(
      `  newest above older ${shown(newestAbove, was?.newestAbove)}, what is asked for above the other ${shown(askedAbove, was?.askedAbove)}`,
    )
  }
  return lines.join('\n')
}

/** The last report of this kind, if there is one that can be read. */
export function readReport(file: string): Report | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : undefined
}

/** Sets of the earlier report that were not run again are kept. */
export function writeReport(file: string, report: Report, earlier: Report | undefined): void {
  const isNew = new Set(report.sets.map(({ set }) => set))
  const kept = (earlier?.sets ?? []).filter(({ set }) => !isNew.has(set))
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify({ ...report, sets: [...report.sets, ...kept] }, null, 2)}\n`)
}

const headings = ['R@1', 'R@5', 'R@10', 'hit@5', 'nDCG@10', 'MRR']

/** Moves smaller than this are not shown. */
const VISIBLE = 0.0005

function figuresRow(name: string, figures: Figures, before: Figures | undefined): string {
  const cells = figureNames.map((figure) => shown(figures[figure], before?.[figure]))
  return rowOf([name, String(figures.questions), ...cells])
}

function shown(value: number, before: number | undefined): string {
  const moved = before === undefined ? 0 : value - before
  const sign = moved > 0 ? '+' : '-'
  return Math.abs(moved) < VISIBLE
    ? value.toFixed(3)
    : `${value.toFixed(3)} ${sign}${Math.abs(moved).toFixed(3)}`
}

function rowOf([name = '', count = '', ...cells]: readonly string[]): string {
  return `  ${name.padEnd(28)}${count.padStart(5)}${cells.map((cell) => `  ${cell.padEnd(12)}`).join('')}`.trimEnd()
}
