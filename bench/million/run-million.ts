import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Bounds, inChild } from '../child.js'
import { hasPeer, installPeers } from '../peers.js'
import type { Dataset } from '../subject.js'
import { systemNamed } from '../systems.js'
import { findPoint, keepPoint, type Point, readMillion } from './million-results.js'
import type { PartPlace, PartResult } from './part.js'
import { bankParts, ownParts, type PartName } from './parts.js'

export interface MillionPlan {
  readonly sizes: readonly number[]
  /** Where stores and figures stay; a folder that is removed in the end when absent. */
  readonly keep?: string
  /** These are measured even if they were already; without it what has no figures yet. */
  readonly parts?: readonly string[]
  /** Also a store of banks of a thousand. */
  readonly banks: boolean
  readonly peers: readonly string[]
}

/** Measures every size, part by part, each in a process of its own; answers the file with the figures. */
export async function runMillion(plan: MillionPlan): Promise<string> {
  const keep = plan.keep ?? mkdtempSync(join(tmpdir(), 'recollect-million-'))
  const file = join(keep, 'results.json')
  if (plan.peers.length > 0) installPeers()
  for (const items of plan.sizes) await measureSize(plan, join(keep, String(items)), file, items)
  for (const peer of plan.peers)
    for (const items of plan.sizes) await measurePeer(plan, keep, file, items, peer)
  if (plan.keep === undefined) {
    for (const items of plan.sizes) rmSync(join(keep, String(items)), { recursive: true, force: true })
  }
  return file
}

/** What `--parts` may name. */
export const partNames: readonly string[] = [...ownParts, ...bankParts, 'fill', 'peers']

const QUESTIONS = 160
const HEAP_MB = 8_000
const MINUTE_MS = 60_000

async function measureSize(plan: MillionPlan, folder: string, file: string, items: number): Promise<void> {
  const dataset = await prepare(folder, items)
  const home = join(folder, 'store')
  const isWanted = wanting(plan, file, items)
  const wanted = ownParts.filter(isWanted)
  if (isWanted('fill') || (wanted.length > 0 && !existsSync(home)))
    await refill(file, 'fill', { home, dataset })
  for (const part of wanted) await measure(file, part, { home, dataset })
  if (!plan.banks) return
  const banks = { home: join(folder, 'banks'), dataset }
  for (const part of bankParts) {
    if (!isWanted(part) && !(part === 'bank-fill' && !existsSync(banks.home))) continue
    if (part === 'bank-fill') await refill(file, part, banks)
    else await measure(file, part, banks)
  }
}

async function measurePeer(
  plan: MillionPlan,
  keep: string,
  file: string,
  items: number,
  peer: string,
): Promise<void> {
  const done = findPoint(readMillion(file), { items, part: 'peer-ask', peer })
  if (done !== undefined && plan.parts?.includes('peers') !== true) return
  if (plan.parts !== undefined && !plan.parts.includes('peers')) return
  const say = (failure: string) => keepFailure(file, { items, part: 'peer-ask', peer }, failure)
  const { peer: needed } = systemNamed(peer)
  if (needed !== undefined && !hasPeer(needed)) return say(`${needed} is not installed`)
  const smaller = readMillion(file).points.find(
    (point) => point.peer === peer && point.items < items && point.failure !== undefined,
  )
  if (smaller !== undefined) return say(`not tried: it did not survive ${smaller.items}`)
  const dataset = await prepare(join(keep, String(items)), items)
  const home = mkdtempSync(join(keep, 'peer-'))
  try {
    const isIn = await measure(file, 'peer-fill', { home, dataset, peer })
    if (!isIn) say('it did not take all texts in')
    else await measure(file, 'peer-ask', { home, dataset, peer })
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

function prepare(folder: string, items: number): Promise<Dataset> {
  const data = join(folder, 'data')
  mkdirSync(data, { recursive: true })
  return inChild(
    { task: 'million-set', folder: data, items, questions: QUESTIONS },
    { patienceMs: 20 * MINUTE_MS, heapMb: HEAP_MB },
  )
}

/** Whether a part is to be measured: it was named, or nothing was and it has no figures. */
function wanting({ parts }: MillionPlan, file: string, items: number): (part: PartName) => boolean {
  return (part) =>
    parts === undefined
      ? findPoint(readMillion(file), { items, part })?.figures === undefined
      : parts.includes(part)
}

async function refill(file: string, part: PartName, place: PartPlace): Promise<void> {
  rmSync(place.home, { recursive: true, force: true })
  mkdirSync(place.home, { recursive: true })
  if (await measure(file, part, place)) return
  rmSync(place.home, { recursive: true, force: true })
  throw new Error('the store could not be filled')
}

/** Measures and keeps what was found; false where it failed, which is kept too. */
async function measure(file: string, part: PartName, place: PartPlace): Promise<boolean> {
  const { items } = place.dataset
  const named = {
    items,
    part,
    ...(place.peer === undefined ? {} : { peer: place.peer }),
  }
  const from = performance.now()
  try {
    const result = await inChild({ task: 'million', part, place }, boundsOf(part, items))
    keepPoint(file, { ...named, at: new Date().toISOString(), ...result })
    console.error(`${clock()} ${lineOf(named, result)} (${seconds(from)})`)
    return true
  } catch (error) {
    keepFailure(file, named, `after ${seconds(from)}: ${reasonIn(error)}`)
    return false
  }
}

/** Of all that a child said last, the line that says what was wrong. */
function reasonIn(error: unknown): string {
  const said = (error instanceof Error ? error.message : String(error)).split('\n')
  return said.find((line) => /error|heap|memory|ended by/i.test(line)) ?? said[0] ?? ''
}

/** Who is slower, or needs more, has not survived this size. */
function boundsOf(part: PartName, items: number): Bounds {
  const large = Math.max(1, items / 500_000)
  if (part === 'fill' || part === 'bank-fill') return { patienceMs: 20 * MINUTE_MS * large }
  if (part === 'peer-fill') return { patienceMs: 5 * MINUTE_MS * large, heapMb: HEAP_MB }
  if (part === 'peer-ask') return { patienceMs: 5 * MINUTE_MS * large, heapMb: HEAP_MB }
  return { patienceMs: 10 * MINUTE_MS }
}

function keepFailure(file: string, named: Pick<Point, 'items' | 'part' | 'peer'>, failure: string): void {
  keepPoint(file, { ...named, at: new Date().toISOString(), failure })
  console.error(`${clock()} ${headOf(named)}: FAILED ${failure}`)
}

function lineOf(named: Pick<Point, 'items' | 'part' | 'peer'>, { figures }: PartResult): string {
  const told = Object.entries(figures)
    .filter(([name]) => !/(Asked|Found|Overlap)$/.test(name))
    .map(([name, value]) => `${name} ${Number(value.toPrecision(3))}`)
  return `${headOf(named)}: ${told.join(', ')}`
}

function headOf({ items, part, peer }: Pick<Point, 'items' | 'part' | 'peer'>): string {
  return `${items} ${peer === undefined ? part : `${peer} (${part.replace('peer-', '')})`}`
}

function seconds(from: number): string {
  return `${((performance.now() - from) / 1000).toFixed(1)} s`
}

function clock(): string {
  return new Date().toISOString().substring(11, 19) // slice-ok: a time in ASCII
}
