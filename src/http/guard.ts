import { MemoryError } from '../errors.js'
import type { Problem } from './problem.js'

/** What is known of a request before anything of it is used. */
export interface RequestHead {
  readonly method: string
  /** As it was sent. */
  readonly target: string
  /** Names and values in turn, as they were sent: what stands twice is seen. */
  readonly rawHeaders: readonly string[]
}

export interface GuardOptions {
  /** Where the server listens. */
  readonly host: string
  readonly port: number
  /** `memory.example.org`, with a port or without: by what other names it is known, behind a proxy say. */
  readonly allowedHosts: readonly string[]
  /** `https://tools.example.org`: whose pages may ask it. */
  readonly allowedOrigins: readonly string[]
}

/** Says why a request is refused; undefined for one that may go on. */
export type Guard = (head: RequestHead) => Problem | undefined

/**
 * Lets in only what was sent to a name of this server, by no page but its own: a name that anybody can point at this machine
 * would make every page that a browser shows a page of ours (DNS rebinding). For every address, whatever the method.
 */
export function createGuard({ host, port, allowedHosts, allowedOrigins }: GuardOptions): Guard {
  const hosts = new Set([
    ...[...LOOPBACK, ...nameOf(host)].flatMap((name) => [
      `${name}:${port}`,
      ...(port === HTTP_PORT ? [name] : []),
    ]),
    ...allowedHosts
      .map(checkedHost)
      .flatMap((name) => (HAS_PORT.test(name) ? [name] : [name, `${name}:${port}`])),
  ])
  const origins = new Set(allowedOrigins.map(checkedOrigin))

  return ({ method, target, rawHeaders }) => {
    // The other forms are for proxies, and `*` for nobody here.
    if (!target.startsWith('/') || target.includes('\\'))
      return refusal('invalid_input', 'the target of the request is no path', 'ask for a path: GET /health')
    if (target.length > TARGET_MAX_CHARS)
      return {
        ...refusal('too_large', `the address is longer than ${TARGET_MAX_CHARS} characters`, 'send a POST'),
        status: 414,
      }
    const [sentTo, ...others] = valuesOf(rawHeaders, 'host')
    if (sentTo === undefined || others.length > 0)
      return refusal('invalid_input', 'one Host header is needed', 'say once whom the request is for')
    if (!hosts.has(sentTo.toLowerCase())) return wrongHost()
    const twice = ONCE.find((name) => valuesOf(rawHeaders, name).length > 1)
    if (twice !== undefined)
      return refusal('invalid_input', `the header ${twice} stands more than once`, 'send it once')
    if (valuesOf(rawHeaders, 'content-encoding').some((coding) => coding.toLowerCase() !== 'identity'))
      return refusal(
        'unsupported_media_type',
        'a packed body is not unpacked here',
        'send it as it is, without Content-Encoding',
      )
    const [origin, ...more] = valuesOf(rawHeaders, 'origin')
    if (more.length > 0) return wrongOrigin()
    if (origin !== undefined) {
      const isOwn = origin === `http://${sentTo}` || origin === `https://${sentTo}`
      return isOwn || origins.has(origin) ? undefined : wrongOrigin()
    }
    return isFromAnotherPage(method, rawHeaders) ? wrongOrigin() : undefined
  }
}

/** The values of a header, in the order in which they were sent. */
function valuesOf(rawHeaders: readonly string[], name: string): string[] {
  return rawHeaders.flatMap((text, at) =>
    at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name ? [text] : [],
  )
}

/** A page of another site may link here. What it loads into itself from here, it says no origin of. */
function isFromAnotherPage(method: string, rawHeaders: readonly string[]): boolean {
  const [site] = valuesOf(rawHeaders, 'sec-fetch-site')
  if (site !== 'cross-site' && site !== 'same-site') return false
  const [mode] = valuesOf(rawHeaders, 'sec-fetch-mode')
  return mode !== 'navigate' || (method !== 'GET' && method !== 'HEAD')
}

/** Read as one, two of them would be the name of a third. */
const ONCE = [
  'authorization',
  'idempotency-key',
  'if-match',
  'recollect-agent',
  'recollect-user',
  'recollect-worker',
  'recollect-workspace',
] as const

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'] as const

const TARGET_MAX_CHARS = 8_192

const HTTP_PORT = 80

const HAS_PORT = /:\d+$/

/** As it stands in a URL; none for what means every address of the machine. */
function nameOf(host: string): string[] {
  if (host === '0.0.0.0' || host === '::') return []
  return [host.includes(':') ? `[${host}]` : host.toLowerCase()]
}

function checkedHost(name: string): string {
  const isHost = /^(?:[a-z0-9_](?:[a-z0-9._-]{0,252})|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i.test(name)
  if (isHost) return name.toLowerCase()
  throw new MemoryError(
    'invalid_input',
    'not the name of a host',
    'give a name as browsers send it, like memory.example.org or memory.example.org:8443; no scheme, no *',
  )
}

function checkedOrigin(origin: string): string {
  const isOrigin = /^https?:\/\//.test(origin) && URL.canParse(origin) && new URL(origin).origin === origin
  if (isOrigin) return origin
  throw new MemoryError(
    'invalid_input',
    'not the origin of a page',
    'give scheme and host as browsers send them, like https://tools.example.org; no path, no *',
  )
}

function wrongHost(): Problem {
  return refusal(
    'denied',
    'this server does not answer under that name',
    'whoever runs it can allow one: recollect serve --allow-host NAME',
  )
}

function wrongOrigin(): Problem {
  return refusal(
    'denied',
    'no page of another site may ask this server',
    'whoever runs it can allow one: recollect serve --allow-origin ORIGIN',
  )
}

function refusal(code: Problem['code'], message: string, hint: string): Problem {
  return { code, message, hint }
}
