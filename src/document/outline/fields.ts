import * as yaml from 'yaml'
import { clip } from '../../text/clip.js'
import { frontMatterBlock } from '../../text/front-matter-block.js'
import { asOneLine } from '../../text/one-line.js'
import { readYamlMapWith } from '../../text/read-yaml-map.js'
import type { OutlineProblem } from './outline.js'

/** What a document says about itself in front of its text. */
export interface Fields {
  readonly title: string | null
  readonly description: string | null
  /** Where Markdown begins. */
  readonly end: number
  readonly problems: readonly OutlineProblem[]
}

/**
 * Reads the YAML between `---` lines at `from`. A text that begins with a line drawn across it has none: what is between
 * two of them must be fields, or begin as fields do and be reported; so is what begins as fields do and does not end.
 */
export function readFields(text: string, from: number): Fields {
  const none: Fields = { title: null, description: null, end: from, problems: [] }
  if (!text.startsWith(MARK, from)) return none
  // Places stay what they are.
  const block = frontMatterBlock(text.slice(from).replace(LONE_CR, '\n')) // slice-ok: behind a byte order mark
  if (block === 'none') return none
  if (block === 'open') {
    const beginning = clip(text.slice(from + MARK.length), MAX_CHARS) // slice-ok: behind an ASCII mark
    return BEGINS_AS_FIELDS.test(beginning) ? { ...none, problems: [NOT_CLOSED] } : none
  }
  const read = readYamlMapWith(yaml, block.yaml)
  const end = from + block.end
  if (read.state === 'bad' && BEGINS_AS_FIELDS.test(block.yaml)) {
    const problem = { line: read.line, reason: 'front matter not read', detail: clip(read.detail, 200) }
    return { ...none, end, problems: [problem] }
  }
  if (read.state !== 'map' || read.map === null) return none
  const { map } = read
  const field = (name: string): string | null => {
    const node = map.get(name, true)
    const value = yaml.isScalar(node) ? node.value : undefined
    if (typeof value !== 'string' && typeof value !== 'number') return null
    return clip(asOneLine(String(value)).trim(), MAX_CHARS).trimEnd() || null
  }
  return { title: field('title'), description: field('description'), end, problems: [] }
}

const MARK = '---'

/** Fields that nothing ends: they are read as text. */
export const NOT_CLOSED: OutlineProblem = {
  line: 1,
  reason: 'front matter not closed',
  detail: 'no line --- ends it, so it is read as text',
}

const LONE_CR = /\r(?!\n)/g
const BEGINS_AS_FIELDS = /^(?:\s|#[^\n]*\n)*[\w-]{1,80}:/
const MAX_CHARS = 1000
