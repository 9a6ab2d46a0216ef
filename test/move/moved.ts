import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { type Engine, type Memory, MemoryError, openMemory } from '../../src/index.js'
import { type OperationName, operations } from '../../src/operations/table.js'
import type { MemoryPlace } from '../each-engine.js'
import { storeFile, temporaryFolder } from '../open-spine.js'
import { createRandom } from '../random.js'
import { comparableRows } from '../store/comparable-rows.js'
import { type Rows, rowsOf } from '../store/rows-of.js'
import { apartFromTime, archiveOf, live, steadyEnv } from '../transfer/stores.js'

const FIXTURE = join(import.meta.dirname, '..', 'fixtures', 'schema', '10.db')
const users = ['me', 'ann', 'Ann']

export function openAt(place: MemoryPlace, name = '77'): Promise<Engine> {
  return openMemory({ ...place, durability: 'normal', zone: 'UTC', embedder: 'off', env: steadyEnv(name) })
}

/** A file with rows in nearly every table: the fixture of the last schema, gone on with. */
export async function filledFile(seed: number): Promise<MemoryPlace> {
  const home = await temporaryFolder()
  mkdirSync(home, { recursive: true })
  copyFileSync(FIXTURE, storeFile(home))
  const place = { home }
  await fill(place, seed)
  return place
}

/** Each user writes in turn, so that on PostgreSQL their banks have the same row numbers. */
export async function fill(place: MemoryPlace, seed: number): Promise<void> {
  const engine = await openAt(place, '01')
  const env = steadyEnv('02')
  for (const user of users) await live(engine.as({ user }), createRandom(seed), env, 10)
  await engine.close()
}

export function addressOf({ home, store }: MemoryPlace): string {
  return store ?? storeFile(home)
}

/** Every row of two places, but for how often a bank has changed, which leaps, and what was noted while looking. */
export async function expectSameRows(a: MemoryPlace, b: MemoryPlace): Promise<void> {
  const [here, there] = [await rowsOf(a), await rowsOf(b)]
  expect(comparableRows(withoutLeap(there))).toEqual(comparableRows(withoutLeap(here)))
}

function withoutLeap(rows: Rows): Rows {
  return new Map(
    [...rows].map(([table, kept]) => [
      table,
      table === 'bank' ? kept.map((row) => ({ ...row, generation: 0 })) : kept,
    ]),
  )
}

/** What a store answers, for each of its users, to every operation that reads and can be asked with what it holds. */
export async function answersOf(place: MemoryPlace): Promise<unknown> {
  const engine = await openAt(place)
  try {
    const answers: unknown[] = []
    for (const user of users) {
      const memory = engine.as({ user })
      const { items } = await memory.items({ limit: 100 })
      const inputs = [{}, { question: 'Lisbon' }, ...items.slice(0, 30).map(({ id }) => ({ id }))]
      for (const [name, operation] of Object.entries(operations))
        for (const input of inputs)
          if (
            operation.effect === 'read' &&
            !ofTheMoment.has(name) &&
            operation.input.safeParse(input).success
          )
            answers.push([user, name, input, await answered(memory, name as OperationName, input)])
    }
    answers.push(apartFromTime(await archiveOf(engine)))
    return answers
  } finally {
    await engine.close()
  }
}

/** What speaks of the place, or of when it was asked. */
const ofTheMoment: ReadonlySet<string> = new Set([
  'doctor',
  'stats',
  'systemStatus',
  'export',
  'recalls',
  'search',
  'history',
])

async function answered(memory: Memory, name: OperationName, input: object): Promise<unknown> {
  try {
    const method = memory[name] as (input: unknown) => Promise<unknown>
    return await method(input)
  } catch (error) {
    if (error instanceof MemoryError) return error.code
    throw error
  }
}
