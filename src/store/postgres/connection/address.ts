import { isIPv6 } from 'node:net'
import { userInfo } from 'node:os'
import { MemoryError } from '../../../errors.js'

/** Where a server is, and as whom to speak to it: a URL, taken apart once. */
export interface ServerAddress {
  /** Tried in their order until one fits. */
  readonly hosts: readonly Host[]
  readonly user: string
  readonly password: string
  readonly database: string
  readonly tls: Tls
  /** What the server is told at the start beside these: `options` of the URL. */
  readonly options: string | undefined
  /** As people may read it: no password, and nothing of what stands behind `?`. */
  readonly location: string
}

export type Host = { readonly name: string; readonly port: number } | { readonly socket: string }

export interface Tls {
  readonly mode: TlsMode
  /** Files in PEM; the root `system` is what this machine trusts. */
  readonly rootFile: string | undefined
  readonly certificateFile: string | undefined
  readonly keyFile: string | undefined
}

export type TlsMode = (typeof MODES)[number]

/**
 * Reads `postgres://USER:PASSWORD@HOST:PORT,HOST:PORT/DATABASE?…` as psql does. The client's own reading would send
 * unknown settings to the server, a password among them, and quote in errors what it could not read. Throws
 * `invalid_input`, and quotes nothing.
 */
export function readAddress(
  url: string,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): ServerAddress {
  const [, userinfo, authority = '', path = '', search = ''] = SHAPE.exec(url) ?? refuse('no such address')
  // A slash in a password that was not written as %2F ends the part in which hosts are looked for.
  if (path.includes('@')) refuse('no such address')
  const settings = readSettings(search)
  const [name, ...secret] = (userinfo ?? '').split(':')
  const user = settings.get('user') ?? (decode(name ?? '') || environment['PGUSER'] || userInfo().username)
  const password =
    settings.get('password') ??
    (secret.length > 0 ? decode(secret.join(':')) : (environment['PGPASSWORD'] ?? ''))
  const hosts = readHosts(settings.get('host') ?? authority, settings.get('port'))
  const database = settings.get('dbname') ?? (decode(path) || user)
  return {
    hosts,
    user,
    password,
    database,
    tls: readTls(settings, hosts),
    options: settings.get('options'),
    location: `postgres://${encodeURIComponent(user)}@${hosts.map(nameOf).join(',')}/${encodeURIComponent(database)}`,
  }
}

/** A host as people may read it; the usual port is left out. */
export function nameOf(host: Host): string {
  if ('socket' in host) return host.socket
  const name = host.name.includes(':') ? `[${host.name}]` : host.name
  return host.port === USUAL_PORT ? name : `${name}:${host.port}`
}

const USUAL_PORT = 5432

const SHAPE = /^postgres(?:ql)?:\/\/(?:([^/?#]*)@)?([^/?#@]*)(?:\/([^?#]*))?(?:\?([^#]*))?$/i

const KNOWN = new Set(
  'host port user password dbname options sslmode sslrootcert sslcert sslkey application_name connect_timeout'.split(
    ' ',
  ),
)

/** What other clients, and the addresses that hosters give out, say beside; nothing here depends on it. */
const PASSED_OVER = new Set(
  `channel_binding target_session_attrs gssencmode sslnegotiation sslcompression keepalives keepalives_idle
  keepalives_interval keepalives_count tcp_user_timeout client_encoding fallback_application_name pgbouncer`.split(
    /\s+/,
  ),
)

function readSettings(search: string): ReadonlyMap<string, string> {
  const settings = new Map<string, string>()
  for (const pair of search.split('&').filter((text) => text !== '')) {
    const [name, ...value] = pair.split('=').map(decode)
    if (name === undefined || value.length !== 1) refuse('a setting behind ? is not written as name=value')
    if (PASSED_OVER.has(name)) continue
    if (!KNOWN.has(name)) refuse('a setting behind ? is not known', `known are ${[...KNOWN].join(', ')}`)
    settings.set(name, value[0] as string)
  }
  return settings
}

function readHosts(list: string, ports: string | undefined): Host[] {
  const names = list.split(',')
  const given = ports?.split(',') ?? []
  if (given.length > 1 && given.length !== names.length) refuse('there are not as many ports as hosts')
  return names.map((name, i) => readHost(name, given[i] ?? given[0]))
}

function readHost(text: string, given: string | undefined): Host {
  const [, bracketed, bare, behind] =
    /^(?:\[([^\]]*)\]|([^:[\]]*))(?::(\d*))?$/.exec(text) ??
    // Settings may name an address of IPv6 without brackets.
    (isIPv6(text) ? [text, text] : refuse('a host or port cannot be read'))
  const name = bracketed ?? decode(bare ?? '')
  const port = Number(behind || given || USUAL_PORT)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) refuse('a port is no number up to 65535')
  if (name.startsWith('/')) return { socket: `${name.replace(/\/$/, '')}/.s.PGSQL.${port}` }
  return { name: name === '' ? 'localhost' : name, port }
}

const MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full'] as const

function readTls(settings: ReadonlyMap<string, string>, hosts: readonly Host[]): Tls {
  const rootFile = settings.get('sslrootcert')
  const said = settings.get('sslmode')
  const mode = said === 'allow' ? 'prefer' : MODES.find((known) => known === said)
  if (said !== undefined && mode === undefined)
    refuse('sslmode is not known', `known are ${MODES.join(', ')}`)
  return {
    mode: stricter(mode ?? (hosts.every(isHere) ? 'disable' : 'prefer'), rootFile),
    rootFile,
    certificateFile: settings.get('sslcert'),
    keyFile: settings.get('sslkey'),
  }
}

/** As psql has it: who names a root wants it used, and one that everybody trusts says nothing without the name. */
function stricter(mode: TlsMode, rootFile: string | undefined): TlsMode {
  if (rootFile === 'system' && mode !== 'disable') return 'verify-full'
  return rootFile !== undefined && (mode === 'require' || mode === 'prefer') ? 'verify-ca' : mode
}

/** Whoever could listen in there could read this process's memory as well. */
function isHere(host: Host): boolean {
  return 'socket' in host || host.name === 'localhost' || host.name === '::1' || /^127\./.test(host.name)
}

function decode(text: string): string {
  try {
    const decoded = decodeURIComponent(text)
    if (!decoded.includes('\0')) return decoded
  } catch (error) {
    if (!(error instanceof URIError)) throw error
  }
  return refuse('a percent sign that does not begin a character')
}

function refuse(problem: string, hint = HINT): never {
  throw new MemoryError('invalid_input', `the URL of the store cannot be read: ${problem}`, hint)
}

const HINT =
  'give postgres://USER:PASSWORD@HOST:PORT/DATABASE; other characters than letters and digits as in addresses, %40 for @'
