// A process that saves, updates, recalls and deletes records at random until it is killed. Before each write it notes
// what it asks for, and after it what it was told; a write to a file survives the writer's death.

import { closeSync, openSync, writeSync } from 'node:fs'

/** @type {typeof import('../../src/index.js')} */
const { openMemory } = await import(process.env['RECOLLECT_ENTRY'] ?? '')

/**
 * @typedef {object} Load
 * @property {import('../../src/memory-options.js').MemoryOptions} options
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
/** @param {{ name: string, description: string, type: string, body: string }} record */
const saysOf = ({ name, description, type, body }) => ({ name, description, type, body })
/** What each says. @type {Map<string, any>} */
const known = new Map()
for (const { id } of first.records) known.set(id, saysOf(await memory.recordRead({ which: id })))
process.stdout.write('open\n')
for (let n = 0; ; n++) {
  const dice = int(100)
  const name = `Record ${seed} ${n}`
  const id = [...known.keys()][int(known.size)]
  // As long as a record may be, now and then: then a write takes its time.
  const body = `${name}: ${'部署 and more words. '.repeat(int(10) === 0 ? 2500 : int(40))}end of ${name}`
  if (id === undefined || (dice < 45 && known.size < 40)) {
    /** @type {{ name: string, description: string, type: 'project', body: string }} */
    const says = { name, description: `of ${n}`, type: 'project', body }
    note({ asked: 'save', says })
    const made = await memory.recordSave(says)
    note({ told: 'save', id: made.id, says })
    known.set(made.id, says)
  } else if (dice < 80) {
    const type = /** @type {const} */ (['project', 'user', 'reference', 'feedback'])[int(4)]
    const description = `changed by ${name}`
    const change = [{ body }, { body, description }, { description }, { type, description }][int(4)]
    const says = { ...known.get(id), ...change }
    note({ asked: 'update', id, says })
    await memory.recordUpdate({ which: id, ...change })
    note({ told: 'update', id, says })
    known.set(id, says)
  } else {
    note({ asked: 'delete', id })
    await memory.recordDelete({ which: id, verify: false })
    note({ told: 'delete', id })
    known.delete(id)
  }
  if (n === Number.MAX_SAFE_INTEGER) break
}
closeSync(descriptor)
