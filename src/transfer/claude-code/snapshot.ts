import { clip } from '../../text/clip.js'
import { type JsonObject, objectOf, textOf } from '../json-field.js'
import { readTime } from '../time-field.js'

/** A file as Claude Code put it by before changing it. */
export interface SnapshotFile {
  readonly path: string
  readonly version: string
  /** Milliseconds UTC. */
  readonly at: number | null
  /** Mostly empty: the content lies elsewhere. */
  readonly text: string
}

/** The files of a `file-history-snapshot`. */
export function readSnapshot(event: JsonObject, zone: string): SnapshotFile[] {
  const snapshot = objectOf(event['snapshot'])
  const files = objectOf(snapshot?.['trackedFileBackups']) ?? objectOf(event['files']) ?? {}
  const out: SnapshotFile[] = []
  for (const [path, value] of Object.entries(files)) {
    if (path.trim() === '' || out.length === FILES_MAX) continue
    const file = objectOf(value)
    const time = readTime(file?.['backupTime'] ?? snapshot?.['timestamp'], zone)
    const version = file?.['version'] ?? file?.['hash']
    out.push({
      path: clip(path, PATH_CHARS),
      version: clip(typeof version === 'number' ? String(version) : (textOf(version) ?? ''), PATH_CHARS),
      at: time.ok ? time.at : null,
      text: textOf(file?.['content']) ?? '',
    })
  }
  return out
}

const PATH_CHARS = 1_000
const FILES_MAX = 10_000
