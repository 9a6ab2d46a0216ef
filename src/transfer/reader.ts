import type { Entry } from './entry.js'
import type { Head } from './head.js'

/** A format that can be imported: one file in readers/ for each. */
export interface Reader {
  /** As `--format` names it. */
  readonly name: string
  /** As a person calls it, with what marks it. */
  readonly title: string
  /** It was written by programs while nobody looked: secrets in it are masked, and what memory injected is taken out. */
  readonly isUnattended?: true
  /** Of a coding agent whose sessions `recollect hook` may keep too, called by the name of this format. */
  readonly isHooked?: true
  /**
   * What a message's role is to knowing it again. Absent: a part of it. `aside`: nothing. `either`: it may be that of the
   * user or of a contact, as it was said or not who the user is.
   */
  readonly roles?: 'aside' | 'either'
  /** Judges by the content; a name only where the content could be several things. */
  recognises(head: Head): boolean
  /** Reads all there is; what is wrong with one entry never stops the rest. */
  read(source: AsyncIterable<Uint8Array>, options: ReadOptions): AsyncIterable<Entry>
}

export interface ReadOptions {
  /** Zone of times that name none. */
  readonly zone: string
  /** Reads 8/5/2023 as 8 May, or as 5 August; undefined: as the source itself shows. */
  readonly dayFirst: boolean | undefined
  /** How the user is called in a chat of several people. */
  readonly me: string | undefined
  /** Names by ids, of sources that have ids alone. */
  readonly people: ReadonlyMap<string, readonly string[]>
  /** When a note was written that does not say so, e.g. its file's time. Milliseconds UTC. */
  readonly at: number | null
  /** The session of messages that name none. */
  readonly session: string
}
