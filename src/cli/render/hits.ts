import type { z } from 'zod'
import type { Operations } from '../../operations/table.js'
import { isMissingByChoice } from '../../search/vectors/find-meaning.js'
import { excerpt, type Span } from '../wording/excerpt.js'
import { printableLine } from '../wording/printable.js'
import { counted } from '../wording/spoken-number.js'
import { displayWidth } from '../wording/wrap.js'
import { renderAccount } from './account.js'
import { block } from './block.js'
import { wrapped } from './described.js'
import { place, type ShownItem } from './place.js'
import type { View } from './view.js'

export type SearchOutput = z.output<Operations['search']['output']>
export type Hit = SearchOutput['hits'][number]

/** An item of any list that is shown with numbers. */
export type Listed = ShownItem & {
  readonly matched: readonly (readonly number[])[]
  /** In a list without ranking there is no why. */
  readonly why?: string
  readonly alike?: readonly string[]
  /** Where its score comes from, when that was asked for. */
  readonly account?: Hit['account']
  readonly score?: number
}

/** What was found: number, time and place, the text around what matched, and why. */
export function renderHits(
  { hits }: { readonly hits: readonly Listed[] },
  view: View,
  showsIds = true,
): string {
  const width = String(hits.length).length
  return hits
    .map((hit, index) => renderHit(hit, String(index + 1).padStart(width), view, showsIds))
    .join('\n\n')
}

function renderHit(hit: Listed, rank: string, view: View, showsIds: boolean): string {
  const { style, columns } = view
  const indent = rank.length + 2
  const pad = ' '.repeat(indent)
  const matched = hit.matched.map(([start, end]): Span => [start ?? 0, end ?? 0])
  const alike = hit.alike?.length ?? 0
  const why =
    printableLine(hit.why ?? '') +
    (alike === 0 ? '' : ` · said ${alike === 1 ? 'once' : `${alike} times`} more`)
  const [first = '', ...more] = wrapped(place(hit, view), columns - indent)
  const isOneLine = displayWidth(why) + hit.id.length + 2 <= columns - indent
  const told = why === '' ? [] : wrapped(why, columns - indent)
  const below = !showsIds ? told : isOneLine ? [`${why}  ${hit.id}`.trim()] : [...told, hit.id]
  return [
    `${style.bold(style.accent(rank))}  ${style.dim(first)}`,
    ...more.map((line) => pad + style.dim(line)),
    ...block(excerpt(hit.text, matched, EXCERPT_CHARS), indent, view),
    ...below.map((line) => pad + style.dim(line)),
    ...(hit.account === undefined ? [] : renderAccount(hit.account, hit.score ?? 0, indent, view)),
  ].join('\n')
}

/** What a person should know about a search beside its hits; nothing when all is well. */
export function searchNotes({ hits, missing, noPath, pending, clipped }: SearchOutput): string[] {
  const notes: string[] = []
  if (hits.length === 0) notes.push('Nothing found.')
  for (const [layer, reason] of Object.entries(missing))
    if (!isMissingByChoice(reason)) notes.push(`Without ${layer}: ${printableLine(reason)}`)
  if (noPath !== null) notes.push(`No relation answers it: ${printableLine(noPath)}.`)
  if (pending > 0)
    notes.push(`${counted(pending, 'text')} not embedded yet, found by words alone: recollect embed`)
  if (clipped) notes.push('The question was too long; its beginning was asked.')
  return notes
}

/** `7 hits` */
export function hitCount({ hits }: Pick<SearchOutput, 'hits'>): string {
  return counted(hits.length, 'hit')
}

// Three lines of a usual terminal: enough to judge a hit, short enough to see five of them at once.
const EXCERPT_CHARS = 240
