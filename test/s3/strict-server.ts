import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestBucket } from './npm-server.js'

interface Version {
  readonly id: string
  readonly tag: string
  /** Null: it says that the object was removed. */
  readonly bytes: Buffer | null
  readonly at: Date
}

export interface Asked {
  readonly method: string
  /** Without the bucket; empty for the bucket itself. */
  readonly key: string
  readonly query: URLSearchParams
}

/** What a server does instead of answering: `before` the request has its effect, or `after` it. */
export type Fault =
  | { readonly status: number; readonly code: string }
  | { readonly body: string }
  | 'closeBefore'
  | 'closeAfter'
  | 'drip'
  | undefined

export interface StrictServer {
  readonly bucket: TestBucket
  /** Of each object, the oldest first. */
  readonly objects: Map<string, Version[]>
  readonly asked: Asked[]
  /** What it says of itself, and does; may be changed while it runs. */
  readonly says: {
    versioning: 'Enabled' | 'Suspended' | undefined
    /** Versions stay, whoever asks. */
    isLocked: boolean
    keepsConditions: boolean
    /** Whether it tells versioning and lock. */
    tells: boolean
    /** How many changes its lists are behind. */
    behind: number
    /** In a page of a list. */
    pageSize: number
    fault(asked: Asked): Fault
  }
  /** As any other program does it, without a condition. */
  put(key: string, bytes: string | Buffer): void
  text(key: string): string | undefined
  close(): Promise<void>
}

/**
 * An object store on loopback that speaks what Amazon documents, strictly: signatures, conditions of writes and removals,
 * versions, marks of removal, lists page by page; what it does not know it refuses.
 */
export async function startStrictServer(): Promise<StrictServer> {
  const objects = new Map<string, Version[]>()
  const history: Map<string, Version[]>[] = []
  const asked: Asked[] = []
  let made = 0
  const says: StrictServer['says'] = {
    versioning: undefined,
    isLocked: false,
    keepsConditions: true,
    tells: true,
    behind: 0,
    pageSize: 1000,
    fault: () => undefined,
  }

  function latest(key: string): Version | undefined {
    const version = objects.get(key)?.at(-1)
    return version?.bytes === null ? undefined : version
  }

  function remember(): void {
    history.push(new Map([...objects].map(([key, versions]) => [key, [...versions]])))
    if (history.length > 50) history.shift()
  }

  function add(key: string, bytes: Buffer | null): Version {
    remember()
    const tag = bytes === null ? '' : `"${createHash('md5').update(bytes).digest('hex')}"`
    const id = says.versioning === 'Enabled' ? `v${String(++made).padStart(6, '0')}` : 'null'
    const version = { id, tag, bytes, at: new Date() }
    const kept = says.versioning === undefined ? [] : (objects.get(key) ?? [])
    objects.set(key, [...kept.filter((one) => id !== 'null' || one.id !== 'null'), version])
    return version
  }

  function listed(): Map<string, Version[]> {
    return says.behind === 0 ? objects : (history.at(-says.behind) ?? new Map())
  }

  const server = createServer((request, response) => {
    void answer(request, response).catch(() => request.socket.destroy())
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const body = await bodyOf(request)
    const url = new URL(request.url ?? '', 'http://server')
    const [, bucket = '', ...rest] = url.pathname.split('/')
    const one = {
      method: request.method ?? '',
      key: decodeURIComponent(rest.join('/')),
      query: url.searchParams,
    }
    asked.push(one)
    const fault = says.fault(one)
    if (fault === 'closeBefore') return request.socket.destroy()
    if (fault === 'drip') return drip(response)
    if (typeof fault === 'object') {
      if ('body' in fault) return response.writeHead(200).end(fault.body)
      return refuse(response, fault.status, fault.code)
    }
    const wrong = wrongSignature(request, url, body)
    if (wrong !== undefined) return refuse(response, 403, wrong)
    if (bucket !== BUCKET) return refuse(response, 404, 'NoSuchBucket')
    if (one.key === '') return ofBucket(one, response)
    ofObject(one, request, body, fault === 'closeAfter' ? undefined : response)
    if (fault === 'closeAfter') request.socket.destroy()
    return undefined
  }

  function ofObject(
    { method, key, query }: Asked,
    request: IncomingMessage,
    body: Buffer,
    to?: ServerResponse,
  ) {
    const reply = (status: number, headers: Record<string, string> = {}, bytes?: Buffer) =>
      to?.writeHead(status, headers).end(bytes)
    const no = (status: number, code: string) => (to === undefined ? undefined : refuse(to, status, code))
    const { 'if-match': match, 'if-none-match': noneMatch } = request.headers
    const present = latest(key)
    const isMet =
      !says.keepsConditions ||
      ((match === undefined || match === present?.tag) && (noneMatch === undefined || present === undefined))
    if (method === 'GET') {
      if (present?.bytes == null) return no(404, 'NoSuchKey')
      const headers = { etag: present.tag, 'last-modified': present.at.toUTCString() }
      return reply(200, { ...headers, 'content-length': String(present.bytes.length) }, present.bytes)
    }
    if (method === 'PUT' && query.size === 0) {
      if (match !== undefined && present === undefined && says.keepsConditions) return no(404, 'NoSuchKey')
      if (!isMet) return no(412, 'PreconditionFailed')
      return reply(200, { etag: add(key, body).tag })
    }
    if (method !== 'DELETE') return no(501, 'NotImplemented')
    const id = query.get('versionId')
    if (id !== null) {
      if (says.isLocked && objects.get(key)?.some((version) => version.id === id && version.bytes !== null))
        return no(403, 'AccessDenied')
      remember()
      const left = (objects.get(key) ?? []).filter((version) => version.id !== id)
      if (left.length === 0) objects.delete(key)
      else objects.set(key, left)
      return reply(204)
    }
    if (!isMet && present !== undefined) return no(412, 'PreconditionFailed')
    if (says.versioning !== undefined) add(key, null)
    else {
      remember()
      objects.delete(key)
    }
    return reply(204)
  }

  function ofBucket({ method, query }: Asked, response: ServerResponse): unknown {
    if (method !== 'GET') return refuse(response, 501, 'NotImplemented')
    if (query.has('versioning') || query.has('object-lock')) {
      if (!says.tells) return refuse(response, 403, 'AccessDenied')
      if (query.has('object-lock')) {
        if (!says.isLocked) return refuse(response, 404, 'ObjectLockConfigurationNotFoundError')
        return xml(response, 'ObjectLockConfiguration', '<ObjectLockEnabled>Enabled</ObjectLockEnabled>')
      }
      const status = says.versioning === undefined ? '' : `<Status>${says.versioning}</Status>`
      return xml(response, 'VersioningConfiguration', status)
    }
    if (query.has('versions')) return listVersions(query, response)
    if (query.get('list-type') !== '2') return refuse(response, 501, 'NotImplemented')
    const keys = [...listed()].flatMap(([key, versions]) => {
      const version = versions.at(-1)
      return version?.bytes == null ? [] : [{ key, bytes: version.bytes, tag: version.tag, at: version.at }]
    })
    const rows = rowsOf(keys, query)
    const after = query.get('continuation-token') ?? ''
    const page = rows
      .filter(({ key }) => after === '' || compare(key, unhex(after)) > 0)
      .slice(0, says.pageSize)
    const last = page.at(-1)?.key
    const isMore = last !== undefined && last !== rows.at(-1)?.key
    const contents = page.map((row) =>
      row.one === undefined
        ? `<CommonPrefixes><Prefix>${encoded(row.key)}</Prefix></CommonPrefixes>`
        : `<Contents><Key>${encoded(row.key)}</Key><LastModified>${row.one.at.toISOString()}</LastModified><ETag>${row.one.tag.replaceAll('"', '&quot;')}</ETag><Size>${row.one.bytes.length}</Size></Contents>`,
    )
    const next = isMore ? `<NextContinuationToken>${hexed(last)}</NextContinuationToken>` : ''
    return xml(
      response,
      'ListBucketResult',
      `<EncodingType>url</EncodingType><IsTruncated>${isMore}</IsTruncated>${next}${contents.join('')}`,
    )
  }

  function listVersions(query: URLSearchParams, response: ServerResponse): void {
    const all = [...objects].flatMap(([key, versions]) =>
      versions
        .map((version, index) => ({ key, ...version, isLatest: index === versions.length - 1 }))
        .reverse(),
    )
    const rows = rowsOf(all, query).flatMap(({ one }) => (one === undefined ? [] : [one]))
    const [key, id] = [query.get('key-marker'), query.get('version-id-marker')]
    const from = key === null ? 0 : rows.findIndex((row) => row.key === key && row.id === id) + 1
    const page = rows.slice(from, from + says.pageSize)
    const last = page.at(-1)
    const isMore = from + page.length < rows.length
    const marks =
      isMore && last !== undefined
        ? `<NextKeyMarker>${encoded(last.key)}</NextKeyMarker><NextVersionIdMarker>${last.id}</NextVersionIdMarker>`
        : ''
    const entries = page.map(({ key: name, id: version, isLatest, bytes }) => {
      const element = bytes === null ? 'DeleteMarker' : 'Version'
      return `<${element}><Key>${encoded(name)}</Key><VersionId>${version}</VersionId><IsLatest>${isLatest}</IsLatest></${element}>`
    })
    xml(
      response,
      'ListVersionsResult',
      `<EncodingType>url</EncodingType><IsTruncated>${isMore}</IsTruncated>${marks}${entries.join('')}`,
    )
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    bucket: {
      place: `s3://${BUCKET}/team?endpoint=http://127.0.0.1:${port}&region=${REGION}`,
      environment: { AWS_ACCESS_KEY_ID: KEY_ID, AWS_SECRET_ACCESS_KEY: SECRET },
    },
    objects,
    asked,
    says,
    put: (key, bytes) => void add(key, Buffer.from(bytes)),
    text: (key) => latest(key)?.bytes?.toString(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const BUCKET = 'memories'
const REGION = 'eu-test-1'
const KEY_ID = 'AKIATEST'
export const SECRET = 'a/secret+that/nobody+may/see'

/** What lies behind the prefix, with what lies deeper as one row a folder, in the order of bytes. */
function rowsOf<T extends { readonly key: string }>(all: readonly T[], query: URLSearchParams) {
  const prefix = query.get('prefix') ?? ''
  const folders = new Set<string>()
  const rows: { key: string; one: T | undefined }[] = []
  for (const one of all) {
    if (!one.key.startsWith(prefix)) continue
    const slash = query.get('delimiter') === '/' ? one.key.indexOf('/', prefix.length) : -1
    if (slash === -1) rows.push({ key: one.key, one })
    else folders.add(one.key.slice(0, slash + 1))
  }
  for (const key of folders) rows.push({ key, one: undefined })
  return rows.sort((a, b) => compare(a.key, b.key))
}

function compare(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}

/** As the protocol asks for it: bytes, hashes and headers are what was signed. */
function wrongSignature(request: IncomingMessage, url: URL, body: Buffer): string | undefined {
  const { authorization = '', 'x-amz-date': date = '', 'x-amz-content-sha256': hash } = request.headers
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      authorization,
    )
  if (parts === null) return 'AccessDenied'
  const [, id, day = '', region = '', names = '', signature] = parts
  if (id !== KEY_ID) return 'InvalidAccessKeyId'
  if (region !== REGION) return 'AuthorizationHeaderMalformed'
  const at = Date.parse(String(date).replace(/^(....)(..)(..T..)(..)(..)Z$/, '$1-$2-$3:$4:$5Z'))
  if (!(Math.abs(Date.now() - at) < 15 * 60_000)) return 'RequestTimeTooSkewed'
  if (createHash('sha256').update(body).digest('hex') !== hash) return 'XAmzContentSHA256Mismatch'
  const query = [...url.searchParams].map((pair) => pair.map(rfc3986).join('=')).sort()
  const headers = names.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`)
  // What would make a write conditional must not be lost on the way.
  const isMissing = Object.keys(request.headers).some(
    (name) => /^(?:host|if-(?:none-)?match|x-amz-.*)$/.test(name) && !names.split(';').includes(name),
  )
  if (isMissing) return 'AccessDenied'
  const path = url.pathname.split('/').map((part) => rfc3986(decodeURIComponent(part)))
  const canonical = [request.method, path.join('/'), query.join('&'), headers.join(''), names, hash].join(
    '\n',
  )
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', date, scope, createHash('sha256').update(canonical).digest('hex')].join(
    '\n',
  )
  const key = [day, region, 's3', 'aws4_request'].reduce<Buffer | string>(hmac, `AWS4${SECRET}`)
  return hmac(key, text).toString('hex') === signature ? undefined : 'SignatureDoesNotMatch'
}

function hmac(key: Buffer | string, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

function rfc3986(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

function xml(response: ServerResponse, root: string, content: string): void {
  response
    .writeHead(200, { 'content-type': 'application/xml' })
    .end(
      `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${content}</${root}>`,
    )
}

/** Real ones quote what they were sent. */
function refuse(response: ServerResponse, status: number, code: string): void {
  const secrets = `<AWSAccessKeyId>${KEY_ID}</AWSAccessKeyId><StringToSign>${SECRET}</StringToSign>`
  response
    .writeHead(status)
    .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${SECRET}</Message>${secrets}</Error>`)
}

/** A byte now and then, for ever. */
function drip(response: ServerResponse): void {
  response.writeHead(200, { etag: '"drip"', 'last-modified': new Date().toUTCString() })
  const timer = setInterval(() => response.write(' '), 20)
  response.on('close', () => clearInterval(timer))
}

function encoded(key: string): string {
  return encodeURIComponent(key).replaceAll('%2F', '/').replaceAll('%20', '+')
}

function hexed(text: string): string {
  return Buffer.from(text).toString('hex')
}

function unhex(text: string): string {
  return Buffer.from(text, 'hex').toString()
}
