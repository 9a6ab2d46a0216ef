import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { dirname } from 'node:path'
import type { Results } from '../results.js'
import type { PartResult } from './part.js'

/** What was found of one size, by one part; of a peer where one is named. */
export interface Point extends Partial<PartResult> {
  readonly items: number
  readonly part: string
  readonly peer?: string
  /** When it was done, ISO 8601. */
  readonly at: string
  /** Why there are no figures. */
  readonly failure?: string
}

export interface MillionResults {
  readonly machine: Results['machine']
  readonly points: readonly Point[]
}

/** What is kept in a file; nothing yet where there is none. */
export function readMillion(file: string): MillionResults {
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as MillionResults
  const cpu = cpus()
  return {
    machine: {
      cpu: cpu[0]?.model ?? 'unknown',
      cores: cpu.length,
      gigabytes: Math.round(totalmem() / 1e9),
      node: process.version,
    },
    points: [],
  }
}

/** Puts a point in the place of an earlier one like it. */
export function keepPoint(file: string, point: Point): void {
  const { machine, points } = readMillion(file)
  const others = points.filter((one) => !isSame(one, point))
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.new`, `${JSON.stringify({ machine, points: [...others, point] }, null, 2)}\n`)
  renameSync(`${file}.new`, file)
}

export function findPoint(
  { points }: MillionResults,
  wanted: Pick<Point, 'items' | 'part' | 'peer'>,
): Point | undefined {
  return points.find((one) => isSame(one, wanted))
}

/** A figure of a part; NaN where it was not measured. */
export function figureOf(results: MillionResults, items: number, part: string, name: string): number {
  return findPoint(results, { items, part })?.figures?.[name] ?? Number.NaN
}

/** The same of a peer, asked. */
export function peerFigure(results: MillionResults, items: number, peer: string, name: string): number {
  return findPoint(results, { items, part: 'peer-ask', peer })?.figures?.[name] ?? Number.NaN
}

/** Sizes in a file, smallest first. */
export function sizesOf({ points }: MillionResults): number[] {
  return [...new Set(points.map(({ items }) => items))].sort((a, b) => a - b)
}

function isSame(
  a: Pick<Point, 'items' | 'part' | 'peer'>,
  b: Pick<Point, 'items' | 'part' | 'peer'>,
): boolean {
  return a.items === b.items && a.part === b.part && a.peer === b.peer
}
