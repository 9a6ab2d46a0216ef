// A process that saves, updates, recalls and deletes records at random until it is killed. Before each write it notes
// what it asks for, and after it what it was told; a write to a file survives the writer's death.

import { closeSync, openSync, writeSync } from 'node:fs'

/** @type {typeof import('../../src/index.js')} */
const { openMemory } = await import(process.env['RECOLLECT_ENTRY'] ?? '')

/**
 * @typedef {object} Load
 * @property {import('../../src/engine.js').MemoryOptions} options
 * @property {number} seed
 * @property {string} log
 */

/** @type {Load} */
const { options, seed, log } = JSON.parse(process.argv[2] ?? '{}')

let state = seed >>> 0
/** @param {number} below */
const int = (below) => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0
  return Math.floor((state / 2 ** 32) * below)
}

const descriptor = openSync(log, 'a')
/** @param {object} entry */
const note = (entry) => writeSync(descriptor, `${JSON.stringify(entry)}\n`)

const engine = await openMemory({ ...options, zone: 'UTC', embedder: 'off' })
const memory = engine.as({ user: 'ann' })
const first = await memory.recordList({ limit: 100 })
/** @type {string[]} */
const ids = first.records.map(({ id }) => id)
process.stdout.write('open\n')
for (let n = 0; ; n++) {
  const dice = int(100)
  const name = `Record ${seed} ${n}`
  const id = ids[int(ids.length)]
  // As long as a record may be, now and then: then a write takes its time.
  const body = `${name}: ${'部署 and more words. '.repeat(int(10) === 0 ? 2500 : int(40))}end of ${name}`
  if (id === undefined || (dice < 45 && ids.length < 40)) {
    note({ asked: 'save', name, body })
    const made = await memory.recordSave({ name, description: `of ${n}`, type: 'project', body })
    note({ told: 'save', name, id: made.id, body })
    ids.push(made.id)
  } else if (dice < 80) {
    note({ asked: 'update', id, body })
    await memory.recordUpdate({ which: id, body })
    note({ told: 'update', id, body })
  } else {
    note({ asked: 'delete', id })
    await memory.recordDelete({ which: id, verify: false })
    note({ told: 'delete', id })
    ids.splice(ids.indexOf(id), 1)
  }
  if (n === Number.MAX_SAFE_INTEGER) break
}
closeSync(descriptor)
