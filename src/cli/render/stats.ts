import type { z } from 'zod'
import type { Operations } from '../../operations/table.js'
import { countedKind } from '../wording/spoken-kind.js'
import { counted, spokenCount } from '../wording/spoken-number.js'
import { spokenDay } from '../wording/spoken-time.js'
import { costRows, costTable } from './cost.js'
import { described } from './described.js'
import { tagCounts } from './thoughts.js'
import type { View } from './view.js'

/** Counts as a small table. */
export function renderStats(stats: z.output<Operations['stats']['output']>, view: View): string {
  const { style } = view
  const list = (
    counts: Readonly<Record<string, number>>,
    say = (name: string, count: number) => `${spokenCount(count)} ${name}`,
  ) =>
    Object.entries(counts)
      .map(([name, count]) => say(name, count))
      .join(', ')
  const rows: [string, string][] = [['items', spokenCount(stats.items)]]
  if (stats.items > 0) {
    rows.push(['kinds', list(stats.byKind, countedKind)], ['trust', list(stats.byTrust)])
    const first = spokenDay(stats.firstAt, view.zone)
    const last = spokenDay(stats.lastAt, view.zone)
    rows.push(['from', first === last ? first : `${first} to ${last}`])
  }
  if (stats.tags.length > 0) rows.push(['tags', tagCounts(stats.tags)])
  rows.push(['sessions', spokenCount(stats.sessions)], ['forgotten', spokenCount(stats.forgotten)])
  rows.push(['audit', counted(stats.auditRows, 'row')])
  const { documents, published, pending } = stats.documents
  if (documents > 0) {
    const review = pending === 0 ? '' : `, ${spokenCount(pending)} to review`
    rows.push(['documents', `${spokenCount(documents)}, ${spokenCount(published)} published${review}`])
  }
  const { indexed, stale } = stats.index
  rows.push([
    'index',
    stale === 0 ? 'up to date' : `${spokenCount(stale)} of ${spokenCount(indexed)} texts to redo`,
  ])
  rows.push(['vectors', vectorsOf(stats.embedding)])
  if (stats.cost !== undefined) rows.push(...costRows(stats.cost))
  const summary = described(rows, { columns: view.columns, indent: 0, name: style.dim })
  return [...summary, ...(stats.cost === undefined ? [] : costTable(stats.cost, view))].join('\n')
}

/** `8,120 texts, 3 failed, 12 to do; packaged:minilm-l6-v2 …`, or why there are none. */
function vectorsOf(embedding: z.output<Operations['stats']['output']>['embedding']): string {
  const { state, model, indexed, failed, skipped, pending, reason } = embedding
  if (state === 'off' && indexed === 0) return `off: ${reason}`
  const parts = [`${counted(indexed, 'text')}`]
  if (pending > 0) parts.push(`${spokenCount(pending)} to do`)
  if (failed > 0) parts.push(`${spokenCount(failed)} failed`)
  if (skipped > 0) parts.push(`${spokenCount(skipped)} not in its language`)
  const by = model === null ? '' : ` by ${model}`
  return `${parts.join(', ')}${by}${reason === null ? '' : ` (${state}: ${reason})`}`
}
