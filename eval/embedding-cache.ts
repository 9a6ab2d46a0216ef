import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync, truncateSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { type Embedder, fingerprintOf } from '../src/model/embedder.js'

/** The same embedder, asked only for what no earlier run has asked it. */
export function cachedEmbedder(inner: Embedder, folder = cacheFolder()): Embedder {
  const { dimensions } = inner.model
  const file = cacheFileOf(folder, inner.model)
  const known = readCache(file, dimensions)
  return {
    model: inner.model,
    async embed(texts, as, signal) {
      const keys = texts.map((text) => keyOf(as, text))
      const missing = texts.filter((_text, index) => !known.has(keys[index]!))
      const fresh = missing.length === 0 ? [] : await inner.embed(missing, as, signal)
      for (const [index, vector] of fresh.entries()) {
        const key = keyOf(as, missing[index]!)
        known.set(key, vector)
        mkdirSync(folder, { recursive: true })
        appendFileSync(file, Buffer.concat([Buffer.from(key, 'hex'), new Uint8Array(vector.buffer)]))
      }
      return keys.map((key) => known.get(key)!)
    },
    close: () => inner.close(),
  }
}

/** Whether an earlier run has left vectors of this model. */
export function hasCache({ model }: Pick<Embedder, 'model'>): boolean {
  return existsSync(cacheFileOf(cacheFolder(), model))
}

/** Where vectors of the sets are kept between runs: outside the repository, as the sets are. */
function cacheFolder(): string {
  return process.env['RECOLLECT_EVAL_CACHE'] ?? join(homedir(), '.cache', 'recollect-eval')
}

/** The file of one model: records of a SHA-256 of use and text, and the vector in float32. */
function cacheFileOf(folder: string, model: Embedder['model']): string {
  return join(folder, `${fingerprintOf(model).replaceAll(/[^\w.-]+/g, '_')}.vectors`)
}

const KEY_BYTES = 32

function readCache(file: string, dimensions: number): Map<string, Float32Array> {
  const size = KEY_BYTES + dimensions * Float32Array.BYTES_PER_ELEMENT
  const known = new Map<string, Float32Array>()
  if (!existsSync(file)) return known
  const bytes = readFileSync(file)
  // A run that was ended while it wrote leaves a part of a record.
  if (bytes.length % size !== 0) truncateSync(file, bytes.length - (bytes.length % size))
  for (let at = 0; at + size <= bytes.length; at += size) {
    const vector = new Float32Array(dimensions)
    new Uint8Array(vector.buffer).set(bytes.subarray(at + KEY_BYTES, at + size))
    known.set(bytes.toString('hex', at, at + KEY_BYTES), vector)
  }
  return known
}

function keyOf(as: string, text: string): string {
  return createHash('sha256').update(`${as}\n${text}`).digest('hex')
}
