import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { inChild } from './child.js'
import type { Floors } from './floors.js'
import { type Footprint, footprintOf } from './footprint.js'
import type { Limits } from './measure.js'
import type { Measure, Measures } from './measures.js'
import { hasPeer, installPeers } from './peers.js'
import type { Results, SizeResult, SystemResult } from './results.js'
import { type Spread, spreadOf } from './statistics.js'
import type { Dataset } from './subject.js'
import { nothing, type System } from './systems.js'

export interface Plan {
  readonly sizes: readonly number[]
  readonly rounds: number
  readonly systems: readonly System[]
  readonly limits: Limits
  /** No round is begun that would end after so long. */
  readonly minutes: number
}

/**
 * Measures every system of a plan: A B C, A B C, … so that an hour in which the machine is slow is one for all. Each
 * round is on a fresh folder, in fresh processes, one at a time.
 */
export async function runPlan(plan: Plan): Promise<Results> {
  const { sizes, systems, minutes } = plan
  const from = performance.now()
  const until = from + minutes * 60_000
  installPeers()
  const home = mkdtempSync(join(tmpdir(), 'recollect-bench-'))
  try {
    const results: SizeResult[] = []
    for (const items of sizes) results.push(await runSize(home, items, plan, until))
    const [cpu] = cpus()
    return {
      at: new Date().toISOString(),
      machine: {
        cpu: cpu?.model ?? 'unknown',
        cores: cpus().length,
        gigabytes: Math.round(totalmem() / 1e9),
        node: process.versions.node,
      },
      seconds: Math.round((performance.now() - from) / 1000),
      sizes: results,
      footprints: footprintsOf(systems),
      mcp: await measureMcp(home, systems),
      ...(await ownRatios(home, systems)),
    }
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

/** Systems that ask in seconds get fewer rounds, or a run would take a day. */
const SLOW_ROUNDS = { upTo: 50_000, small: 2, large: 1 }

async function runSize(
  home: string,
  items: number,
  { rounds, systems, limits }: Plan,
  until: number,
): Promise<SizeResult> {
  say(`${items} items: writing texts and questions`)
  const folder = join(home, `data-${items}`)
  const dataset = await inChild({ task: 'prepare', folder, items, questions: limits.questions })
  const runs = new Map<string, Measures[]>(systems.map(({ name }) => [name, []]))
  const failures = new Map<string, string>()
  const floors: Floors[] = []
  let usualMs = 0
  for (let round = 0; round < rounds; round++) {
    if (performance.now() + usualMs > until) {
      say(`${items} items: ${round} rounds, since there is no time for another`)
      break
    }
    usualMs = 0
    const own = join(home, 'floors')
    mkdirSync(own)
    floors.push(await inChild({ task: 'floors', home: own, dataset }))
    rmSync(own, { recursive: true })
    const empty = await runRound(nothing, home, dataset, limits, round)
    for (const system of systems) {
      const { name, peer } = system
      if (peer !== undefined && !hasPeer(peer)) failures.set(name, `${peer} is not installed`)
      if (failures.has(name) || round >= roundsOf(system, items, rounds)) continue
      const from = performance.now()
      say(`${items} items, round ${round + 1} of ${rounds}: ${name}`)
      try {
        const measured = await runRound(system, home, dataset, limits, round)
        runs.get(name)?.push(lessEmpty(measured, empty))
      } catch (error) {
        failures.set(name, error instanceof Error ? error.message : String(error))
      }
      if (system.isSlow !== true) usualMs += performance.now() - from
    }
  }
  rmSync(folder, { recursive: true })
  return {
    items,
    floors: spreadsOf(floors) as SizeResult['floors'],
    systems: systems.map(({ name }) => systemResult(name, runs.get(name) ?? [], failures.get(name))),
  }
}

async function runRound(
  { name }: System,
  parent: string,
  dataset: Dataset,
  limits: Limits,
  round: number,
): Promise<Measures> {
  const home = mkdtempSync(join(parent, 'store-'))
  try {
    const filled = await inChild({ task: 'fill', system: name, home, dataset })
    const asked = await inChild({ task: 'ask', system: name, home, dataset, limits, round })
    return { ...filled, ...asked, peakMb: Math.max(filled.peakMb ?? 0, asked.peakMb ?? 0) }
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

function lessEmpty(measures: Measures, empty: Measures): Measures {
  const less = (measure: Measure) => Math.max(0, (measures[measure] ?? 0) - (empty[measure] ?? 0))
  return { ...measures, peakMb: less('peakMb'), restMb: less('restMb') }
}

function roundsOf({ isSlow }: System, items: number, rounds: number): number {
  if (isSlow !== true) return rounds
  return Math.min(rounds, items < SLOW_ROUNDS.upTo ? SLOW_ROUNDS.small : SLOW_ROUNDS.large)
}

function systemResult(name: string, runs: readonly Measures[], failure: string | undefined): SystemResult {
  return {
    name,
    rounds: runs.length,
    measures: spreadsOf(runs),
    ...(failure === undefined ? {} : { failure: failure.split('\n').slice(0, 8).join('\n') }),
  }
}

/** Of each measure its spread over the runs that have it. */
function spreadsOf<T extends Partial<Record<keyof T, number>>>(
  runs: readonly T[],
): Partial<Record<keyof T, Spread>> {
  const names = new Set(runs.flatMap((run) => Object.keys(run) as (keyof T)[]))
  const spreads: Partial<Record<keyof T, Spread>> = {}
  for (const name of names) {
    const values = runs.map((run) => run[name]).filter((value) => value !== undefined)
    spreads[name] = spreadOf(values as number[])
  }
  return spreads
}

async function measureMcp(parent: string, systems: readonly System[]): Promise<Results['mcp']> {
  if (!systems.some(({ name }) => name === 'recollect')) return []
  const home = mkdtempSync(join(parent, 'mcp-'))
  try {
    return await inChild({ task: 'mcp', home })
  } catch (error) {
    say(`MCP was not measured: ${error instanceof Error ? error.message : String(error)}`)
    return []
  }
}

/** What fails is said, and never spoils what the others gave. */
async function ownRatios(parent: string, systems: readonly System[]): Promise<Pick<Results, 'own'>> {
  if (!systems.some(({ name }) => name === 'recollect')) return {}
  const home = mkdtempSync(join(parent, 'own-'))
  try {
    return { own: await inChild({ task: 'own', home }) }
  } catch (error) {
    say(`facts and graph were not measured: ${error instanceof Error ? error.message : String(error)}`)
    return {}
  }
}

function footprintsOf(systems: readonly System[]): Record<string, Footprint> {
  const found: Record<string, Footprint> = {}
  for (const system of systems) {
    const footprint = system.name === 'plain FTS5' ? undefined : footprintOf(system)
    if (footprint !== undefined) found[system.name] = footprint
  }
  return found
}

function say(message: string): void {
  console.error(`${new Date().toISOString().substring(11, 19)} ${message}`)
}
