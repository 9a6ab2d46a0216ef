// A process that keeps some notes and ends.
const { store, user, texts } = JSON.parse(process.argv[2] ?? '{}')

/** @type {typeof import('../../src/index.js')} */
const { openMemory } = await import(process.env['RECOLLECT_ENTRY'] ?? '')

const engine = await openMemory({ store, embedder: 'off' })
/** @type {string[]} */
const ids = []
for (const text of texts) ids.push((await engine.as({ user }).capture({ text })).id)
await engine.close()
process.stdout.write(JSON.stringify(ids))
