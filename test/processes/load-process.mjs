// A process that remembers, asks and forgets at random, on a store that others may use at the same time or that may
// be killed under it. What was acknowledged is appended to a log; a write to a file survives the writer's death.

import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'

/** @type {typeof import('../../src/index.js')} */
const { openMemory } = await import(process.env['RECOLLECT_ENTRY'] ?? '')

/**
 * @typedef {object} Load
 * @property {string} home
 * @property {string} [store] Of a server, where it is none in the home.
 * @property {string} name Begins every text, so that no two processes ever say the same.
 * @property {number} seed
 * @property {number} operations
 * @property {string} log
 */

/** @type {Load} */
const { home, store, name, seed, operations, log } = JSON.parse(process.argv[2] ?? '{}')

const vocabulary = (
  'mia lisbon garden report tuesday coffee 部署 方案 migration snake_case train ' +
  'invoice winter piano 今天 讨论 river passport lemon kitchen'
).split(' ')

let state = seed >>> 0
const random = () => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0
  return state / 2 ** 32
}
/** @param {number} below */
const int = (below) => Math.floor(random() * below)

const descriptor = openSync(log, 'a')
/** @param {object} entry */
const note = (entry) => writeSync(descriptor, `${JSON.stringify(entry)}\n`)

/** @type {string[]} */
const forgettable = readFileSync(log, 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('{"kept":'))
  .map((line) => JSON.parse(line).kept)

const engine = await openMemory({ home, ...(store === undefined ? {} : { store }), zone: 'UTC' })
const memory = engine.as({ user: 'ann' })
process.stdout.write('open\n')
const delay = monitorEventLoopDelay({ resolution: 5 })
/** @type {string[]} */
const errors = []
let made = 0
delay.enable()
const started = performance.now()
for (let done = 0; done < operations; done++) {
  await operate().catch((error) => errors.push(`${error.code}: ${error.stack}`))
}
delay.disable()
const elapsedMs = performance.now() - started
await engine.close()
closeSync(descriptor)
const ms = (/** @type {number} */ ns) => Math.round(ns / 1e4) / 100
process.stdout.write(
  JSON.stringify({
    errors: [...new Set(errors)],
    elapsedMs,
    delay: { p99: ms(delay.percentile(99)), max: ms(delay.max) },
  }),
)

async function operate() {
  const dice = int(100)
  if (dice < 45) await keep()
  else if (dice < 55) await Promise.all([keep(), keep(), keep(), keep()])
  else if (dice < 65) await importSome()
  else if (dice < 78) await memory.search({ question: `what did ${words(2)} say about ${words(1)}?` })
  else if (dice < 85) await memory.stats({})
  else await forgetOne()
}

async function keep() {
  const text = freshText()
  const { id } = await memory.capture({ text })
  note({ kept: id, text })
  forgettable.push(id)
}

async function importSome() {
  const session = `${name} session ${seed} ${made++}`
  const contents = Array.from({ length: 1 + int(12) }, freshText)
  const lines = contents.map((content, i) =>
    JSON.stringify({ role: i % 2 === 0 ? 'user' : 'assistant', content, session, at: 1.7e12 + i * 1000 }),
  )
  await memory.import({ content: lines.join('\n') })
  note({ imported: session, contents })
}

async function forgetOne() {
  const [id] = forgettable.splice(int(forgettable.length), 1)
  if (id === undefined) return
  note({ forgetting: id })
  await memory.forget({ id, verify: int(20) === 0 })
  note({ forgotten: id })
}

function freshText() {
  return `${name} ${seed} ${made++} ${words(4 + int(20))}`
}

/** @param {number} count */
function words(count) {
  return Array.from({ length: count }, () => vocabulary[int(int(vocabulary.length) + 1)]).join(' ')
}
