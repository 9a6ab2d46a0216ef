// One of several processes that keep statements under the same keys. What it asked and what it was answered is appended to
// a log, so that both survive its death.
import { closeSync, openSync, writeSync } from 'node:fs'

const { place, name, saves, log, seed } = JSON.parse(process.argv[2] ?? '{}')

/** @type {typeof import('../../src/index.js')} */
const { openMemory } = await import(process.env['RECOLLECT_ENTRY'] ?? '')

const towns = ['Lisbon', 'Porto', 'Berlin', 'Vienna', 'Madrid', 'Oslo', 'Rome', 'Prague']
let state = seed >>> 0
/** @param {number} below */
const int = (below) => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0
  return Math.floor((state / 2 ** 32) * below)
}

const descriptor = openSync(log, 'a')
/** @param {object} entry */
const note = (entry) => writeSync(descriptor, `${JSON.stringify(entry)}\n`)

const engine = await openMemory({ ...place, zone: 'UTC', embedder: 'off', busyTimeoutMs: 60_000 })
const memory = engine.as({ user: 'ann' })
process.stdout.write('open\n')
for (let i = 0; i < saves; i++) {
  const said = int(2) === 0 ? `I live in ${towns[int(8)]}` : `My favorite city is ${towns[int(8)]}`
  const text = `${said}. Said by ${name} as number ${i}.`
  note({ asked: text })
  try {
    note({ kept: text, id: (await memory.capture({ text })).id })
  } catch (error) {
    // The answer may be all that was lost.
    const why = error instanceof Error ? error.message : String(error)
    note({ failed: text, why, code: error instanceof Error && 'code' in error ? error.code : why })
  }
}
await engine.close()
closeSync(descriptor)
