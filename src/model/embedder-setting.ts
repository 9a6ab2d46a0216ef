import { MemoryError } from '../errors.js'
import type { Embedder } from './embedder.js'
import type { HttpEmbedderOptions } from './http-embedder.js'

/**
 * Which embedder a store uses: `auto` (an Ollama on this machine that has nomic-embed-text, else the packaged model,
 * else none), `off`, `packaged`, `shared` (only that of another process), a server, or one of your own.
 */
export type EmbedderSetting = 'auto' | 'off' | 'packaged' | 'shared' | HttpEmbedderOptions | Embedder

/**
 * What was configured: the option of the program first, then `RECOLLECT_EMBEDDER` with `_URL`, `_MODEL` and
 * `_API_KEY`; undefined where nothing was. Throws `invalid_input` naming what is wrong, never a key.
 */
export function readEmbedderSetting(
  option: EmbedderSetting | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): EmbedderSetting | undefined {
  if (option !== undefined) return typeof option === 'string' ? wordOf(option, 'embedder') : checked(option)
  const said = (name: string) => {
    const value = environment[name]?.trim()
    return value === '' ? undefined : value
  }
  const url = said('RECOLLECT_EMBEDDER_URL')
  const model = said('RECOLLECT_EMBEDDER_MODEL')
  const apiKey = said('RECOLLECT_EMBEDDER_API_KEY')
  const word = said('RECOLLECT_EMBEDDER')?.toLowerCase()
  if (word !== undefined && word !== 'http') return wordOf(word, 'RECOLLECT_EMBEDDER', ', http')
  if (word === undefined && url === undefined && model === undefined) return undefined
  if (url === undefined) throw missing('RECOLLECT_EMBEDDER_URL', 'http://127.0.0.1:11434/v1')
  if (model === undefined) throw missing('RECOLLECT_EMBEDDER_MODEL', 'nomic-embed-text')
  return checkedServer({ url, model, ...(apiKey === undefined ? {} : { apiKey }) }, ENVIRONMENT_NAMES)
}

const WORDS = ['auto', 'off', 'packaged', 'shared'] as const
const ENVIRONMENT_NAMES = {
  url: 'RECOLLECT_EMBEDDER_URL',
  model: 'RECOLLECT_EMBEDDER_MODEL',
  apiKey: 'RECOLLECT_EMBEDDER_API_KEY',
} as const
const OPTION_NAMES = { url: 'embedder.url', model: 'embedder.model', apiKey: 'embedder.apiKey' } as const

function wordOf(given: string, name: string, more = ''): EmbedderSetting {
  const word = WORDS.find((known) => known === given)
  if (word !== undefined) return word
  throw new MemoryError(
    'invalid_input',
    `${name} names no embedder`,
    `give one of ${WORDS.join(', ')}${more}`,
  )
}

function missing(name: string, example: string): MemoryError {
  return new MemoryError(
    'invalid_input',
    `${name} is missing`,
    `an embedder over http needs it, e.g. ${name}=${example}; RECOLLECT_EMBEDDER=auto needs nothing`,
  )
}

function checked(option: HttpEmbedderOptions | Embedder): HttpEmbedderOptions | Embedder {
  if (typeof option === 'object' && option !== null) {
    if ('embed' in option) return option
    if ('url' in option) return checkedServer(option, OPTION_NAMES)
  }
  throw new MemoryError(
    'invalid_input',
    'embedder names no embedder',
    `give one of ${WORDS.join(', ')}, { url, model } or an Embedder`,
  )
}

function checkedServer(
  options: HttpEmbedderOptions,
  names: Readonly<Record<'url' | 'model' | 'apiKey', string>>,
): HttpEmbedderOptions {
  const { url, model, apiKey, dimensions, maxTokens, timeoutMs } = options
  const refuse = (what: string, hint: string) => new MemoryError('invalid_input', what, hint)
  if (typeof url !== 'string' || !URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw refuse(`not an address: ${names.url}`, 'give one like http://127.0.0.1:11434/v1')
  }
  const { username, password } = new URL(url)
  if (username !== '' || password !== '') {
    throw refuse(`${names.url} holds a name or a password`, `give a key as ${names.apiKey}`)
  }
  if (typeof model !== 'string' || !/^[^\s\p{C}][^\p{C}]{0,199}$/u.test(model)) {
    throw refuse(`not the name of a model: ${names.model}`, 'give one like nomic-embed-text')
  }
  // It becomes a header, whose own refusal would quote it.
  if (apiKey !== undefined && (typeof apiKey !== 'string' || !/^[!-~]+$/.test(apiKey))) {
    throw refuse(`not a key: ${names.apiKey}`, 'a key has letters, digits and signs, and no blanks')
  }
  for (const [name, value, least] of [
    ['dimensions', dimensions, 1],
    ['maxTokens', maxTokens, 16],
    ['timeoutMs', timeoutMs, 1],
  ] as const) {
    if (value !== undefined && (!Number.isSafeInteger(value) || value < least)) {
      throw refuse(`not a number of that kind: embedder.${name}`, `give an integer from ${least} on`)
    }
  }
  return options
}
