import type { z } from 'zod'
import type { Operations } from '../../operations/table.js'
import { printableLine } from '../wording/printable.js'
import { counted, spokenCount } from '../wording/spoken-number.js'
import { spokenTime } from '../wording/spoken-time.js'
import { wrapped } from './described.js'
import { renderHits } from './hits.js'
import { renderStanding } from './standing.js'
import type { View } from './view.js'

type Recalls = z.output<Operations['recalls']['output']>
export type Explained = z.output<Operations['explain']['output']>

/** What was asked lately: each question, and what came of it. */
export function renderRecalls({ recalls, isKept }: Recalls, view: View): string {
  const { style, columns } = view
  if (recalls.length === 0)
    return isKept ? 'No search is remembered.' : 'No log of searches is kept: it is switched off.'
  return recalls
    .map(({ recallId, at, actor, question, hits, ranked, used }) =>
      [
        ...head([spokenTime(at, view), ...byWhom(actor), ...outcome({ hits, ranked, used })], view),
        ...wrapped(shownQuestion(question), columns - 2).map((line) => `  ${line}`),
        `  ${style.dim(recallId)}`,
      ].join('\n'),
    )
    .join('\n\n')
}

/** A search of before: what was asked, and how it came to its hits; or where one item stood in it. */
export function renderExplained(
  explained: Explained,
  shown: Explained['hits'],
  view: View,
  showsIds: boolean,
): string {
  const { question, at, actor, hits, ranked, mode, kinds, missing, standing } = explained
  const used = hits.filter((hit) => hit.used).length
  const parts = [spokenTime(at, view), ...byWhom(actor), ...outcome({ hits: hits.length, ranked, used })]
  if (mode !== 'measured') parts.push(mode)
  if (kinds !== null) parts.push(`only ${kinds.join(', ')}`)
  const without = Object.entries(missing).map(
    ([layer, reason]) => `Without ${layer}: ${printableLine(String(reason))}`,
  )
  const listed = shown.map((hit) => ({ ...hit, matched: [], why: hit.used ? 'used' : '' }))
  return [
    [
      ...wrapped(shownQuestion(question), view.columns).map(view.style.bold),
      ...head(parts, view),
      ...without.flatMap((line) => wrapped(line, view.columns)).map(view.style.dim),
    ].join('\n'),
    standing === undefined ? renderHits({ hits: listed }, view, showsIds) : renderStanding(standing, view),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

function head(parts: readonly string[], { columns, style }: View): string[] {
  return wrapped(parts.join(' · '), columns).map(style.dim)
}

/** One's own searches are the rule, and not worth saying. */
function byWhom(actor: string): string[] {
  return actor.startsWith('agent:') ? [printableLine(actor)] : []
}

function outcome({
  hits,
  ranked,
  used,
}: {
  readonly hits: number
  readonly ranked: number
  readonly used: number
}): string[] {
  const found = hits < ranked ? `${counted(hits, 'hit')} of ${spokenCount(ranked)}` : counted(hits, 'hit')
  return [found, ...(used > 0 ? [`${spokenCount(used)} used`] : [])]
}

function shownQuestion(question: string): string {
  const line = printableLine(question).trim()
  return line === '' ? '(an empty question)' : line
}
