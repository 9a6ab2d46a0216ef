// Uses a memory, closes nothing, and says at its end what became of it: it ends when nothing keeps it.
const { home, isAwaited } = JSON.parse(process.argv[2] ?? '{}')

/** @type {typeof import('../../src/index.js')} */
const { openMemory } = await import(process.env['RECOLLECT_ENTRY'] ?? '')
const { denseEmbedder } = await import('./dense-embedder.mjs')

/** As a request to a server does, it keeps the program alive until it is answered; the thread of a model does not. */
const before = () =>
  new Promise((/** @type {(value?: undefined) => void} */ resolve) => {
    const timer = setTimeout(resolve, 20)
    if (isAwaited) timer.unref()
  })
const embedder = denseEmbedder({ before })
const engine = await openMemory({ home, zone: 'UTC', durability: 'normal', embedder })
const memory = engine.as({ user: 'ann' })
let pending = -1
process.on('exit', () => process.stdout.write(JSON.stringify({ batches: embedder.calls.length, pending })))

const turns = Array.from({ length: isAwaited ? 40 : 1000 }, (_, i) => `{"role":"user","content":"turn ${i}"}`)
await memory.import({ content: turns.join('\n') })
if (isAwaited) pending = (await memory.embed({})).pending
