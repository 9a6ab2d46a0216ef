import { MemoryError } from '../../../errors.js'

/** Where records are in an object store, without any secret: it is kept in the store, and told in messages. */
export interface S3Place {
  readonly bucket: string
  /** Without a slash at either end; empty for the bucket itself. */
  readonly prefix: string
  /** Undefined: what AWS_ENDPOINT_URL_S3 or AWS_ENDPOINT_URL says, else Amazon's. */
  readonly endpoint: string | undefined
  /** Undefined: what AWS_REGION or AWS_DEFAULT_REGION says, else us-east-1. */
  readonly region: string | undefined
  /** Whether the bucket stands in the path or before the host; undefined: in the path, but for Amazon's own. */
  readonly style: 'path' | 'host' | undefined
}

export function isS3Place(place: unknown): place is string {
  return typeof place === 'string' && /^s3:/i.test(place)
}

/**
 * Reads `s3://bucket/prefix`, with `?endpoint=`, `&region=` and `&style=path` or `host` where the environment is not to
 * say them. Throws `invalid_input` for what is none; it quotes nothing, because a key may stand in it.
 */
export function readS3Place(place: string, saidBy = 'the place for records'): S3Place {
  const [, bucket = '', path = '', query = ''] = SHAPE.exec(place) ?? []
  if (!BUCKET.test(bucket)) throw noPlace(saidBy, 'has no name of a bucket')
  const prefix = path.replace(/^\/|\/$/g, '')
  const isPrefix =
    prefix === '' || prefix.split('/').every((part) => PREFIX_PART.test(part) && !DOTS.test(part))
  if (!isPrefix || prefix.length > PREFIX_MAX_CHARS) {
    throw noPlace(
      saidBy,
      `has a prefix that not every store takes: up to ${PREFIX_MAX_CHARS} of a-z A-Z 0-9 . _ - /`,
    )
  }
  const settings = new URLSearchParams(query)
  for (const name of settings.keys()) {
    if (!SETTINGS.has(name)) throw noPlace(saidBy, 'has a setting that is none of endpoint, region and style')
  }
  const region = settings.get('region') ?? undefined
  if (region !== undefined && !REGION.test(region)) throw noPlace(saidBy, 'has a region that is none')
  const style = settings.get('style') ?? undefined
  if (style !== undefined && style !== 'path' && style !== 'host')
    throw noPlace(saidBy, 'has a style that is neither path nor host')
  const endpoint = settings.get('endpoint') ?? undefined
  return {
    bucket,
    prefix,
    region,
    style,
    endpoint: endpoint === undefined ? undefined : readEndpoint(endpoint, `the endpoint of ${saidBy}`),
  }
}

/** One place is always written in one way. */
export function s3PlaceText({ bucket, prefix, endpoint, region, style }: S3Place): string {
  const settings = Object.entries({ endpoint, region, style }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${value}`],
  )
  return `s3://${[bucket, prefix].filter((part) => part !== '').join('/')}${settings.length === 0 ? '' : `?${settings.join('&')}`}`
}

/** The origin of a server. Throws `invalid_input`, with who said it. */
export function readEndpoint(text: string, saidBy: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isOrigin =
    (url?.protocol === 'https:' || url?.protocol === 'http:') &&
    url.pathname === '/' &&
    url.search + url.hash + url.username + url.password === ''
  if (url !== undefined && isOrigin) return url.origin
  throw new MemoryError(
    'invalid_input',
    `${saidBy} is not the address of a server`,
    'give its origin, like https://s3.example.org; keys belong into AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
  )
}

const SHAPE = /^s3:\/\/([^/?]*)((?:\/[^?]*)?)(?:\?(.*))?$/i
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const PREFIX_PART = /^[\w.-]+$/
const DOTS = /^\.{1,2}$/
const PREFIX_MAX_CHARS = 256
const REGION = /^[a-z0-9-]{1,64}$/
const SETTINGS = new Set(['endpoint', 'region', 'style'])

function noPlace(saidBy: string, what: string): MemoryError {
  return new MemoryError(
    'invalid_input',
    `${saidBy} ${what}`,
    'write it like s3://bucket/prefix, or "s3://bucket/prefix?endpoint=https://s3.example.org&region=eu-1"; keys belong into AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
  )
}
