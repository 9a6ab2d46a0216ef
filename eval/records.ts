import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { systemEnv } from '../src/clock.js'
import { openMemory } from '../src/index.js'
import type { Embedder } from '../src/model/embedder.js'
import { parseQuery } from '../src/text/query.js'
import { segment } from '../src/text/segment.js'
import { isRequestWord } from '../src/user/memory-recall/request-words.js'
import type { Floor } from './floors.js'

/** Rules are made by the first half; the second was opened once, when they were finished. */
export const splits = ['open', 'held'] as const

export type Split = (typeof splits)[number]

/**
 * Requests that name their subject, and such as mostly do not: there half of the gold shares no word with its request.
 */
export const requestSets = ['plain', 'hard'] as const

export type RequestSet = (typeof requestSets)[number]

/** How well the records are brought up that a request needs (eval/own/README.md). */
export interface RecallFigures {
  readonly set: RequestSet
  readonly split: Split
  /** Of requests that need a record. */
  readonly asked: number
  /** Mean share of the records that they need among the five at most that came. */
  readonly recallAt5: number
  readonly byLanguage: Readonly<Record<string, number>>
  /** The same of those needed records alone that hold a telling word of the request, and of those that hold none. */
  readonly sayingIt: Share
  readonly sayingOtherwise: Share
  /** Share of what came that was needed. */
  readonly precision: number
  /** Of requests that need none: how many, and the share that got some all the same. */
  readonly nothing: number
  readonly wrong: number
  readonly medianMs: number
}

interface Share {
  readonly of: number
  readonly share: number
}

/** Saves the records as their user would, and makes every request of a half through the SDK. No model is used. */
export async function measureRecords(
  set: RequestSet,
  split: Split,
  embedder?: Embedder,
): Promise<RecallFigures> {
  const records = readLines('records.jsonl', recordLine)
  const requests = readLines(files[set], requestLine).filter((line) => line.split === split)
  const home = mkdtempSync(join(tmpdir(), 'recollect-eval-'))
  // At a standing clock, recalls make none of them more active than others: each request finds the same.
  const at = Date.UTC(2026, 10, 30)
  const env = { ...systemEnv(), now: () => at }
  const engine = await openMemory({
    home,
    durability: 'normal',
    zone: 'UTC',
    embedder: embedder ?? 'off',
    env,
  })
  try {
    const memory = engine.as({ user: 'me' })
    for (const { name, type, description, body } of records)
      await memory.recordSave({ name, type, description, body })
    if (embedder !== undefined) await memory.embed({})
    const answers: Answer[] = []
    for (const { request, gold, also = [], lang } of requests) {
      const started = performance.now()
      const { records: found, failure } = await memory.recordRecall({ request })
      if (failure !== null) throw new Error(`${failure.reason}: ${failure.detail}`)
      const names = found.map(({ name }) => name)
      answers.push({ request, gold, also, lang, names, ms: performance.now() - started })
    }
    return figuresOf({ set, split }, answers, new Map(records.map((one) => [one.name, one])))
  } finally {
    await engine.close()
    rmSync(home, { recursive: true })
  }
}

/** Below what a run must not fall. */
export function recordFloors(
  { set, split, recallAt5, precision, wrong }: RecallFigures,
  hasMeaning: boolean,
): Floor[] {
  const floor = floors[set][split]
  const [recall, precise] = hasMeaning ? floor.meaning : floor.words
  return [
    { label: `records ${set} ${split} recall@5`, floor: recall, value: recallAt5 },
    { label: `records ${set} ${split} precision`, floor: precise, value: precision },
    { label: `records ${set} ${split} without a wrong recall`, floor: floor.quiet, value: 1 - wrong },
  ]
}

interface FloorsOfHalf {
  /** Recall and precision by words alone. */
  readonly words: readonly [number, number]
  /** The same with the packaged embedder. */
  readonly meaning: readonly [number, number]
  /** Of requests that need nothing, the share that got nothing. */
  readonly quiet: number
}

/** Where they are far from what was hoped for (eval/README.md), they keep it from getting worse unnoticed. */
const floors: Readonly<Record<RequestSet, Readonly<Record<Split, FloorsOfHalf>>>> = {
  plain: {
    open: { words: [0.92, 0.53], meaning: [0.915, 0.48], quiet: 0.92 },
    held: { words: [0.92, 0.56], meaning: [0.92, 0.49], quiet: 0.76 },
  },
  hard: {
    open: { words: [0.49, 0.23], meaning: [0.56, 0.24], quiet: 0.9 },
    held: { words: [0.45, 0.27], meaning: [0.515, 0.28], quiet: 0.79 },
  },
}

const files: Readonly<Record<RequestSet, string>> = {
  plain: 'record-requests-plain.jsonl',
  hard: 'record-requests.jsonl',
}

export function recordLines(figures: RecallFigures): string {
  const {
    set,
    split,
    asked,
    recallAt5,
    byLanguage,
    sayingIt,
    sayingOtherwise,
    precision,
    nothing,
    wrong,
    medianMs,
  } = figures
  const languages = Object.entries(byLanguage).map(([lang, value]) => `${lang} ${value.toFixed(3)}`)
  return [
    `records ${set} ${split}: ${asked} requests, recall@5 ${recallAt5.toFixed(3)} (${languages.join(', ')}), precision ${precision.toFixed(2)}, ${medianMs.toFixed(1)} ms`,
    `  of needed records that hold a telling word of the request: ${shown(sayingIt)}; of others: ${shown(sayingOtherwise)}`,
    `  ${nothing} requests that need none: wrong recalls ${(100 * wrong).toFixed(1)} %`,
  ].join('\n')
}

function shown({ of, share }: Share): string {
  return `${share.toFixed(3)} (${of})`
}

interface Answer {
  readonly request: string
  readonly gold: readonly string[]
  readonly also: readonly string[]
  readonly lang: string
  readonly names: readonly string[]
  readonly ms: number
}

function figuresOf(
  { set, split }: Pick<RecallFigures, 'set' | 'split'>,
  answers: readonly Answer[],
  records: ReadonlyMap<string, z.output<typeof recordLine>>,
): RecallFigures {
  const asking = answers.filter(({ gold }) => gold.length > 0)
  const none = answers.filter(({ gold }) => gold.length === 0)
  const needed = asking.flatMap(({ request, gold, names }) =>
    gold.map((name) => ({ isSaid: saysIt(request, records.get(name)!), isFound: names.includes(name) })),
  )
  const recall = (some: readonly Answer[]) =>
    mean(some.map(({ gold, names }) => gold.filter((name) => names.includes(name)).length / gold.length))
  const share = (isSaid: boolean): Share => {
    const some = needed.filter((one) => one.isSaid === isSaid)
    return { of: some.length, share: mean(some.map(({ isFound }) => Number(isFound))) }
  }
  const came = asking.flatMap(({ gold, also, names }) =>
    names.filter((name) => !also.includes(name)).map((name) => Number(gold.includes(name))),
  )
  const times = answers.map(({ ms }) => ms).sort((a, b) => a - b)
  return {
    set,
    split,
    asked: asking.length,
    recallAt5: recall(asking),
    byLanguage: Object.fromEntries(
      ['en', 'zh'].map((lang) => [lang, recall(asking.filter((one) => one.lang === lang))]),
    ),
    sayingIt: share(true),
    sayingOtherwise: share(false),
    precision: mean(came),
    nothing: none.length,
    wrong: mean(none.map(({ names }) => Number(names.length > 0))),
    medianMs: times[Math.floor(times.length / 2)] ?? 0,
  }
}

/** Whether a record holds a word of the request that says what it is about. */
function saysIt(request: string, { name, description, body }: z.output<typeof recordLine>): boolean {
  const { words, parts } = segment([name, description, body].join('\n'))
  const held = new Set([...words, ...parts])
  const telling = parseQuery(request).terms.filter(
    ({ form, weight }) => weight >= 0.4 && !isRequestWord(form),
  )
  return telling.some(({ token }) => held.has(token))
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}

const recordLine = z.object({
  name: z.string(),
  type: z.enum(['user', 'feedback', 'project', 'reference']),
  description: z.string(),
  body: z.string(),
})

const requestLine = z.object({
  lang: z.string(),
  request: z.string(),
  gold: z.array(z.string()),
  also: z.array(z.string()).optional(),
  split: z.enum(['open', 'held']),
})

function readLines<T>(file: string, schema: z.ZodType<T>): T[] {
  const lines = readFileSync(join('eval', 'own', file), 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => schema.parse(JSON.parse(line)))
}
