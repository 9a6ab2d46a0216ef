// The packaged model in a thread of its own: one text takes from 10 to 500 ms of computing. One text a message: given
// many at once, the engine would start threads of its own, each with a copy of the model. Plain JavaScript, so that
// source and build start the same file.
import { parentPort, workerData } from 'node:worker_threads'

/** @typedef {import('./packaged-embedder.js').WorkerAnswer} Answer */

const port = parentPort
if (port === null) throw new TypeError('this file is the start of a worker thread')

const embedder = await load()
if (embedder !== undefined) {
  port.on('message', async (/** @type {string} */ text) => {
    try {
      const vector = await vectorOf(text)
      answer({ vector }, [vector.buffer])
    } catch (error) {
      answer({ failed: nameOf(error) })
      // The engine broke off in the middle, and nothing it answers can be relied upon: the next text starts another.
      if (error instanceof Error && error.name === 'RuntimeError') process.exit(1)
    }
  })
  answer({ ready: true })
}

async function load() {
  try {
    const [{ createEmbedder }, { default: model }] = await Promise.all(
      workerData.map((/** @type {string} */ name) => import(name)),
    )
    const engine = await createEmbedder({ model })
    // It reads its weights at the first text.
    await engine.embed(['ready'])
    return engine
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'
    answer(isMissing ? { missing: true } : { unloadable: nameOf(error) })
    return undefined
  }
}

/** @param {string} text */
async function vectorOf(text) {
  const [vector] = await embedder.embed([text])
  return Float32Array.from(vector)
}

/** Never the message: it could quote a text. @param {unknown} error */
function nameOf(error) {
  if (!(error instanceof Error)) return 'an unknown failure'
  return 'code' in error ? String(error.code) : error.name
}

/** @param {Answer} message @param {ArrayBuffer[]} [moved] */
function answer(message, moved = []) {
  port?.postMessage(message, moved)
}
