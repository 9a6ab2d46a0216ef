import type { Readable } from 'node:stream'

/** One thing that is imported: a file, an entry of a zip, or the pipe. */
export interface ImportSource {
  /** As it is told: beneath the folder or zip that was named. */
  readonly name: string
  /** What its session is called after. */
  readonly sessionName: string
  /** Unknown for a pipe. */
  readonly bytes: number | undefined
  /** Milliseconds UTC. */
  readonly modifiedAt: number | undefined
  /** Throws what a person can be told: the file went away, or is a link by now. */
  open(): Promise<Readable>
}

/** All that one path stands for. */
export interface ImportSources {
  /** The last part of the path. */
  readonly label: string
  /** A folder or zip holds what it happens to hold; a file was meant. */
  readonly isMany: boolean
  readonly sources: readonly ImportSource[]
  /** What is not looked at, by reason. */
  readonly leftOut: ReadonlyMap<string, number>
  /** More than this is not taken out of it, all together; a small zip can hold a large disk. */
  readonly maxTotalBytes: number | undefined
  close(): Promise<void>
}
