import { clip } from '../../text/clip.js'
import { asOneLine } from '../../text/one-line.js'
import type { OutlineProblem } from '../outline/outline.js'
import type { DocumentDraft } from './prepare-version.js'

export interface ReadDocument extends DocumentDraft {
  /** What could not be read as it was meant; the text is kept as it is. */
  readonly problems: readonly OutlineProblem[]
}

/** A text as a document. Any text is one. */
export async function draftOf(text: string, path: string | null, bytes: number): Promise<ReadDocument> {
  // Loaded where documents are written: its parser is not for commands that only read.
  const { readOutline } = await import('../outline/read-outline.js')
  const { ownSummary } = await import('../summary/own-summary.js')
  const outline = readOutline(text)
  const { problems } = outline
  const title = titleOf(outline.title, path, text)
  return { text, bytes, outline, title, summary: ownSummary(clip(text, SUMMARISED_CHARS)), problems }
}

/** What it says it is called, else its file, else how it begins. */
function titleOf(title: string | null, path: string | null, text: string): string {
  const names = [title, path === null ? null : nameOf(path), firstLineOf(text)]
  for (const name of names) {
    const told = clip(asOneLine(name ?? '').trim(), TITLE_MAX_CHARS).trim()
    if (told !== '') return told
  }
  return 'Untitled'
}

/** Of the file, without its ending. */
function nameOf(path: string): string {
  const file = path.split('/').at(-1) ?? ''
  const dot = file.lastIndexOf('.')
  return dot > 0 ? clip(file, dot) : file
}

function firstLineOf(text: string): string {
  return clip(text.trimStart(), TITLE_MAX_CHARS).split(/\r?\n/, 1)[0] ?? ''
}

const TITLE_MAX_CHARS = 300
/** What a document says of itself stands at its beginning. */
const SUMMARISED_CHARS = 24_000
