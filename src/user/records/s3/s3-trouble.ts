import { MemoryError } from '../../../errors.js'

export interface S3Refusal {
  readonly place: string
  readonly status: number
  /** What the server calls it; null where it does not say. */
  readonly code: string | null
  readonly headers: Headers
}

/** What a refusal means, and what to do. Nothing is quoted but its code. */
export function s3Trouble({ place, status, code, headers }: S3Refusal): MemoryError {
  const said = `${place}: the object store answers ${status}${code === null ? '' : ` ${code}`}`
  if (status >= 500 || status === 429 || status === 408 || status === 409)
    return new MemoryError('store_busy', said, 'try again; where it stays so, look at the store itself')
  const region = headers.get('x-amz-bucket-region') ?? ''
  if (status === 301 || status === 307 || code === 'AuthorizationHeaderMalformed') {
    const which = /^[a-z0-9-]{1,64}$/.test(region) ? `: ${region}` : ''
    return new MemoryError(
      'store_failed',
      said,
      `the bucket is in another region${which}; set region, or AWS_REGION`,
    )
  }
  return new MemoryError('store_failed', said, HINTS.get(code ?? '') ?? BY_STATUS.get(status) ?? OTHERWISE)
}

/** No answer, not all of it, or one that is none. */
export function noAnswer(place: string, error: unknown): MemoryError {
  const { cause, message } = Object(error) as { cause?: unknown; message?: unknown }
  const { code } = Object(cause) as { code?: unknown }
  const what =
    typeof code === 'string' && /^[A-Z_0-9]{1,40}$/.test(code)
      ? code
      : message === 'late'
        ? 'too late'
        : 'broken off'
  return new MemoryError(
    'store_busy',
    `${place}: no answer from the object store (${what})`,
    'is it running, and the endpoint right (endpoint in the place, or AWS_ENDPOINT_URL)? try again',
  )
}

/** An answer that says nothing, or not all. */
export function noS3Answer(place: string): MemoryError {
  return new MemoryError(
    'store_failed',
    `${place}: the object store gives an answer that cannot be read`,
    'is it one that speaks S3? check the endpoint',
  )
}

const KEYS = 'check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN'
const RIGHTS =
  'allow the key s3:ListBucket, s3:GetObject, s3:PutObject and s3:DeleteObject there; to forget also s3:GetBucketVersioning, and with versions s3:ListBucketVersions, s3:DeleteObjectVersion and s3:GetBucketObjectLockConfiguration'
const OTHERWISE = 'check bucket, endpoint and region (docs/records.md)'

const HINTS: ReadonlyMap<string, string> = new Map([
  ['NoSuchBucket', 'make the bucket, or check its name and the endpoint'],
  ['InvalidAccessKeyId', KEYS],
  ['SignatureDoesNotMatch', KEYS],
  ['InvalidToken', KEYS],
  ['ExpiredToken', 'the key has expired: get a new one'],
  ['RequestTimeTooSkewed', 'the clock of this machine is wrong, or that of the store: set it'],
  ['AccessDenied', RIGHTS],
])
const BY_STATUS: ReadonlyMap<number, string> = new Map([
  [401, KEYS],
  [403, RIGHTS],
])
