import type { Env } from '../../../clock.js'
import type { RecordFiles } from '../record-files.js'
import { createRecordObjects } from './record-objects.js'
import { createS3Bucket } from './s3-bucket.js'
import { readS3Place, s3PlaceText } from './s3-place.js'
import { createS3Sender, type S3Sender } from './s3-request.js'
import { readS3Settings } from './s3-settings.js'

/** The files of each bank in one place of an object store, by the names of the folders that lead to the bank. */
export function openRecordObjects(
  place: string,
  env: Env,
  { environment = process.env, ...options }: OpenOptions = {},
): (folders: readonly string[]) => RecordFiles {
  const read = readS3Place(place)
  // The settings are no matter of where a record is.
  const named = s3PlaceText({ ...read, endpoint: undefined, region: undefined, style: undefined })
  const settings = () => readS3Settings(read, environment)
  const bucket = createS3Bucket(createS3Sender({ env, settings, place: named, ...options }), named)
  const conditions = { areKept: false }
  return (folders) => {
    const parts = [read.prefix, ...folders].filter((part) => part !== '')
    return createRecordObjects({
      bucket,
      prefix: parts.map((part) => `${part}/`).join(''),
      place: [named, ...folders].join('/'),
      conditions,
    })
  }
}

interface OpenOptions extends Pick<S3Sender, 'timeoutMs' | 'signer'> {
  readonly environment?: Readonly<Record<string, string | undefined>>
}
