import type { S3Answer, S3Send } from './s3-request.js'
import { noS3Answer } from './s3-trouble.js'
import { readXml, textIn, type XmlElement } from './s3-xml.js'

export interface S3Object {
  readonly bytes: Uint8Array
  readonly tag: string
  /** Milliseconds UTC. */
  readonly modifiedAt: number
}

/** On what condition an object is written: that there is none, or that it has this tag. */
export type S3Condition = { readonly tag: string | null }

export interface S3Bucket {
  /** Up to `maxBytes` of it; null where it is not there, `refused` where this object alone may not be read. */
  get(key: string, maxBytes: number): Promise<S3Object | 'refused' | null>
  /** `unmet`, and nothing changed, where the condition is not; `unknown` where the server says that it has none. */
  put(key: string, bytes: Uint8Array, condition: S3Condition): Promise<'done' | 'unmet' | 'unknown'>
  /** Answers false where it has another tag by now; true where it is gone. */
  remove(key: string, tag: string): Promise<boolean>
  /** What lies right behind the prefix, page by page. */
  list(prefix: string, after: string | undefined): Promise<S3Page<S3Listed>>
  /** Whether it keeps former contents, and whether it may have to; null where it does not say. */
  state(): Promise<{ readonly isVersioned: boolean | null; readonly isLocked: boolean | null }>
  /** All contents, and the marks that removals have left, of what lies right behind the prefix; null where it may not. */
  versions(prefix: string, after: string | undefined): Promise<S3Page<S3Version> | null>
  /** Answers false where it may not. */
  removeVersion(version: S3Version): Promise<boolean>
}

export interface S3Page<T> {
  readonly entries: readonly T[]
  readonly next: string | null
}

export interface S3Listed {
  readonly key: string
  readonly tag: string
  readonly bytes: number
}

export interface S3Version {
  readonly key: string
  readonly id: string
  readonly isLatest: boolean
  /** It says that the object was removed. */
  readonly isMark: boolean
}

/** The few requests that records need, as Amazon documents them. */
export function createS3Bucket(send: S3Send, place: string): S3Bucket {
  async function ask(query: Record<string, string>, understands: readonly string[]) {
    const { refusal, bytes } = await send({ method: 'GET', query, maxBytes: LIST_MAX_BYTES, understands })
    if (refusal !== null) return refusal
    const element = readXml(Buffer.from(bytes).toString())
    if (element === undefined) throw noS3Answer(place)
    return element
  }

  /** Whether the bucket has a feature; null where that may not be asked, or the server does not know the question. */
  async function has(feature: string, root: string, isOn: (element: XmlElement) => boolean) {
    const answer = await ask({ [feature]: '' }, [...NOT_TOLD, ...NO_SUCH_THING])
    if (typeof answer !== 'object') return NO_SUCH_THING.includes(String(answer)) ? false : null
    return answer.name === root ? isOn(answer) : null
  }

  /** Null where it may not be asked for. */
  async function page(query: Record<string, string>, root: string, understands: readonly string[] = []) {
    const all = { 'max-keys': PAGE, delimiter: '/', 'encoding-type': 'url', ...query }
    const answer = await ask(all, understands)
    if (typeof answer !== 'object') return null
    if (answer.name !== root || !['true', 'false'].includes(textIn(answer, 'IsTruncated')))
      throw noS3Answer(place)
    return answer
  }

  return {
    async get(key, maxBytes) {
      const answer = await send({ method: 'GET', key, maxBytes, understands: ['NoSuchKey', ...OF_OBJECT] })
      if (answer.refusal === 'NoSuchKey') return null
      if (answer.refusal !== null) return 'refused'
      const modifiedAt = Date.parse(answer.headers.get('last-modified') ?? '')
      if (Number.isNaN(modifiedAt)) throw noS3Answer(place)
      return { bytes: answer.bytes, tag: tagOf(answer, place), modifiedAt }
    },

    async put(key, body, { tag }) {
      const condition = tag === null ? { 'if-none-match': '*' } : { 'if-match': tag }
      const headers = { ...condition, 'content-type': 'text/markdown; charset=utf-8' }
      // Where the object is gone, some answer that there is none, and not that it has another tag.
      const understands = [412, 501, 'NoSuchKey']
      const { refusal } = await send({
        method: 'PUT',
        key,
        headers,
        body,
        maxBytes: ERROR_MAX_BYTES,
        understands,
      })
      return refusal === null ? 'done' : refusal === 501 ? 'unknown' : 'unmet'
    },

    async remove(key, tag) {
      const { refusal } = await send({
        method: 'DELETE',
        key,
        headers: { 'if-match': tag },
        maxBytes: ERROR_MAX_BYTES,
        understands: [412, 'NoSuchKey'],
      })
      return refusal !== 412
    },

    async list(prefix, after) {
      const token: Record<string, string> = after === undefined ? {} : { 'continuation-token': after }
      const element = await page({ 'list-type': '2', prefix, ...token }, 'ListBucketResult')
      if (element === null) throw noS3Answer(place)
      const decode = decoderOf(element, place)
      return {
        entries: element.children.flatMap((child) =>
          child.name === 'Contents'
            ? [
                {
                  key: decode(textIn(child, 'Key')),
                  tag: textIn(child, 'ETag'),
                  bytes: Number(textIn(child, 'Size')),
                },
              ]
            : [],
        ),
        next: nextOf(element, textIn(element, 'NextContinuationToken'), after, place),
      }
    },

    async state() {
      const isVersioned = await has(
        'versioning',
        'VersioningConfiguration',
        (answer) => textIn(answer, 'Status') !== '',
      )
      if (isVersioned === false) return { isVersioned, isLocked: false }
      return { isVersioned, isLocked: await has('object-lock', 'ObjectLockConfiguration', () => true) }
    },

    async versions(prefix, after) {
      const [key = '', id = ''] = after === undefined ? [] : (JSON.parse(after) as [string, string])
      const markers: Record<string, string> =
        after === undefined ? {} : { 'key-marker': key, ...(id === '' ? {} : { 'version-id-marker': id }) }
      const element = await page({ versions: '', prefix, ...markers }, 'ListVersionsResult', NOT_TOLD)
      if (element === null) return null
      const decode = decoderOf(element, place)
      return {
        entries: element.children.flatMap((child) =>
          child.name === 'Version' || child.name === 'DeleteMarker'
            ? [
                {
                  key: decode(textIn(child, 'Key')),
                  id: textIn(child, 'VersionId'),
                  isLatest: textIn(child, 'IsLatest') === 'true',
                  isMark: child.name === 'DeleteMarker',
                },
              ]
            : [],
        ),
        next: nextOf(
          element,
          JSON.stringify([decode(textIn(element, 'NextKeyMarker')), textIn(element, 'NextVersionIdMarker')]),
          after,
          place,
        ),
      }
    },

    async removeVersion({ key, id }) {
      const { refusal } = await send({
        method: 'DELETE',
        key,
        query: { versionId: id },
        maxBytes: ERROR_MAX_BYTES,
        understands: ['NoSuchKey', 'NoSuchVersion', 'InvalidRequest', ...NOT_TOLD],
      })
      return refusal === null || String(refusal).startsWith('NoSuch')
    },
  }
}

const PAGE = '1000'
/** A thousand keys of the longest, each letter written as three. */
const LIST_MAX_BYTES = 16 * 1024 * 1024
const ERROR_MAX_BYTES = 64 * 1024

// Refusals that concern one object: its key of encryption, or that it lies in an archive.
const OF_OBJECT = ['AccessDenied', 'InvalidObjectState', 'KMS.DisabledException', 'KMS.NotFoundException']
const NOT_TOLD = ['AccessDenied', 'MethodNotAllowed']
const NO_SUCH_THING = [
  'NotImplemented',
  'ObjectLockConfigurationNotFoundError',
  'NoSuchObjectLockConfiguration',
]

/** As it is given, with its quotes. */
function tagOf({ headers }: S3Answer, place: string): string {
  const tag = headers.get('etag')
  if (tag === null || tag === '') throw noS3Answer(place)
  return tag
}

/** Keys may hold what XML cannot; a server that does not know of it gives them as they are. */
function decoderOf(element: XmlElement, place: string): (key: string) => string {
  if (textIn(element, 'EncodingType') !== 'url') return (key) => key
  return (key) => {
    try {
      return decodeURIComponent(key.replaceAll('+', ' '))
    } catch (error) {
      if (error instanceof URIError) throw noS3Answer(place)
      throw error
    }
  }
}

/** Where the next page begins; null at the end. A list that goes round would never end. */
function nextOf(element: XmlElement, next: string, after: string | undefined, place: string): string | null {
  if (textIn(element, 'IsTruncated') === 'false') return null
  if (next === '' || next === after) throw noS3Answer(place)
  return next
}
