import { clip } from '../text/clip.js'
import { frontMatterBlock } from '../text/front-matter-block.js'
import { readYamlMap } from '../text/read-yaml-map.js'
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
  const block = frontMatterBlock(text)
  // One rule and no second: the note begins with a line drawn across it.
  if (block === 'none' || block === 'open') return undefined
  const read = await readYamlMap(block.yaml)
  if (read.state === 'bad') return failed(read.line, read.detail)
  if (read.state === 'other' || read.map === null) return undefined
  const { isScalar, isSeq } = await import('yaml')
  const { map } = read
  const value = (name: string): unknown => {
    const node = map.get(name, true)
    return isScalar(node) ? node.value : undefined
  }
  const list = map.get('tags', true)
  const tags = isSeq(list)
    ? list.items.map((item) => (isScalar(item) ? item.value : undefined))
    : String(value('tags') ?? '').split(',')
  return { date: value('date') ?? value('created'), tags: tags.flatMap(tagOf), trouble: undefined }
}

function tagOf(value: unknown): string[] {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
  return text === '' ? [] : [text]
}

function failed(line: number, detail: string): FrontMatter {
  const problem = { reason: 'front matter not read', detail: clip(detail, 200), isPartial: true }
  return { date: undefined, tags: [], trouble: { line, problem } }
}
