import { posix } from 'node:path'
import { descriptionFrom, nameFrom } from './record-words.js'

/** What the index of a folder of memories says, MEMORY.md of Claude Code as a rule. */
export interface MemoryIndex {
  /** What it says of other files, by their path. */
  readonly files: ReadonlyMap<string, IndexedFile>
  /** What it says itself: the lines of a section that point nowhere. */
  readonly notes: readonly IndexNote[]
}

export interface IndexedFile {
  readonly title: string
  /** Empty where it says only where the file is. */
  readonly description: string
  readonly line: number
}

export interface IndexNote {
  /** The heading above; empty where there is none. */
  readonly heading: string
  readonly text: string
  readonly line: number
}

export function isMemoryIndex(path: string): boolean {
  return posix.basename(path).toLowerCase() === 'memory.md'
}

/**
 * Reads an index: lines like `- [Title](file.md) — what it is about`, and notes between them. A link is followed by
 * nobody: it only says which of the given files is meant, and one that leads out of the folder means none.
 */
export function readMemoryIndex(
  path: string,
  { text, body }: { readonly text: string; readonly body: string },
): MemoryIndex {
  // Its lines are counted from the top of the file.
  const above = text.substring(0, text.lastIndexOf(body)).split('\n').length // slice-ok: at a line break
  const files = new Map<string, IndexedFile>()
  const notes: IndexNote[] = []
  let heading = ''
  let section: string[] = []
  let since = 1
  const close = () => {
    const said = section.join('\n').trim()
    if (said !== '') notes.push({ heading, text: said, line: since })
    section = []
  }
  for (const [index, raw] of body.split('\n').entries()) {
    const line = raw.replace(/\r$/, '')
    const title = /^#{1,6}[ \t]+(\S.*)$/.exec(line)?.[1]
    if (title !== undefined) {
      close()
      heading = nameFrom(title.replace(/[ \t]+#+[ \t]*$/, ''))
      continue
    }
    const link = linkIn(line)
    const target = link === undefined ? undefined : targetOf(path, link.target)
    if (link !== undefined && target !== undefined) {
      if (!files.has(target)) files.set(target, { ...link, line: above + index })
      continue
    }
    if (section.length === 0) {
      if (line.trim() === '') continue
      since = above + index
    }
    section.push(line)
  }
  close()
  return { files, notes }
}

/** A line that is a link and what is said of it. */
function linkIn(line: string): (Omit<IndexedFile, 'line'> & { readonly target: string }) | undefined {
  if (line.length > LINE_MAX_CHARS) return undefined
  const [, title, target, rest] = LINK.exec(line) ?? []
  if (title === undefined || target === undefined || rest === undefined) return undefined
  return {
    title: nameFrom(title),
    target,
    description: descriptionFrom(rest.replace(/^[\s*_]*(?:[-–—:|]+|：)?[\s*_]*/u, '')),
  }
}

/** The path of the file that a link means; undefined for an address, or what lies outside. */
function targetOf(path: string, target: string): string | undefined {
  const plain = /^<([^<>]*)>$/.exec(target)?.[1] ?? target
  const file = decoded(plain.replace(/[#?].*$/, ''))
  if (!/\.(?:md|markdown)$/i.test(file) || /^[a-z][a-z0-9+.-]*:/i.test(file) || file.startsWith('/'))
    return undefined
  const found = posix.normalize(posix.join(posix.dirname(path), file))
  return found === '..' || found.startsWith('../') ? undefined : found
}

function decoded(target: string): string {
  try {
    return decodeURIComponent(target)
  } catch (error) {
    if (error instanceof URIError) return target
    throw error
  }
}

// A bullet, perhaps bold, the link, and the rest of the line.
const LINK =
  /^[ \t]*(?:[-*+]|\d{1,9}[.)])?[ \t]*(?:\*\*|__)?\[([^[\]]{1,500})\]\(([^()\s]{1,500}|<[^<>]{1,500}>)\)(.*)$/
const LINE_MAX_CHARS = 4_000
