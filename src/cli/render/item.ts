import type { z } from 'zod'
import type { Operations } from '../../operations/table.js'
import { excerpt } from '../wording/excerpt.js'
import { printable, printableLine } from '../wording/printable.js'
import { counted } from '../wording/spoken-number.js'
import { spokenTime } from '../wording/spoken-time.js'
import { block, paragraphs } from './block.js'
import { described, wrapped } from './described.js'
import { hashed, place, type ShownItem } from './place.js'
import type { View } from './view.js'

/** One item in full. */
export function renderItem(item: ShownItem, view: View): string {
  const { style } = view
  const { turn } = item
  const rows: [string, string][] = [
    ['id', item.id],
    ['kind', item.kind],
    [
      'origin',
      `${item.origin}, ${isTainted(item) ? 'untrusted, as what it was derived from is' : TRUST[item.trust]}`,
    ],
    ['happened', spokenTime(item.occurredAt, view)],
    ['remembered', spokenTime(item.recordedAt, view)],
  ]
  if (turn !== null) {
    const channel = turn.channel === null ? '' : ` (${turn.channel})`
    rows.push(['session', printableLine(`${turn.session}${channel}, turn ${turn.seq}`)])
    rows.push([
      'said by',
      printableLine(turn.speaker === null ? turn.role : `${turn.speaker} (${turn.role})`),
    ])
  }
  if (item.record !== null) {
    const { file, type, provenance, revision, updatedAt } = item.record
    rows.push(
      ['file', printableLine(file)],
      ['type', `${type}, ${provenance}`],
      ['changed', `${spokenTime(updatedAt, view)}, revision ${revision}`],
    )
  }
  if (item.fact !== null) rows.push(...factRows(item.fact, view))
  if (item.tags.length > 0) rows.push(['tags', hashed(item.tags)])
  if (item.useCount > 0)
    rows.push(['used', `${counted(item.useCount, 'time')}, last ${spokenTime(item.lastUsedAt, view)}`])
  const facts = described(rows, { columns: view.columns, indent: 0, name: style.dim })
  return [...paragraphs(printable(wordsOf(item)), 0, view), '', ...facts].join('\n')
}

/** A record's text leaves room for a description or a body that it has not. */
function wordsOf({ text, record }: ShownItem): string {
  return record === null ? text : text.replace(/^([^\n]*)\n{3,}/, '$1\n\n').trimEnd()
}

/** What it says as a fact, and how that stands. */
function factRows(fact: NonNullable<ShownItem['fact']>, view: View): [string, string][] {
  const until = fact.validUntil === null ? 'now' : spokenTime(fact.validUntil, view)
  return [
    [
      'fact',
      printableLine([fact.category, ...(fact.subject === null ? [] : [`about ${fact.subject}`])].join(', ')),
    ],
    ...(fact.key === null
      ? []
      : [['key', printableLine(`${fact.key}: ${fact.value ?? ''}`)] as [string, string]]),
    ['status', `${fact.status}${fact.isPinned ? ', pinned' : ''}`],
    ['certain', `${Math.round(fact.confidence * 100)} %, importance ${fact.importance}`],
    ['true', `${spokenTime(fact.validFrom, view)} to ${until}`],
    ...(fact.expiresAt === null ? [] : [['expires', spokenTime(fact.expiresAt, view)] as [string, string]]),
    ...(fact.supersededBy === null ? [] : [['replaced by', fact.supersededBy] as [string, string]]),
  ]
}

/** An item, what it was derived from, and what was derived from it. */
export function renderTrace(trace: z.output<Operations['trace']['output']>, view: View): string {
  const { style } = view
  const section = (title: string, items: typeof trace.sources, none: string) => [
    '',
    style.bold(title),
    ...(items.length === 0
      ? [style.dim(`  ${none}`)]
      : items.flatMap((item) => brief(item, view, item.role))),
  ]
  return [
    renderItem(trace.item, view),
    ...section('Comes from', trace.sources, 'nothing else: it stands on its own'),
    ...section('Led to', trace.derived, 'nothing yet'),
  ].join('\n')
}

/** An item in two or three lines. */
export function brief(item: ShownItem, view: View, role?: string): string[] {
  const { style } = view
  const heading = [role, place(item, view)].filter((part) => part !== undefined).join(' · ')
  return [
    ...wrapped(heading, view.columns - 2).map((line) => `  ${style.dim(line)}`),
    ...block(excerpt(item.text, [], BRIEF_CHARS), 2, view),
    `  ${style.dim(item.id)}`,
  ]
}

const BRIEF_CHARS = 160

const TRUST: Readonly<Record<ShownItem['trust'], string>> = {
  definitive: 'definitive (corrected by you)',
  stated: 'stated by you',
  observed: 'observed',
  untrusted: 'untrusted (not your words)',
}

/** The user's own words are believed less only for what they were derived from. */
function isTainted({ origin, trust }: ShownItem): boolean {
  return origin === 'user' && trust === 'untrusted'
}
