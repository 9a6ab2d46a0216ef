import { z } from 'zod'
import type { ConfigFile } from '../config-file.js'
import { MemoryError } from '../errors.js'
import { recallMapped } from './mapped-remote.js'
import { recallFromRecollect } from './recollect-remote.js'
import { RemoteFailure, type RemoteKind, type RemoteProvider, remoteKinds } from './remote-provider.js'
import { TIMEOUT_MS } from './remotes.js'

/** A memory elsewhere: another Recollect, any service that answers JSON (`map`), or a provider of the program's own. */
export type RemoteSetting = RemoteServerSetting | RemoteProvider

export interface RemoteServerSetting {
  /** By which what it answers is marked. */
  readonly name: string
  /** Its address; with `map`, one that holds `{question}`, unless `body` does. Plain `http:` only on this machine. */
  readonly url: string
  /** Default: both. */
  readonly kinds?: readonly RemoteKind[] | undefined
  /** The name of the variable of the environment in which its token stands. */
  readonly tokenEnv?: string | undefined
  /** Who may ask it. Default: the user `me` alone. */
  readonly users?: readonly string[] | 'all' | undefined
  /** Default 2,000. */
  readonly timeoutMs?: number | undefined
  /** Where the answer of another service says what, as dotted names. Absent: it is a Recollect. */
  readonly map?: RemoteMapSetting | undefined
  /** Of such a service: JSON that is posted, in whose strings `{question}` and `{limit}` stand for what they say. */
  readonly body?: unknown
}

export interface RemoteMapSetting {
  readonly list?: string | undefined
  readonly text: string
  readonly id?: string | undefined
  readonly at?: string | undefined
  readonly score?: string | undefined
}

const name = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]{0,39}$/, { error: 'give a name of small letters, digits, . _ -' })
const path = z.string().max(200)

const serverShape = z.strictObject({
  name,
  url: z.string().max(2_000),
  kinds: z
    .array(z.enum(remoteKinds))
    .min(1)
    .default([...remoteKinds]),
  tokenEnv: z
    .string()
    .regex(/^[A-Z][A-Z0-9_]{0,99}$/, { error: 'give the name of a variable, never a token' })
    .optional(),
  users: z.union([z.literal('all'), z.array(z.string().min(1).max(128)).min(1)]).default(['me']),
  timeoutMs: z.int().min(1).max(60_000).default(TIMEOUT_MS),
  map: z
    .strictObject({
      list: path.default(''),
      text: path.min(1),
      id: path.optional(),
      at: path.optional(),
      score: path.optional(),
    })
    .optional(),
  body: z.unknown().optional(),
})

type Server = z.output<typeof serverShape>

/**
 * The memories elsewhere that are configured: by the program, else in `config.json` of the home folder; nowhere else, so that
 * no cloned folder has questions sent anywhere. Throws `invalid_input` naming what is wrong, never a value.
 */
export function readRemoteSettings(
  given: readonly RemoteSetting[] | undefined,
  file: ConfigFile,
  environment: Readonly<Record<string, string | undefined>>,
): readonly RemoteProvider[] {
  const ofFile = given === undefined ? file.get('remotes') : undefined
  const place: Place = given === undefined ? file.place : (field) => field
  const settings: unknown = given ?? ofFile ?? []
  if (!Array.isArray(settings)) throw refused(`${place('remotes')} is no list`, EXAMPLE)
  const providers = settings.map((one, index) =>
    readOne(one, (field) => place(`remotes[${index}]${field}`), environment),
  )
  const twice = providers.find(
    ({ name: own }, index) => providers.findIndex((one) => one.name === own) < index,
  )
  if (twice !== undefined)
    throw refused(`${place('remotes')} has the name ${twice.name} twice`, 'give each its own')
  return providers
}

/** How an error names a field. */
type Place = (field: string) => string

function readOne(
  one: unknown,
  place: Place,
  environment: Readonly<Record<string, string | undefined>>,
): RemoteProvider {
  if (isProvider(one)) {
    if (!name.safeParse(one.name).success || !isKinds(one.kinds))
      throw refused(
        `${place('')} has no usable name or kinds`,
        'a name like team-memory; kinds: profile, conversation',
      )
    return one
  }
  const parsed = serverShape.safeParse(one)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const field = issue?.path.join('.') ?? ''
    throw refused(
      `${place(field === '' ? '' : `.${field}`)} cannot be used: ${issue?.message ?? ''}`,
      EXAMPLE,
    )
  }
  return serverProvider(parsed.data, place, environment)
}

function serverProvider(
  server: Server,
  place: Place,
  environment: Readonly<Record<string, string | undefined>>,
): RemoteProvider {
  const { map, body, tokenEnv, timeoutMs } = server
  const url = readUrl(server.url, place('.url'))
  const asksQuestion = `${server.url}${JSON.stringify(body ?? '')}`.includes('{question}')
  if (map !== undefined && !asksQuestion)
    throw refused(`${place('')} sends no question anywhere`, 'write {question} into url or body')
  if (map === undefined && (body !== undefined || asksQuestion))
    throw refused(`${place('')} does not say where the answer says what`, 'give map: { list, text }')
  // Behind the origin as it stands: braces are not escaped there.
  const template = server.url.substring(server.url.indexOf('/', server.url.indexOf('//') + 2)) // slice-ok: at ASCII
  return {
    name: server.name,
    kinds: server.kinds,
    host: url.host,
    users: server.users,
    timeoutMs,
    recall: async (question, options) => {
      const token = tokenEnv === undefined ? undefined : environment[tokenEnv]
      if (tokenEnv !== undefined && (token === undefined || token.trim() === ''))
        throw new RemoteFailure(`${tokenEnv} is not set, in which its token is to stand`)
      const at = { url, token: token?.trim(), timeoutMs }
      return map === undefined
        ? recallFromRecollect(at, question, options)
        : recallMapped(at, { ...map, template, ...(body === undefined ? {} : { body }) }, question, options)
    },
  }
}

function readUrl(text: string, place: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) throw refused(`${place} is no address`, EXAMPLE)
  if (url.username !== '' || url.password !== '')
    throw refused(`${place} holds a name or password`, 'give a token in the environment: tokenEnv')
  const isHere = /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/.test(url.hostname)
  if (url.protocol === 'http:' && !isHere)
    throw refused(`${place} would send questions and token in the clear`, 'give https:')
  return url
}

function isProvider(one: unknown): one is RemoteProvider {
  return typeof one === 'object' && one !== null && 'recall' in one && typeof one.recall === 'function'
}

function isKinds(kinds: unknown): boolean {
  return Array.isArray(kinds) && kinds.length > 0 && kinds.every((kind) => remoteKinds.includes(kind))
}

const EXAMPLE =
  'e.g. [{ "name": "team", "url": "https://memory.example.org", "tokenEnv": "TEAM_TOKEN" }]: docs/remote.md'

function refused(message: string, hint: string): MemoryError {
  return new MemoryError('invalid_input', message, hint)
}
