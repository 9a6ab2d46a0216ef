import { createHash } from 'node:crypto'
import type { Env } from '../../../clock.js'
import { MemoryError } from '../../../errors.js'
import type { S3Settings } from './s3-settings.js'
import { noAnswer, s3Trouble } from './s3-trouble.js'
import { readXml, textIn } from './s3-xml.js'

export interface S3Request {
  readonly method: 'GET' | 'PUT' | 'DELETE'
  /** Of the object; the bucket itself where it is absent. */
  readonly key?: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array
  /** Of the answer: it is cut behind them. */
  readonly maxBytes: number
  /** Codes of refusals, or their status, that the caller understands; all others are thrown. */
  readonly understands: readonly (string | number)[]
}

export interface S3Answer {
  /** What the server calls its refusal, or its status; null for none. */
  readonly refusal: string | number | null
  readonly headers: Headers
  readonly bytes: Uint8Array
}

export type S3Send = (request: S3Request) => Promise<S3Answer>

export interface S3Sender {
  readonly env: Pick<Env, 'now' | 'random' | 'sleep'>
  /** Asked for each request. */
  readonly settings: () => S3Settings
  /** How errors name the place. */
  readonly place: string
  /** For one attempt, its answer included. */
  readonly timeoutMs?: number
  /** The package that signs. */
  readonly signer?: () => Promise<typeof import('aws4fetch')>
}

/**
 * Sends signed requests, each bounded in time and size. What may pass is tried again, a few times and ever later. Throws
 * `store_busy` where the server gives no answer, `store_failed` for a refusal that nobody expects, `unsupported` where
 * the package that signs is not installed. Nothing that the server wrote is told but the code of its refusal: it quotes
 * what it was sent.
 */
export function createS3Sender(sender: S3Sender): S3Send {
  const { env, place } = sender
  return async (request) => {
    for (let attempt = 1; ; attempt++) {
      const isLast = attempt === ATTEMPTS
      const reply = await sendOnce(sender, request)
      if ('broken' in reply) {
        if (isLast) throw noAnswer(place, reply.broken)
      } else {
        const { status, ...answer } = reply
        if (status < 300) return { ...answer, refusal: null }
        const code = codeOf(answer.bytes)
        const known = request.understands.find((one) => one === code || one === status)
        if (known !== undefined) return { ...answer, refusal: known }
        if (isLast || !MAY_PASS.has(status)) throw s3Trouble({ place, status, code, headers: answer.headers })
      }
      await env.sleep(env.random() * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt))
    }
  }
}

const ATTEMPTS = 4
const FIRST_WAIT_MS = 100
const LONGEST_WAIT_MS = 2_000
const TIMEOUT_MS = 10_000
// 409: two conditional writes of one object at the same moment.
const MAY_PASS = new Set([408, 409, 429, 500, 502, 503, 504])

interface Reply extends Omit<S3Answer, 'refusal'> {
  readonly status: number
}

async function sendOnce(
  { env, settings, timeoutMs = TIMEOUT_MS, signer = () => import('aws4fetch') }: S3Sender,
  { method, key, query, headers, body, maxBytes }: S3Request,
): Promise<Reply | { readonly broken: unknown }> {
  const { base, ...keys } = settings()
  const { AwsV4Signer } = await signer().catch(notInstalled)
  const path = key === undefined ? '' : `/${key.split('/').map(encodeURIComponent).join('/')}`
  const signed = await new AwsV4Signer({
    ...keys,
    sessionToken: keys.sessionToken ?? '',
    service: 's3',
    method,
    url: `${base}${path}?${new URLSearchParams(query)}`,
    headers: {
      ...headers,
      'x-amz-content-sha256': createHash('sha256')
        .update(body ?? '')
        .digest('hex'),
    },
    // Of this machine, which the server compares with its own.
    datetime: new Date(env.now()).toISOString().replace(/[:-]|\.\d{3}/g, ''),
  }).sign()
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new Error('late')), timeoutMs)
  try {
    const response = await fetch(signed.url, {
      method,
      headers: signed.headers,
      body: body as Uint8Array<ArrayBuffer>,
      // The key is for this server alone.
      redirect: 'manual',
      signal: controller.signal,
    })
    return { status: response.status, headers: response.headers, bytes: await bytesOf(response, maxBytes) }
  } catch (error) {
    return { broken: controller.signal.aborted ? controller.signal.reason : error }
  } finally {
    clearTimeout(timer)
    // What is left of a long answer is not waited for.
    controller.abort()
  }
}

async function bytesOf(response: Response, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= maxBytes) break
  }
  return Uint8Array.from(Buffer.concat(chunks).subarray(0, maxBytes))
}

function codeOf(bytes: Uint8Array): string | null {
  const code = textIn(readXml(Buffer.from(bytes).toString()), 'Code')
  return /^[A-Za-z0-9.]{1,64}$/.test(code) ? code : null
}

function notInstalled(error: unknown): never {
  if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
  throw new MemoryError(
    'unsupported',
    'records in an object store need the package aws4fetch, which is not installed',
    'npm install aws4fetch, where Recollect itself is installed (npm install -g aws4fetch for the command)',
  )
}
