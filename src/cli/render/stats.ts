import type { z } from 'zod'
import type { Operations } from '../../operations/table.js'
import { countedKind } from '../wording/spoken-kind.js'
import { counted, spokenCount } from '../wording/spoken-number.js'
import { spokenDay } from '../wording/spoken-time.js'
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
  const { indexed, stale } = stats.index
  rows.push([
    'index',
    stale === 0 ? 'up to date' : `${spokenCount(stale)} of ${spokenCount(indexed)} texts to redo`,
  ])
  return described(rows, { columns: view.columns, indent: 0, name: style.dim }).join('\n')
}
