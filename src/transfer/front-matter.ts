import { clip } from '../text/clip.js'
import type { Problem } from './problem.js'

/** What a note says about itself in front of its text. */
export interface FrontMatter {
  /** As it was written. */
  readonly date: unknown
  readonly tags: readonly string[]
  /** What could not be read, and the line of the note it is in. */
  readonly trouble: { readonly line: number; readonly problem: Problem } | undefined
}

/**
 * Reads the YAML between two `---` lines at the beginning of a note; undefined when there is none. Bad YAML takes
 * nothing from the note but its date and tags.
 */
export async function readFrontMatter(text: string): Promise<FrontMatter | undefined> {
  const block = /^---[ \t]*\r?\n/.exec(text)
  if (block === null) return undefined
  // From the end of the first line on, so that its numbers are the note's own.
  const rest = clip(text, LOOK_CHARS).substring(block[0].length - 1) // slice-ok: at a line break
  const end = /\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/.exec(rest)
  // One rule and no second: the note begins with a line drawn across it.
  if (end === null) return undefined
  const yaml = clip(rest, end.index)
  if (yaml.length > MAX_CHARS) return failed(1, `longer than ${MAX_CHARS} characters`)
  return parse(yaml)
}

async function parse(yaml: string): Promise<FrontMatter | undefined> {
  // Loaded only where a note has some: most imports have none.
  const { isMap, isScalar, isSeq, LineCounter, parseDocument, visit } = await import('yaml')
  const counter = new LineCounter()
  try {
    const document = parseDocument(yaml, {
      schema: 'core',
      logLevel: 'silent',
      prettyErrors: false,
      lineCounter: counter,
    })
    const lineOf = (at: number | undefined) => counter.linePos(at ?? 0).line
    const [error] = document.errors
    // Text between two drawn lines is YAML by accident, or not at all.
    if (error === undefined && !isMap(document.contents)) return undefined
    if (error !== undefined) return failed(lineOf(error.pos[0]), error.message)
    let alias: number | undefined
    visit(document, {
      Alias(_, node) {
        alias ??= node.range?.[0] ?? 0
      },
    })
    if (alias !== undefined) return failed(lineOf(alias), 'an alias (*name) is not read')
    const value = (name: string): unknown => {
      const node = document.get(name, true)
      return isScalar(node) ? node.value : undefined
    }
    const list = document.get('tags', true)
    const tags = isSeq(list)
      ? list.items.map((item) => (isScalar(item) ? item.value : undefined))
      : String(value('tags') ?? '').split(',')
    return { date: value('date') ?? value('created'), tags: tags.flatMap(tagOf), trouble: undefined }
  } catch (error) {
    if (error instanceof RangeError) return failed(1, 'nested too deep')
    throw error
  }
}

function tagOf(value: unknown): string[] {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
  return text === '' ? [] : [text]
}

function failed(line: number, detail: string): FrontMatter {
  const problem = { reason: 'front matter not read', detail: clip(detail, 200), isPartial: true }
  return { date: undefined, tags: [], trouble: { line, problem } }
}

const MAX_CHARS = 16 * 1024
const LOOK_CHARS = 2 * MAX_CHARS
