import { posix } from 'node:path'
import { createCodeLines } from '../../text/code-lines.js'
import { descriptionFrom, nameFrom } from './record-words.js'

/** What the index of a folder of memories says, MEMORY.md of Claude Code as a rule. */
export interface MemoryIndex {
  /** What it says of other files, by their path. */
  readonly files: ReadonlyMap<string, IndexedFile>
  /** Links to files that cannot be among those that were given. */
  readonly outside: readonly { readonly target: string; readonly line: number }[]
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
  const outside: { target: string; line: number }[] = []
  const notes: IndexNote[] = []
  const isCode = createCodeLines()
  let heading = ''
  let section: string[] = []
  let since = 1
  let saysMore = false
  const close = () => {
    const said = section.join('\n').trim()
    if (saysMore) notes.push({ heading, text: said, line: since })
    section = []
    saysMore = false
  }
  for (const [index, raw] of body.split('\n').entries()) {
    const line = raw.replace(/\r$/, '')
    const isProse = !isCode(line)
    const title = isProse ? /^#{1,6}[ \t]+(\S.*)$/.exec(line)?.[1] : undefined
    if (title !== undefined) {
      close()
      heading = nameFrom(title.replace(/[ \t]+#+[ \t]*$/, ''))
      continue
    }
    const link = isProse ? linkIn(line) : undefined
    const target = link === undefined ? undefined : targetOf(path, link.target)
    if (link !== undefined && typeof target === 'string') {
      if (target !== path && !files.has(target)) files.set(target, { ...link, line: above + index })
      continue
    }
    if (target === OUTSIDE) outside.push({ target: link?.target ?? '', line: above + index })
    if (section.length === 0) {
      if (line.trim() === '') continue
      since = above + index
    }
    section.push(line)
    saysMore ||= line.trim() !== '' && target !== OUTSIDE
  }
  close()
  return { files, outside, notes }
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

/** The path of the file that a link means; undefined for what is no link to a file of Markdown. */
function targetOf(path: string, target: string): string | typeof OUTSIDE | undefined {
  const plain = /^<([^<>]*)>$/.exec(target)?.[1] ?? target
  const file = decoded(plain.replace(/[#?].*$/, ''))
  // A place in the index itself.
  if (file === '' && plain.startsWith('#')) return path
  if (!/\.(?:md|markdown)$/i.test(file) || /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(file)) return undefined
  if (file.startsWith('/')) return OUTSIDE
  const found = posix.normalize(posix.join(posix.dirname(path), file))
  return found === '..' || found.startsWith('../') ? OUTSIDE : found
}

const OUTSIDE = Symbol('outside of what was given')

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
