import { quoteInline, quoteLines } from '../text/quote.js'

/** A piece of a document, as operations on documents show it: a page, a hit, a citation. */
export interface Passage {
  readonly title: string
  readonly anchor: string
  readonly text: string
  readonly id?: string
  readonly source?: string | null
  readonly version?: number
  readonly heading?: string
  readonly headings?: readonly string[]
  readonly under?: readonly { readonly heading: string }[]
  readonly line?: number
  readonly lastLine?: number
}

/** Under which names the words of a passage stand. */
const WORDS = ['text', 'excerpt', 'quote'] as const

/** Undefined for what is no piece of a document. */
export function passageIn(value: unknown): Passage | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { document, ...own } = value as Readonly<Record<string, unknown>>
  // Of a list, each says which document it is of.
  const isOf = typeof document === 'object' && document !== null
  const fields: Readonly<Record<string, unknown>> = isOf
    ? { ...document, ...own }
    : { ...own, ...(typeof document === 'string' ? { id: document } : {}) }
  const words = WORDS.map((name) => fields[name]).find((one) => typeof one === 'string')
  const isPassage = typeof fields['title'] === 'string' && typeof fields['anchor'] === 'string'
  return isPassage && words !== undefined ? ({ ...fields, text: words } as Passage) : undefined
}

/** Where it stands, in a line of ours, and what it says, quoted. */
export function renderPassage(passage: Passage, number: number): string {
  const { title, source, version, anchor, line, lastLine, id, text } = passage
  const labels = [
    `document ${quoteInline(title, NAME_CHARS)}`,
    ...(source == null ? [] : [`source ${quoteInline(source, NAME_CHARS)}`]),
    ...(version === undefined ? [] : [`version ${version}`]),
    ...pathOf(passage),
    `anchor ${quoteInline(anchor, NAME_CHARS)}`,
    ...(line === undefined ? [] : [`lines ${line}-${lastLine ?? line}`]),
    ...(id === undefined ? [] : [`id ${id}`]),
  ]
  return `[${number}] ${labels.join(' · ')}\n${quoteLines(text)}`
}

/** What is told of a passage above it, and need not be told again. */
export const passageFields: ReadonlySet<string> = new Set([
  ...WORDS,
  'document',
  'title',
  'source',
  'version',
  'anchor',
  'heading',
  'headings',
  'under',
  'line',
  'lastLine',
  'id',
])

function pathOf({ under = [], headings, heading }: Passage): string[] {
  const path = headings ?? [...under.map((one) => one.heading), ...(heading === undefined ? [] : [heading])]
  return path.length === 0 ? [] : [`section ${path.map((name) => quoteInline(name)).join(' › ')}`]
}

const NAME_CHARS = 200
