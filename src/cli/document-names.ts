import { realpath, stat } from 'node:fs/promises'
import { type ErrorCode, MemoryError } from '../errors.js'
import { slashed } from './import/source-name.js'
import type { OnShelf } from './on-shelf.js'

/** A document's name as the store knows it: a path of a file stands first for what was imported from there. */
export async function documentNamed(typed: string, { memory, shelf }: OnShelf): Promise<string> {
  const place = await placeOf(typed)
  if (place === undefined) return typed
  try {
    const { document } = await memory.knowledgeShow({ ...shelf, document: place })
    return document.source ?? document.id
  } catch (error) {
    // It may be called so all the same: a source, the name of a file, a title.
    if (error instanceof MemoryError && MAY_BE.has(error.code)) return typed
    throw error
  }
}

/** Nothing comes from there, or on either shelf something. */
const MAY_BE: ReadonlySet<ErrorCode> = new Set(['not_found', 'invalid_input'])

/** Undefined where there is no such file: it is an id, a title, or the source of a file that is gone. */
async function placeOf(typed: string): Promise<string | undefined> {
  try {
    const real = await realpath(typed)
    return (await stat(real)).isFile() ? slashed(real) : undefined
  } catch {
    return undefined
  }
}

/** `handbook.md#leave` or the two apart: which document, and which section of it. */
export interface TypedSection {
  readonly document: string
  readonly anchor: string | undefined
}

export async function sectionNamed(words: readonly string[], on: OnShelf): Promise<TypedSection> {
  const [first = '', ...rest] = words
  const hash = first.indexOf('#')
  if (rest.length > 0 || hash <= 0)
    return {
      document: await documentNamed(first, on),
      anchor: rest.length === 0 ? undefined : rest.join(' '),
    }
  return {
    document: await documentNamed(first.substring(0, hash), on), // slice-ok: at an ASCII mark
    anchor: first.substring(hash + 1), // slice-ok: behind an ASCII mark
  }
}
