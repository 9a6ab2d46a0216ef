import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect } from 'vitest'
import { openMemory } from '../../src/index.js'
import { inDatabase, inFile, type MemoryPlace } from '../each-engine.js'
import { steadyEnv } from '../transfer/stores.js'
import { anyScript, runScript, type Step } from './any-script.js'
import { comparableRows } from './comparable-rows.js'
import { rowsOf } from './rows-of.js'

/** Invariant 13: random scripts give the same answers and the same rows on both engines. */
export async function givesSameRows(numRuns: number, seed: number): Promise<void> {
  const property = fc.asyncProperty(anyScript(120), async (script) => {
    const onSqlite = await afterwards(await inFile(), script)
    const onPostgres = await afterwards(await inDatabase(), script)
    expect(onPostgres).toEqual(onSqlite)
  })
  await fc.assert(property, { numRuns, seed })
}

async function afterwards(place: MemoryPlace, script: readonly Step[]) {
  const env = steadyEnv()
  const { newId } = env
  // What an engine needs ids for while it opens is its own affair.
  env.newId = randomUUID
  const engine = await openMemory({ ...place, env, zone: 'UTC', durability: 'normal', embedder: 'off' })
  env.newId = newId
  const told = await runScript(engine, script, env)
  await engine.close()
  return { told, rows: comparableRows(await rowsOf(place)) }
}
