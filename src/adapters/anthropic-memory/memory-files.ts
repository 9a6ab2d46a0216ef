import type { Memory } from '../../engine.js'
import { MemoryError } from '../../errors.js'
import { isWellFormed } from '../../text/well-formed.js'
import { describeBody } from '../../user/records/describe-body.js'
import { isIn, ROOT } from './memory-path.js'

/** A file of the memory tool: a record of the type `reference` that is called like its path, and says what it holds. */
export interface MemoryFile {
  readonly path: string
  /** Exactly as it was given. */
  readonly text: string
  readonly revision: number
}

/** Files by their paths. What the operations on records refuse is thrown as they throw it. */
export interface MemoryFiles {
  /** Undefined where there is none. */
  read(path: string): Promise<MemoryFile | undefined>
  /** The paths of those in a folder, in their order; also in folders of it. */
  in(folder: string): Promise<readonly string[]>
  create(path: string, text: string): Promise<void>
  /** Throws `conflict` where the file was changed since it was read. */
  change(file: MemoryFile, text: string): Promise<void>
  /** Keeps the record, with its id and its counters. */
  rename(path: string, to: string): Promise<void>
  delete(path: string): Promise<void>
}

/** `mayForget`: a file that was deleted may come again with the same text. */
export function createMemoryFiles(memory: Memory, mayForget: boolean): MemoryFiles {
  return {
    async read(path) {
      try {
        const { name, body, revision } = await memory.recordRead({ which: path })
        return { path: name, text: body, revision }
      } catch (error) {
        if (error instanceof MemoryError && error.code === 'not_found') return undefined
        throw error
      }
    },
    async in(folder) {
      const paths: string[] = []
      for (let after: string | undefined; ; ) {
        const { records, next } = await memory.recordList({
          limit: PAGE,
          ...(after === undefined ? {} : { after }),
        })
        paths.push(
          ...records.map(({ name }) => name).filter((name) => isIn(ROOT, name) && isIn(folder, name)),
        )
        if (next === null) return paths.sort()
        after = next
      }
    },
    async create(path, text) {
      requireWellFormed(text)
      const again = mayForget ? { again: true } : {}
      await memory.recordSave({
        name: path,
        type: 'reference',
        description: descriptionOf(path, text),
        body: text,
        ...again,
      })
    },
    async change({ path, revision }, text) {
      requireWellFormed(text)
      await memory.recordUpdate({ which: path, description: descriptionOf(path, text), body: text, revision })
    },
    async rename(path, to) {
      await memory.recordUpdate({ which: path, name: to })
    },
    async delete(path) {
      await memory.recordDelete({ which: path })
    },
  }
}

const PAGE = 200

/** By which recall chooses it. */
function descriptionOf(path: string, text: string): string {
  return describeBody(path, text).description || `the file ${path}`
}

/** What would be kept otherwise than it was given is not kept. */
function requireWellFormed(text: string): void {
  if (isWellFormed(text)) return
  throw new MemoryError('invalid_input', 'the text has half a character or U+0000', 'leave it away')
}
