import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Floors } from './floors.js'
import type { Footprint } from './footprint.js'
import type { RoundTrip } from './mcp.js'
import type { Measure } from './measures.js'
import type { OwnRatios } from './own.js'
import type { Spread } from './statistics.js'

/** A run as it is kept in bench/results. */
export interface Results {
  readonly at: string
  readonly machine: {
    readonly cpu: string
    readonly cores: number
    readonly gigabytes: number
    readonly node: string
  }
  readonly seconds: number
  readonly sizes: readonly SizeResult[]
  /** What each system puts on the disk when it is installed. */
  readonly footprints: Readonly<Record<string, Footprint>>
  /** Operations called over MCP and directly; empty where that failed. */
  readonly mcp: readonly RoundTrip[]
  /** Of facts and of the graph, which no other system has; absent where that failed. */
  readonly own?: OwnRatios
}

export interface SizeResult {
  readonly items: number
  readonly floors: Readonly<Record<keyof Floors, Spread>>
  readonly systems: readonly SystemResult[]
}

export interface SystemResult {
  readonly name: string
  readonly rounds: number
  readonly measures: Readonly<Partial<Record<Measure, Spread>>>
  /** Why it has no figures, or fewer. */
  readonly failure?: string
}

export function readResults(file: string): Results {
  return JSON.parse(readFileSync(file, 'utf8')) as Results
}

export function writeResults(file: string, results: Results): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`)
}
