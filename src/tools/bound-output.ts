import { borderAt } from '../text/border-at.js'
import { clip } from '../text/clip.js'

/** Characters of remembered text in one answer: with its labels well below what clients cut or put aside. */
export const TEXT_BUDGET_CHARS = 20_000

/** More items than this are not told apart by a reader, and no question asks for so many. */
export const MAX_ITEMS = 200

/**
 * An operation's answer in a size that fits a model's context. Items share the budget fairly: short ones stay
 * whole, long ones are cut around what matched and say how to read on. The shape stays that of the operation,
 * because some clients show a model nothing but this.
 */
export function boundOutput(output: unknown): unknown {
  const shortened = keepFirst(output)
  const items: ItemLike[] = []
  visitItems(shortened, (item) => items.push(item))
  const share = fairShare(
    items.map(({ text }) => text.length),
    TEXT_BUDGET_CHARS,
  )
  return mapItems(shortened, (item) => cutItem(item, Math.max(share, MIN_CHARS)))
}

/** What every item in an answer has, whatever else an operation adds. */
export interface ItemLike {
  readonly id: string
  readonly text: string
  readonly origin: string
  readonly trust: string
  readonly matched?: readonly (readonly [number, number])[]
}

export function isItem(value: unknown): value is ItemLike {
  if (typeof value !== 'object' || value === null) return false
  const { id, text, origin, trust } = value as Partial<Record<keyof ItemLike, unknown>>
  return [id, text, origin, trust].every((field) => typeof field === 'string')
}

/** A memory record as it leaves: its body is a text like that of an item. In a list it has none. */
export interface RecordLike extends Omit<ItemLike, 'text' | 'matched'> {
  readonly name: string
  readonly description: string
  readonly body?: string
}

export function isRecord(value: unknown): value is RecordLike {
  if (typeof value !== 'object' || value === null) return false
  const { id, name, description, body, origin, trust } = value as Partial<Record<keyof RecordLike, unknown>>
  const isWhole = body === undefined || typeof body === 'string'
  return isWhole && [id, name, description, origin, trust].every((field) => typeof field === 'string')
}

/** Where to read on in a text that was cut, by unit. */
export function readOn(id: string, from: number): string {
  return from === 0 ? `recollect://item/${id}` : `recollect://item/${id}?from=${from}`
}

/** The most that each may have so that all together stay within the budget. */
export function fairShare(lengths: readonly number[], budget: number): number {
  const sorted = [...lengths].sort((a, b) => a - b)
  let left = budget
  for (const [index, length] of sorted.entries()) {
    const share = Math.floor(left / (sorted.length - index))
    if (length > share) return share
    left -= length
  }
  return budget
}

/** Words that stay even where very many items share the budget. */
const MIN_CHARS = 100

/** Text before the first match, so that it is read in its sentence. */
const LEAD_CHARS = 200

function cutItem(item: ItemLike, maxChars: number): ItemLike {
  const { id, text, matched } = item
  if (text.length <= maxChars) return item
  const from = startOf(text, matched?.[0]?.[0] ?? 0, maxChars)
  // slice-ok: startOf gives a border of characters
  const body = clip(text.substring(from), maxChars)
  const to = from + body.length
  const lead = from > 0 ? '…' : ''
  const reading = text.length <= TEXT_BUDGET_CHARS ? `memory_get ${id}` : readOn(id, to)
  const tail =
    to < text.length ? `… [${from}-${to} of ${text.length} characters; to read on: ${reading}]` : ''
  const shift = lead.length - from
  return {
    ...item,
    text: `${lead}${body}${tail}`,
    ...(matched === undefined
      ? {}
      : {
          matched: matched
            .filter(([start, end]) => start >= from && end <= to)
            .map(([start, end]) => [start + shift, end + shift] as const),
        }),
  }
}

function startOf(text: string, match: number, maxChars: number): number {
  const from = Math.max(
    0,
    Math.min(match - Math.min(LEAD_CHARS, Math.floor(maxChars / 4)), text.length - maxChars),
  )
  return borderAt(text, from)
}

function visitItems(value: unknown, visit: (item: ItemLike) => void): void {
  mapItems(value, (item) => {
    visit(item)
    return item
  })
}

function mapItems(value: unknown, map: (item: ItemLike) => ItemLike): unknown {
  if (isItem(value)) return map(value)
  if (isRecord(value)) {
    const { body } = value
    return body === undefined ? value : { ...value, body: map({ ...value, text: body }).text }
  }
  return mapChildren(value, (child) => mapItems(child, map))
}

function keepFirst(value: unknown): unknown {
  const kept = Array.isArray(value) && value.some(isItem) ? value.slice(0, MAX_ITEMS) : value // slice-ok: a list
  return mapChildren(kept, keepFirst)
}

function mapChildren(value: unknown, map: (child: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map(map)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, map(child)]))
}
