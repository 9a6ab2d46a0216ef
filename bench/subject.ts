/** One system that is measured: what it takes to keep texts and find them again, and nothing else. */
export interface Subject {
  /** Takes in a whole file, the fastest way the system offers. Called once a bank, on an empty store. */
  insert(source: Source): Promise<void>
  /** Keeps one text in the bank `big`, as durable as the system makes it by itself. */
  capture(text: string): Promise<void>
  /** Places of at most ten texts, best first; -1 for one that was captured. */
  search(question: string, bank: Bank): Promise<readonly number[]>
  /** Writes all to disk, for systems that keep everything in memory and do this only when told. */
  persist?(): Promise<void>
  /** A second process that is part of the system, so that its memory counts. */
  readonly pid?: number
  close(): Promise<void>
}

/** Opens the system on a folder: empty, or as an earlier process of it left it. */
export type OpenSubject = (home: string, dataset: Dataset) => Promise<Subject>

/** 99 of 100 texts are in the one, the rest in the other, in the same file or index. */
export type Bank = 'big' | 'small'

/** JSON messages, a line each, in the shape that `recollect import` reads. */
export interface Source {
  readonly bank: Bank
  readonly file: string
  /** Place of its first text in the whole data set. */
  readonly first: number
}

/** What a child process is told of the texts; the texts themselves stay on disk. */
export interface Dataset {
  readonly folder: string
  readonly items: number
  readonly sources: readonly [big: Source, small: Source]
}

/** Turns of a session in the data set, which is how Recollect's hits say their place. */
export const TURNS_PER_SESSION = 50
