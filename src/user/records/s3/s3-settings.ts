import { MemoryError } from '../../../errors.js'
import { readEndpoint, type S3Place } from './s3-place.js'

/** All that a request needs: who asks, and where. */
export interface S3Settings {
  /** Of the bucket, without a slash at its end. */
  readonly base: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken: string | undefined
}

/**
 * What the place leaves open is said by the variables that all programs for S3 know. Read anew for each request: keys
 * that expire are renewed in the environment. Throws `invalid_input` where there is no key.
 */
export function readS3Settings(
  place: S3Place,
  environment: Readonly<Record<string, string | undefined>>,
): S3Settings {
  const said = (...names: string[]) => names.map((name) => environment[name]).find((value) => value)
  const [accessKeyId, secretAccessKey] = [said('AWS_ACCESS_KEY_ID'), said('AWS_SECRET_ACCESS_KEY')]
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    throw new MemoryError(
      'invalid_input',
      'there is no key for the object store of records',
      'set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY (and AWS_SESSION_TOKEN for a key that expires); from a profile: eval "$(aws configure export-credentials --format env)"',
    )
  }
  const region = place.region ?? said('AWS_REGION', 'AWS_DEFAULT_REGION') ?? 'us-east-1'
  return {
    base: baseOf(place, region, said('AWS_ENDPOINT_URL_S3', 'AWS_ENDPOINT_URL')),
    region,
    accessKeyId,
    secretAccessKey,
    sessionToken: said('AWS_SESSION_TOKEN'),
  }
}

function baseOf(
  { bucket, endpoint, style }: S3Place,
  region: string,
  saidEndpoint: string | undefined,
): string {
  const given = endpoint ?? (saidEndpoint && readEndpoint(saidEndpoint, 'AWS_ENDPOINT_URL'))
  const origin = given ?? `https://s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`
  // A dot in the name does not fit the certificate of the host.
  const isInPath = (style ?? (given === undefined && !bucket.includes('.') ? 'host' : 'path')) === 'path'
  return isInPath ? `${origin}/${bucket}` : origin.replace('://', `://${bucket}.`)
}
