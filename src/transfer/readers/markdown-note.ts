import { TAG_MAX_CHARS, TAGS_MAX } from '../../user/tag.js'
import type { Entry } from '../entry.js'
import { readFrontMatter } from '../front-matter.js'
import type { Reader } from '../reader.js'
import { readTime } from '../time-field.js'

/** A note: the file as it is, its date and tags from the front matter where it has some. */
export const markdownNote: Reader = {
  name: 'note',
  title:
    'a Markdown note, kept whole as a thought: it has a front matter or a heading, or a name that ends in .md',
  recognises({ text, bytes, shape, name = '' }) {
    if (text.trim() === '' || bytes.includes(0) || text.includes('\ufffd')) return false
    if (/^(?:---[ \t]*\r?\n|#{1,6} \S)/.test(text.trimStart())) return true
    // Prose could be anything; then, and only then, the name decides.
    return shape.begins === 'other' && /\.(?:md|markdown)$/i.test(name)
  },
  async *read(source, { zone, at, dayFirst }): AsyncGenerator<Entry> {
    const text = await readNoteText(source)
    if (text === undefined) {
      yield {
        kind: 'problem',
        place: {},
        problem: { reason: 'the note', detail: `not UTF-8, or longer than ${MAX_BYTES} bytes` },
      }
      return
    }
    if (text.trim() === '') return
    const front = await readFrontMatter(text)
    if (front?.trouble !== undefined) {
      yield { kind: 'problem', place: { line: front.trouble.line }, problem: front.trouble.problem }
    }
    const time = readTime(front?.date, zone, dayFirst)
    if (!time.ok)
      yield { kind: 'problem', place: {}, problem: { ...time.problem, reason: 'date', isPartial: true } }
    const written = time.ok ? time.at : null
    const usable = (front?.tags ?? []).filter(isUsable)
    const tags = usable.filter((_, index) => index < TAGS_MAX)
    const lost = (front?.tags.length ?? 0) - tags.length
    if (lost > 0) {
      const detail = `${lost} of them cannot be tags`
      yield { kind: 'problem', place: {}, problem: { reason: 'tags', detail, isPartial: true } }
    }
    yield { kind: 'note', place: {}, note: { text, at: written ?? at, tags } }
  },
}

/** Undefined for what is not UTF-8 or longer than any item may be. */
export async function readNoteText(source: AsyncIterable<Uint8Array>): Promise<string | undefined> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of source) {
    bytes += piece.length
    if (bytes > MAX_BYTES) return undefined
    pieces.push(piece)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(pieces))
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

function isUsable(tag: string): boolean {
  const name = tag.replace(/^\s*#/, '').trim()
  return /[\p{L}\p{N}]/u.test(name) && name.length <= TAG_MAX_CHARS && !/\p{Cc}/u.test(name)
}

const MAX_BYTES = 4_000_004
