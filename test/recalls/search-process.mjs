// Asks and asks, and prints the id of each search, until it is killed.

/** @type {typeof import('../../src/index.js')} */
const { openMemory } = await import(process.env['RECOLLECT_ENTRY'] ?? '')

/** @type {{ home: string }} */
const { home } = JSON.parse(process.argv[2] ?? '{}')

const engine = await openMemory({ home, zone: 'UTC' })
const ann = engine.as({ user: 'ann' })
await ann.capture({ text: 'the garden gate is green' })
for (let n = 0; ; n++) {
  const { recallId, hits } = await ann.search({ question: `garden gate ${n}` })
  process.stdout.write(`${recallId}\n`)
  if (n % 3 === 0) await ann.used({ recallId, ids: hits.map(({ id }) => id) })
  // So that timers and signals have their turn.
  await new Promise((resolve) => setImmediate(resolve))
}
