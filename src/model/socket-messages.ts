import { type ErrorCode, isRetrySafe, MemoryError } from '../errors.js'
import type { EmbeddedAs, EmbeddingModel } from './embedder.js'

/**
 * What goes over the socket of a shared embedder, as lines of JSON. The server speaks first and says its model; then
 * each request has one answer, in any order. Nothing that comes is trusted: what is not one of these is undefined.
 */
export interface Greeting {
  readonly recollect: 'embedder'
  readonly version: number
  readonly model: EmbeddingModel
}

export interface Request {
  readonly id: number
  readonly as: EmbeddedAs
  readonly texts: readonly string[]
}

/** Vectors are float32 of this machine's byte order, as base64. */
export type Reply =
  | { readonly id: number; readonly vectors: readonly string[] }
  | {
      readonly id: number
      readonly error: { readonly code: string; readonly message: string; readonly hint?: string }
    }

export const VERSION = 1
/** Questions and small batches. */
export const MAX_TEXTS = 32
export const MAX_REQUEST_BYTES = 1_000_000
/** 32 vectors of 16,384 numbers. */
export const MAX_REPLY_BYTES = 3_000_000

export function readGreeting(line: string | undefined): EmbeddingModel | undefined {
  const { recollect, version, model } = parsed(line)
  return recollect === 'embedder' && version === VERSION ? readModel(model) : undefined
}

export function readRequest(line: string | undefined): Request | undefined {
  const { id, as, texts } = parsed(line)
  if (!isId(id) || (as !== 'question' && as !== 'passage') || !isStrings(texts)) return undefined
  return texts.length > 0 && texts.length <= MAX_TEXTS ? { id, as, texts } : undefined
}

/** The vectors, or the error, that answer a request. */
export function readReply(
  line: string | undefined,
  dimensions: number,
): { readonly id: number; readonly vectors: Float32Array[] | MemoryError } | undefined {
  const { id, vectors, error } = parsed(line)
  if (!isId(id)) return undefined
  if (error !== undefined) return { id, vectors: readError(error) }
  if (!isStrings(vectors) || vectors.length > MAX_TEXTS) return undefined
  const read = vectors.map((vector) => decode(vector, dimensions))
  return read.every((vector) => vector !== undefined) ? { id, vectors: read } : undefined
}

export function encode(vector: Float32Array): string {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64')
}

function decode(text: string, dimensions: number): Float32Array | undefined {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length !== dimensions * 4) return undefined
  // Buffers of a few bytes share one store of memory, at any offset: numbers want one of four.
  const vector = new Float32Array(Uint8Array.from(bytes).buffer)
  return vector.every(Number.isFinite) ? vector : undefined
}

function readModel(given: unknown): EmbeddingModel | undefined {
  const { name, dimensions, pooling, preparation, maxTokens, languages } = Object(given)
  const isSaid = [name, pooling, preparation].every((text) => typeof text === 'string' && text.length <= 500)
  if (!isSaid || !isCount(dimensions) || !isCount(maxTokens)) return undefined
  if (languages !== 'all' && languages !== 'english') return undefined
  return { name, dimensions, pooling, preparation, maxTokens, languages }
}

function readError(given: unknown): MemoryError {
  const { code, message, hint } = Object(given)
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
  return new MemoryError(
    typeof code === 'string' && Object.hasOwn(isRetrySafe, code) ? (code as ErrorCode) : 'model_unavailable',
    text(message) ?? 'the embedder of another process failed',
    text(hint),
  )
}

function parsed(line: string | undefined): Record<string, unknown> {
  try {
    return Object(JSON.parse(line ?? ''))
  } catch {
    // Not JSON, and so none of the messages.
    return {}
  }
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value)
const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 && value <= 100_000
const isStrings = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((text) => typeof text === 'string')
