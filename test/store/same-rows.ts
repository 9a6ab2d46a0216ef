import { randomUUID } from 'node:crypto'
import BetterSqlite3 from 'better-sqlite3'
import fc from 'fast-check'
import { expect } from 'vitest'
import { openMemory } from '../../src/index.js'
import { inDatabase, inFile, type MemoryPlace } from '../each-engine.js'
import { storeFile } from '../open-spine.js'
import { steadyEnv } from '../transfer/stores.js'
import { anyScript, anyStep, runScript, type Step, type Told } from './any-script.js'
import { comparableRows } from './comparable-rows.js'
import { connectTo, rowsOf } from './rows-of.js'

/** Invariant 13: random scripts give the same answers and the same rows on both engines. */
export async function givesSameRows(numRuns: number, seed: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(anyScript(120), async (script) => void (await givesSame(script))),
    { numRuns, seed },
  )
}

/** As {@link givesSameRows}, for one long script: much is there by then, so that its searches rank. */
export async function givesSameRowsAfter(steps: number, seed: number): Promise<readonly Told[]> {
  const [script = []] = fc.sample(fc.array(anyStep, { minLength: steps, maxLength: steps, size: 'max' }), {
    numRuns: 1,
    seed,
  })
  return givesSame(script)
}

async function givesSame(script: readonly Step[]): Promise<readonly Told[]> {
  const onSqlite = await afterwards(await inFile(), script)
  const onPostgres = await afterwards(await inDatabase(), script)
  const differs = (place: number) =>
    JSON.stringify(onPostgres.told[place]) !== JSON.stringify(onSqlite.told[place])
  const places = [...script.keys()].filter(differs)
  // The first ones: what comes after them may only be what they led to.
  for (const place of places.slice(0, 3))
    expect.soft(onPostgres.told[place], `step ${place}`).toEqual(onSqlite.told[place])
  expect(places).toEqual([])
  expect(onPostgres.rows).toEqual(onSqlite.rows)
  return onSqlite.told
}

async function afterwards(place: MemoryPlace, script: readonly Step[]) {
  const env = steadyEnv()
  const { newId } = env
  // What an engine needs ids for while it opens is its own affair.
  env.newId = randomUUID
  const engine = await openMemory({ ...place, env, zone: 'UTC', durability: 'normal', embedder: 'off' })
  env.newId = newId
  const beside = await lookBeside(place)
  const told = await runScript(engine, script, env, beside.settled)
  await beside.close()
  await engine.close()
  return { told, rows: comparableRows(await rowsOf(place)) }
}

/** A look at the store past the engine, which would keep in its log that somebody looked. */
async function lookBeside({ home, store: url }: MemoryPlace) {
  const unread = `select count(*) as n from task where extraction = 'pending' or extraction like 'reading%'`
  const server = url === undefined ? undefined : connectTo(url)
  const file = url === undefined ? new BetterSqlite3(storeFile(home), { readonly: true }) : undefined
  const waiting = async () =>
    (file === undefined ? (await server!.unsafe(unread))[0]?.n : file.prepare(unread).pluck().get()) as number
  return {
    settled: async () => {
      while ((await waiting()) > 0) await new Promise((resolve) => setTimeout(resolve, 1))
    },
    close: async () => {
      file?.close()
      await server?.end()
    },
  }
}
