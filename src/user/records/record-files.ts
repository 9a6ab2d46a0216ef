import type { FileFault } from './markdown-record.js'

/**
 * Where the files of one bank's records are: a folder, or whatever else keeps bytes under names and changes them on a
 * condition, as object stores do. A name is given without a folder; one that is no file's name is answered as absent.
 */
export interface RecordFiles {
  /** Where that is, for messages. */
  readonly place: string
  /** A page of what there is, in the order of the names. Throws `store_failed` where it cannot tell all of it. */
  list(after?: string): Promise<FilePage>
  /** Null where there is no such file; a fault, where there is one and it is not read. */
  read(file: string): Promise<FileContent | FileFault | null>
  /** As `read`; of a file that is too large, the beginning, with a version by which it can be removed. */
  peek(file: string): Promise<FileContent | FileFault | null>
  /**
   * Puts the whole content in place at once, and durably; only where the file has this version, or where there is none
   * (null). Answers the new version; null, and changes nothing, where that is not so. `owner`: the id of the record.
   */
  write(file: string, bytes: Uint8Array, version: string | null, owner: string): Promise<string | null>
  /** Removes the file where it has this version; answers false where it has another one, true where it is gone. */
  delete(file: string, version: string): Promise<boolean>
  /** Removes what is not in place yet of writes for this record, also of those that were broken off. */
  sweep(owner: string): Promise<void>
  /** To be called before the first write, once the marker is there. Throws where no condition of a write would be kept. */
  ready(): Promise<void>
  /**
   * Removes what is kept of former contents of all files, which may hold what is forgotten. Answers why some may be left;
   * null where none is.
   */
  removePast(): Promise<string | null>
}

export interface FilePage {
  readonly entries: readonly FileEntry[]
  /** What the next page begins after; null at the end. */
  readonly next: string | null
}

export interface FileEntry {
  readonly file: string
  /**
   * Another one means that the content may be another. Null where the same could stand for two contents: of a file that
   * has just been changed.
   */
  readonly stamp: string | null
  /** Why it is not read. */
  readonly fault: FileFault | null
}

export interface FileContent {
  readonly bytes: Uint8Array
  /** Of these bytes. */
  readonly version: string
  readonly stamp: string | null
  /** Milliseconds UTC. */
  readonly modifiedAt: number
}

/**
 * Lies among the files and says whose they are: where it is missing, files are missing for another reason than that a
 * person removed them.
 */
export const MARKER_FILE = '.recollect-records'

/** Whose the marker is, to `write`. */
export const NO_RECORD = 'marker'

/** All of them, however many pages that takes. */
export async function allEntries(files: Pick<RecordFiles, 'list'>): Promise<FileEntry[]> {
  const entries: FileEntry[] = []
  for (let after: string | undefined; ; ) {
    const page = await files.list(after)
    entries.push(...page.entries)
    if (page.next === null) return entries
    after = page.next
  }
}
