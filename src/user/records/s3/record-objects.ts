import { createHash } from 'node:crypto'
import { MemoryError } from '../../../errors.js'
import { hasRecordEnd, isRecordFileName } from '../file-name.js'
import { RECORD_FILE_MAX_BYTES } from '../markdown-record.js'
import { type FileContent, type FileEntry, MARKER_FILE, type RecordFiles } from '../record-files.js'
import type { S3Bucket, S3Object, S3Version } from './s3-bucket.js'

export interface ObjectsOfBank {
  readonly bucket: S3Bucket
  /** Of the bank alone: what its keys begin with, a slash at its end; empty for the whole bucket. */
  readonly prefix: string
  readonly place: string
  /** Of the whole bucket, asked once while the store is open. */
  readonly conditions: { areKept: boolean }
}

/**
 * Keeps the files of records as objects, one each, under the prefix of their bank. Each write names the content that it
 * replaces, and the object store refuses it where that is not there any more.
 */
export function createRecordObjects({ bucket, prefix, place, conditions }: ObjectsOfBank): RecordFiles {
  const keyOf = (file: string) => `${prefix}${file}`

  async function peek(file: string): Promise<S3Object | 'unreadable' | null> {
    if (!isSafeName(file)) return null
    const object = await bucket.get(keyOf(file), RECORD_FILE_MAX_BYTES + 1)
    if (object !== 'refused') return object
    // Without it nothing is known: it is no matter of one file.
    if (file === MARKER_FILE) throw mayNotRead(place)
    return 'unreadable'
  }

  return {
    place,

    async list(after) {
      const { entries, next } = await bucket.list(prefix, after)
      return { entries: entries.flatMap((listed) => entryOf(listed, prefix)), next }
    },

    async read(file) {
      const object = await peek(file)
      if (object === null || object === 'unreadable') return object
      return isWhole(object) ? contentOf(object) : 'tooLarge'
    },

    async peek(file) {
      const object = await peek(file)
      return object === null || object === 'unreadable' ? object : contentOf(object)
    },

    async write(file, bytes, version) {
      if (!isSafeName(file)) throw new RangeError('write: not the name of a file')
      const before = version === null ? null : await peek(file)
      if (before === 'unreadable' || (version !== null && !isVersion(before, version))) return null
      const done = await bucket.put(keyOf(file), bytes, { tag: before?.tag ?? null })
      if (done === 'unknown') throw noConditions(place)
      const fresh = versionOf(bytes)
      // An attempt that was broken off may have put it in place.
      if (done === 'unmet' && !isVersion(await peek(file), fresh)) return null
      return fresh
    },

    async delete(file, version) {
      const present = await peek(file)
      if (present === null) return true
      return isVersion(present, version) && bucket.remove(keyOf(file), present.tag)
    },

    // What is not in place is nowhere.
    sweep: async () => undefined,

    async ready() {
      if (conditions.areKept) return
      const marker = await peek(MARKER_FILE)
      if (marker === null || marker === 'unreadable') throw mayNotRead(place)
      // The same bytes: a server that writes them all the same does no harm.
      for (const tag of [null, NO_TAG]) {
        if ((await bucket.put(keyOf(MARKER_FILE), marker.bytes, { tag })) !== 'unmet')
          throw noConditions(place)
      }
      conditions.areKept = true
    },

    async removePast() {
      const { isVersioned, isLocked } = await bucket.state()
      if (isVersioned === false) return null
      const former = await formerOf(bucket, prefix)
      if (former !== null) for (const versions of byKey(former)) await removeAll(bucket, versions)
      const left = former === null ? null : await formerOf(bucket, prefix)
      if (left === null)
        return `what the bucket keeps of former contents in ${place} cannot be listed (allow s3:ListBucketVersions)`
      if (left.length > 0) {
        const why =
          isLocked === false
            ? 'allow s3:DeleteObjectVersion'
            : 'object lock keeps them, or a right is missing'
        return `the bucket keeps ${left.length} former contents of records in ${place} (${why})`
      }
      if (isVersioned !== null && isLocked !== null) return null
      return `whether the bucket of ${place} keeps former contents cannot be read (allow s3:GetBucketVersioning and s3:GetBucketObjectLockConfiguration)`
    },
  }
}

/** Of no object: a hash that nothing has. */
const NO_TAG = `"${'0'.repeat(32)}"`

function isSafeName(file: string): boolean {
  return file === MARKER_FILE || isRecordFileName(file)
}

function entryOf(
  { key, tag, bytes }: { readonly key: string; readonly tag: string; readonly bytes: number },
  prefix: string,
): FileEntry[] {
  const file = nameIn(prefix, key)
  if (file === null || !hasRecordEnd(file) || file.startsWith('.')) return []
  const fault = !isRecordFileName(file) ? 'fileName' : bytes > RECORD_FILE_MAX_BYTES ? 'tooLarge' : null
  return [{ file, stamp: tag === '' ? null : tag, fault }]
}

/** Null for what lies elsewhere, whatever a server lists. */
function nameIn(prefix: string, key: string): string | null {
  const file = key.substring(prefix.length) // slice-ok: behind ASCII
  return key.startsWith(prefix) && !file.includes('/') ? file : null
}

function isWhole({ bytes }: S3Object): boolean {
  return bytes.length <= RECORD_FILE_MAX_BYTES
}

function contentOf(object: S3Object): FileContent {
  const { bytes, tag, modifiedAt } = object
  return { bytes, version: isWhole(object) ? versionOf(bytes) : tag, stamp: tag, modifiedAt }
}

function isVersion(object: S3Object | 'unreadable' | null, version: string): object is S3Object {
  return object !== null && object !== 'unreadable' && contentOf(object).version === version
}

function versionOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Former contents of files of records, and marks where one was; null where they may not be listed. */
async function formerOf(bucket: S3Bucket, prefix: string): Promise<S3Version[] | null> {
  const former: S3Version[] = []
  for (let after: string | undefined; ; ) {
    const page = await bucket.versions(prefix, after)
    if (page === null) return null
    former.push(
      ...page.entries.filter(
        ({ key, isLatest, isMark }) => isSafeName(nameIn(prefix, key) ?? '') && (isMark || !isLatest),
      ),
    )
    if (page.next === null) return former
    after = page.next
  }
}

function byKey(versions: readonly S3Version[]): S3Version[][] {
  const keys = new Map<string, S3Version[]>()
  for (const version of versions) keys.set(version.key, [...(keys.get(version.key) ?? []), version])
  return [...keys.values()]
}

/** The marks at last: what stands before one would be seen again. */
async function removeAll(bucket: S3Bucket, versions: readonly S3Version[]): Promise<void> {
  for (const version of [...versions].sort((a, b) => Number(a.isMark) - Number(b.isMark)))
    if (!(await bucket.removeVersion(version))) return
}

function mayNotRead(place: string): MemoryError {
  return new MemoryError(
    'store_failed',
    `${place}: the marker of the records cannot be read`,
    'allow the key s3:GetObject and s3:ListBucket there (without the latter a missing object looks like a forbidden one)',
  )
}

function noConditions(place: string): MemoryError {
  return new MemoryError(
    'unsupported',
    `${place}: this object store does not keep the conditions of writes (If-Match, If-None-Match), so that two writers would lose each other's records`,
    'take one that does (docs/records.md names some), or a folder: recollect record-move folder',
  )
}
