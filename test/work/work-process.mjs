// A process that does jobs until it is killed, and writes down each text that it embeds.
import { appendFileSync } from 'node:fs'

const { store, log, workers, slowMs } = JSON.parse(process.argv[2] ?? '{}')

/** @type {typeof import('../../src/index.js')} */
const { openMemory } = await import(process.env['RECOLLECT_ENTRY'] ?? '')
const { denseEmbedder } = await import('../embedding/dense-embedder.mjs')

const embedder = denseEmbedder({
  before: async (/** @type {readonly string[]} */ texts) => {
    for (const text of texts) appendFileSync(log, `${text}\n`)
    if (slowMs > 0) await new Promise((resolve) => setTimeout(resolve, slowMs))
  },
})
await openMemory({ store, zone: 'UTC', embedder, workers })
process.stdout.write('open\n')
setInterval(() => undefined, 60_000)
