import { realpath, stat } from 'node:fs/promises'
import { sourceName } from './import/source-name.js'

/** A document's name as the store knows it: a path of a file stands for the source that importing it gives. */
export async function documentNamed(typed: string): Promise<string> {
  try {
    const real = await realpath(typed)
    return (await stat(real)).isFile() ? await sourceName(real, process.cwd()) : typed
  } catch {
    // No such file: it is an id, a title, or the source of a file that is gone.
    return typed
  }
}

/** `handbook.md#leave` or the two apart: which document, and which section of it. */
export interface TypedSection {
  readonly document: string
  readonly anchor: string | undefined
}

export async function sectionNamed(words: readonly string[]): Promise<TypedSection> {
  const [first = '', ...rest] = words
  const hash = first.indexOf('#')
  if (rest.length > 0 || hash <= 0)
    return { document: await documentNamed(first), anchor: rest.length === 0 ? undefined : rest.join(' ') }
  return {
    document: await documentNamed(first.substring(0, hash)), // slice-ok: at an ASCII mark
    anchor: first.substring(hash + 1), // slice-ok: behind an ASCII mark
  }
}
