import { MemoryError } from '../errors.js'
import { post } from './post.js'

/** An Ollama on this machine that has a model we know how to use. */
export interface FoundOllama {
  /** As the embedder takes it. */
  readonly url: string
  readonly model: string
}

/** `host` is OLLAMA_HOST: heeded where it names this machine, because nobody asked us to send texts to another one. */
export async function findOllama(
  host: string | undefined,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<FoundOllama | undefined> {
  const origin = loopbackOrigin(host) ?? DEFAULT_ORIGIN
  try {
    const { status, body } = await post({
      url: new URL('/api/tags', origin),
      headers: {},
      maxBytes: 1_000_000,
      timeoutMs,
      signals: signal === undefined ? [] : [signal],
      server: origin,
    })
    const model = status === 200 ? nomicIn(body) : undefined
    return model === undefined ? undefined : { url: `${origin}/v1`, model }
  } catch (error) {
    // Nobody there, or not in time: the usual case, and no failure.
    if (error instanceof MemoryError || error instanceof SyntaxError) return undefined
    throw error
  }
}

const DEFAULT_ORIGIN = 'http://127.0.0.1:11434'
const MODEL = 'nomic-embed-text'

/** `127.0.0.1`, `localhost:11500`, `http://[::1]:11434`; `0.0.0.0` is where a server listens, and is here too. */
function loopbackOrigin(host: string | undefined): string | undefined {
  const given = host?.trim() ?? ''
  if (given === '') return undefined
  const hasScheme = /^https?:\/\//i.test(given)
  if (!URL.canParse(hasScheme ? given : `http://${given}`)) return undefined
  const url = new URL(hasScheme ? given : `http://${given}`)
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1'
  if (!isLoopback(url.hostname)) return undefined
  if (url.port === '' && !hasScheme) url.port = '11434'
  return url.origin
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname)
}

/** The plain tag where there are several. */
function nomicIn(body: string): string | undefined {
  const { models } = Object(JSON.parse(body)) as { models?: unknown }
  if (!Array.isArray(models)) return undefined
  const names = models
    .map((entry) => (Object(entry) as { name?: unknown }).name)
    .filter((name): name is string => typeof name === 'string' && name.split(':')[0] === MODEL)
  return names.find((name) => name === `${MODEL}:latest`) ?? names[0]
}
