import { type FencedText, fence, fencedLine } from '../../text/fence.js'
import { type BlockName, blockRules, type PromptItem } from './block.js'

/** A block as it stands in the prompt. */
export interface RenderedBlock {
  readonly name: BlockName
  readonly text: string
}

/**
 * The text of a block: the caller's words as they are, then what is remembered, each behind its origin, trust and day, in
 * a fence that no text can leave. Empty where there is nothing but turns.
 *
 * @param more items that had no room, where the reader should know
 */
export function renderBlock(name: BlockName, items: readonly PromptItem[], more: number): string {
  const plain = items.filter(({ as }) => as === 'plain').map(({ text }) => text)
  const named = items.filter(({ as, tool }) => as === 'tool' && tool === undefined).map(({ text }) => text)
  const memories = items.filter(({ as }) => as === 'memory')
  return [
    ...plain,
    ...(named.length === 0 ? [] : [[NAMED, ...named].join('\n')]),
    ...(memories.length === 0 ? [] : [fenced(name, memories, more)]),
  ].join('\n\n')
}

const NAMED = 'Tools that are there too; ask for the schema of one before you call it:'

function fenced(name: BlockName, items: readonly PromptItem[], more: number): string {
  return fence(name, blockRules[name].note, marked(items), more === 0 ? null : `(+${more} more)`)
}

/** What a fence costs beside its lines, for who counts ahead. */
export function frameOf(name: BlockName): string {
  return fence(name, blockRules[name].note, [], null)
}

/** What the marks of these items cost beside their text, for who counts ahead. */
export function lineOf(item: PromptItem): string {
  return fencedLine(item.group === undefined ? alone(item) : together([item]))
}

/** Those of one group behind one mark, in their order; a group stands where its first item does. */
function marked(items: readonly PromptItem[]): FencedText[] {
  const groups = new Map<string, PromptItem[]>()
  for (const [index, item] of items.entries()) {
    const key = item.group === undefined ? `alone ${index}` : `group ${item.group}`
    const same = groups.get(key)
    if (same === undefined) groups.set(key, [item])
    else same.push(item)
  }
  const lines = [...groups.values()].map((same) => ({
    text: same[0]?.group === undefined ? alone(same[0] as PromptItem) : together(same),
    order: same[0]?.group === undefined ? (same[0]?.order ?? null) : null,
  }))
  return lines.toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0)).map(({ text }) => text)
}

function alone({ text, origin, trust, day }: PromptItem): FencedText {
  return { text: withoutTokens(text), origin, trust, day, keepsLines: true }
}

/** Lines of one of them are set in further, so that none passes for another's. */
function together(items: readonly PromptItem[]): FencedText {
  const { origin, trust, day } = items[0] as PromptItem
  const lines = items
    .toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0))
    .map(({ text }) => withoutTokens(text).replace(ANY_BREAK, '\n  '))
  return { text: lines.join('\n'), origin, trust, day, keepsLines: true }
}

/** What begins a special token, such as the one that begins a system message, for models that are given one text. */
export function withoutTokens(text: string): string {
  return text.replaceAll('<|', '‹|')
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const ANY_BREAK = /\r\n|[\n\r\u000b\u000c\u0085\u2028\u2029]/g
