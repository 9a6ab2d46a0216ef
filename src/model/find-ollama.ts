import { MemoryError } from '../errors.js'
import { DEFAULT_OLLAMA, ollamaOrigin } from './ollama-origin.js'
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
  const origin = loopbackOrigin(host)
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

const MODEL = 'nomic-embed-text'

function loopbackOrigin(host: string | undefined): string {
  const origin = ollamaOrigin(host)
  return isLoopback(new URL(origin).hostname) ? origin : DEFAULT_OLLAMA
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
