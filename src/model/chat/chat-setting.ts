import type { ConfigFile } from '../../config-file.js'
import { MemoryError } from '../../errors.js'
import { ollamaOrigin } from '../ollama-origin.js'
import type { ChatModel } from './chat-model.js'
import { type ChatRole, chatRoles } from './chat-models.js'

/**
 * A chat model: `ollama:qwen3`, `openai:MODEL`, `anthropic:MODEL`, `openai-compatible:URL#MODEL`, the same in parts,
 * one of your own, `client` (the model of the MCP client, where it lends one), or `off`.
 */
export type ChatModelSetting = string | ChatModelOptions | ChatModel

/** One model for all roles, or a model for some of them and `default` for the others. */
export type ChatSetting =
  | ChatModelSetting
  | { readonly [role in ChatRole | 'default']?: ChatModelSetting | undefined }

export interface ChatModelOptions {
  readonly provider: Provider
  readonly model: string
  /** Up to and with `/v1`. Only of `openai-compatible` it must be given. */
  readonly url?: string
  readonly apiKey?: string
}

export type Provider = 'ollama' | 'openai' | 'anthropic' | 'openai-compatible'

/** A model at a server. */
export interface ChatEndpoint {
  readonly provider: Provider
  readonly model: string
  readonly url: string
  readonly apiKey: string | undefined
  /** As it was configured, without a key. */
  readonly name: string
}

/** What a role uses: `client`: the model of the MCP client, and no other; undefined: nothing was configured. */
export type Chosen = 'off' | 'client' | ChatEndpoint | ChatModel | undefined

export interface ChatSettings {
  readonly roles: Readonly<Record<ChatRole, Chosen>>
  /** Tokens that the models of one bank may use in a day. */
  readonly dailyTokens: number
}

export interface ReadChatOptions {
  readonly model?: ChatSetting | undefined
  readonly dailyTokens?: number | undefined
  readonly environment: Environment
  readonly file: ConfigFile
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * What was configured: by the program, else in the environment, else in the file; for each role by its own name, else
 * by the name for all. Throws `invalid_input` naming what is wrong, never a value: it may be a key.
 */
export function readChatSettings(options: ReadChatOptions): ChatSettings {
  const { environment, file } = options
  const sources = [
    ofProgram(options.model, 'model', environment),
    ofEnvironment(environment),
    ofProgram(file.get('model') as ChatSetting | undefined, 'model', environment, file.place),
  ]
  const first = (role: ChatRole | 'default') =>
    sources.map((source) => source.get(role)).find((chosen) => chosen !== undefined)
  const byRole = new Map<ChatRole, Chosen>(
    chatRoles.map((role) => [
      role,
      sources.map((source) => source.get(role) ?? source.get('default')).find((one) => one !== undefined),
    ]),
  )
  const keyed = withKeys(environment, first('default'), byRole)
  return {
    roles: Object.fromEntries(
      chatRoles.map((role) => [role, keyed(byRole.get(role))]),
    ) as ChatSettings['roles'],
    dailyTokens: readDailyTokens(options),
  }
}

export function isEndpoint(chosen: Chosen): chosen is ChatEndpoint {
  return typeof chosen === 'object' && 'provider' in chosen
}

/** Where the key of a provider is looked for, when it has none of its own. */
export const KEY_NAMES: Readonly<Record<Provider, string | undefined>> = {
  ollama: undefined,
  openai: 'OPENAI_API_KEY',
  anthropic: 'ANTHROPIC_API_KEY',
  'openai-compatible': undefined,
}

const DAILY_TOKENS = 200_000

const URLS: Readonly<Record<Provider, string | undefined>> = {
  ollama: undefined,
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  'openai-compatible': undefined,
}

type Source = ReadonlyMap<ChatRole | 'default', Exclude<Chosen, undefined>>
type Place = (field: string) => string

function ofEnvironment(environment: Environment): Source {
  const found = new Map<ChatRole | 'default', Exclude<Chosen, undefined>>()
  const read = (role: ChatRole | 'default', name: string) => {
    const value = said(environment, name)
    if (value !== undefined) found.set(role, readWord(value, name, environment))
  }
  read('default', 'RECOLLECT_MODEL')
  for (const role of chatRoles) read(role, `RECOLLECT_MODEL_${role.toUpperCase()}`)
  return found
}

function ofProgram(
  given: ChatSetting | undefined,
  name: string,
  environment: Environment,
  place: Place = (field) => field,
): Source {
  const read = (model: ChatModelSetting, field: string) => readModel(model, field, place, environment)
  const found = new Map<ChatRole | 'default', Exclude<Chosen, undefined>>()
  if (given === undefined) return found
  if (!isPlain(given) || 'provider' in given || 'complete' in given) {
    return found.set('default', read(given as ChatModelSetting, name))
  }
  const names = new Set<string>(['default', ...chatRoles])
  for (const [role, model] of Object.entries(given)) {
    if (!names.has(role)) {
      throw refused(`not a setting: ${place(`${name}.${role}`)}`, `there are ${[...names].join(', ')}`)
    }
    if (model !== undefined) found.set(role as ChatRole, read(model, `${name}.${role}`))
  }
  return found
}

function readModel(
  given: ChatModelSetting,
  name: string,
  place: Place,
  environment: Environment,
): Exclude<Chosen, undefined> {
  if (typeof given === 'string') return readWord(given.trim(), place(name), environment)
  if (!isPlain(given)) throw refused(`${place(name)} names no model`, FORMS)
  if ('complete' in given) {
    if (typeof given.complete === 'function' && isName(given.name)) return given
    throw refused(`not a chat model: ${place(name)}`, 'give an object with a name and complete(request)')
  }
  for (const field of Object.keys(given)) {
    if (!FIELDS.has(field)) {
      throw refused(`not a setting: ${place(`${name}.${field}`)}`, `there are ${[...FIELDS].join(', ')}`)
    }
  }
  if (!Object.hasOwn(URLS, given.provider))
    throw refused(`${place(`${name}.provider`)} names no provider`, FORMS)
  return endpointOf(given, (field) => place(`${name}.${field}`), environment)
}

function readWord(word: string, place: string, environment: Environment): Exclude<Chosen, undefined> {
  if (word === 'off' || word === 'client') return word
  const colon = word.indexOf(':')
  const provider = word.substring(0, colon).toLowerCase() // slice-ok: a setting
  const rest = word.substring(colon + 1) // slice-ok: a setting
  if (colon === -1 || !Object.hasOwn(URLS, provider)) throw refused(`${place} names no model`, FORMS)
  const named = { provider: provider as Provider, model: rest }
  if (provider !== 'openai-compatible') return endpointOf(named, () => place, environment)
  const hash = rest.lastIndexOf('#')
  if (hash === -1) throw refused(`${place} names no model at its address`, `e.g. ${EXAMPLE_COMPATIBLE}`)
  const url = rest.substring(0, hash) // slice-ok: a setting
  return endpointOf({ ...named, url, model: rest.substring(hash + 1) }, () => place, environment) // slice-ok: a setting
}

function endpointOf(given: ChatModelOptions, place: Place, environment: Environment): ChatEndpoint {
  const { provider, model, apiKey } = given
  const url =
    given.url ?? (provider === 'ollama' ? `${ollamaOrigin(environment['OLLAMA_HOST'])}/v1` : URLS[provider])
  if (url === undefined) throw refused(`${place('url')} is missing`, `e.g. ${EXAMPLE_COMPATIBLE}`)
  if (typeof url !== 'string' || !URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw refused(`not an address: ${place('url')}`, 'give one like http://127.0.0.1:1234/v1')
  }
  const { username, password, search, hash } = new URL(url)
  if (username !== '' || password !== '') {
    throw refused(
      `${place('url')} holds a name or a password`,
      'give a key as RECOLLECT_MODEL_API_KEY or apiKey',
    )
  }
  if (search !== '' || hash !== '') {
    throw refused(`${place('url')} goes on behind its path`, 'give it up to and with /v1')
  }
  if (!isName(model)) throw refused(`not the name of a model: ${place('model')}`, FORMS)
  if (apiKey !== undefined) checkKey(apiKey, place('apiKey'))
  return {
    provider,
    model,
    url: url.replace(/\/$/, ''),
    apiKey,
    name: given.url === undefined ? `${provider}:${model}` : `${provider}:${url}#${model}`,
  }
}

/**
 * A key goes to the server it is for, and to no other: `RECOLLECT_MODEL_API_KEY` to that of the model for all roles, or
 * of the only server there is; a provider's usual name to that provider's own address.
 */
function withKeys(
  environment: Environment,
  usual: Chosen,
  byRole: ReadonlyMap<ChatRole, Chosen>,
): (chosen: Chosen) => Chosen {
  const key = said(environment, 'RECOLLECT_MODEL_API_KEY')
  if (key !== undefined) checkKey(key, 'RECOLLECT_MODEL_API_KEY')
  const takesKey = (chosen: Chosen) => isEndpoint(chosen) && chosen.provider !== 'ollama'
  const servers = new Set(
    [...(takesKey(usual) ? [usual] : byRole.values())]
      .filter(takesKey)
      .map((one) => serverOf(one as ChatEndpoint)),
  )
  if (key !== undefined && servers.size > 1) {
    throw refused(
      'RECOLLECT_MODEL_API_KEY could be for more than one server',
      'set RECOLLECT_MODEL to the model it is for, or give each its own: OPENAI_API_KEY, ANTHROPIC_API_KEY, or apiKey',
    )
  }
  return (chosen) => {
    if (!isEndpoint(chosen) || chosen.apiKey !== undefined || !takesKey(chosen)) return chosen
    const name = KEY_NAMES[chosen.provider]
    const isOwnAddress = chosen.url === URLS[chosen.provider]
    const ofProvider = name === undefined || !isOwnAddress ? undefined : said(environment, name)
    const found = servers.has(serverOf(chosen)) ? (key ?? ofProvider) : ofProvider
    if (found === undefined) return chosen
    if (found === ofProvider) checkKey(found, name ?? '')
    return { ...chosen, apiKey: found }
  }
}

const serverOf = ({ provider, url }: ChatEndpoint) => `${provider} ${new URL(url).origin}`

function readDailyTokens({ dailyTokens, environment, file }: ReadChatOptions): number {
  const variable = 'RECOLLECT_MODEL_DAILY_TOKENS'
  const inEnvironment = said(environment, variable)
  const [value, place] =
    dailyTokens !== undefined
      ? [dailyTokens, 'modelDailyTokens']
      : inEnvironment !== undefined
        ? [/^\d+$/.test(inEnvironment) ? Number(inEnvironment) : Number.NaN, variable]
        : [file.get('modelDailyTokens') ?? DAILY_TOKENS, file.place('modelDailyTokens')]
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value
  throw refused(`not a number of tokens: ${place}`, 'give an integer from 0 on')
}

function said(environment: Environment, name: string): string | undefined {
  const value = environment[name]?.trim()
  return value === '' ? undefined : value
}

/** It becomes a header, whose own refusal would quote it. */
function checkKey(key: unknown, place: string): void {
  if (typeof key === 'string' && /^[!-~]+$/.test(key)) return
  throw refused(`not a key: ${place}`, 'a key has letters, digits and signs, and no blanks')
}

function isName(name: unknown): name is string {
  return typeof name === 'string' && /^[^\s\p{C}][^\p{C}]{0,199}$/u.test(name)
}

function isPlain(given: unknown): given is object {
  return typeof given === 'object' && given !== null && !Array.isArray(given)
}

const FIELDS: ReadonlySet<string> = new Set(['provider', 'model', 'url', 'apiKey'])
const EXAMPLE_COMPATIBLE = 'openai-compatible:http://127.0.0.1:1234/v1#my-model'
const FORMS = 'give off, client, ollama:MODEL, openai:MODEL, anthropic:MODEL or openai-compatible:URL#MODEL'

const refused = (message: string, hint: string) => new MemoryError('invalid_input', message, hint)
