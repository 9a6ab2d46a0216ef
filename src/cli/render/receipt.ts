import type { z } from 'zod'
import type { Operations } from '../../operations/table.js'
import { printableLine } from '../wording/printable.js'
import { countedKind } from '../wording/spoken-kind.js'
import { counted, spokenBytes, spokenCount } from '../wording/spoken-number.js'
import { spokenDay } from '../wording/spoken-time.js'
import { described } from './described.js'
import { brief } from './item.js'
import type { View } from './view.js'

type ForgetOutput = z.output<Operations['forget']['output']>
export type ForgetReceipt = Extract<ForgetOutput, { preview: false }>
type ClearReceipt = z.output<Operations['clear']['output']>
type Stats = z.output<Operations['stats']['output']>

type ForgetPlan = Extract<ForgetOutput, { preview: true }>

/** What forgetting would take along. */
export function renderPlan({ items, isComplete }: ForgetPlan, view: View): string {
  const counting = `${counted(items.length, 'item')}${isComplete ? '' : ' and more'}`
  const title =
    items.length === 1 && isComplete
      ? 'This will be forgotten for good:'
      : `${counting} will be forgotten for good:`
  return [
    view.style.bold(title),
    ...items.flatMap((item) => brief(item, view)),
    ...(isComplete ? [] : ['…']),
  ].join('\n')
}

/** What is gone, and how surely. */
export function renderReceipt(receipt: ForgetReceipt, view: View): string {
  const { ids, kept, restorable } = receipt
  const [first] = ids
  return [
    view.style.bold(
      `Forgotten: ${ids.length === 1 && first !== undefined ? first : counted(ids.length, 'item')}`,
    ),
    ...(ids.length > 1 ? ids.map((id) => `  ${id}`) : []),
    ...facts(
      receipt,
      [
        ...(kept.length > 0
          ? [['kept', `${counted(kept.length, 'derived item')} with another source`] as const]
          : []),
        ...restorable.map((id) => ['restorable', `recollect restore-fact ${id}`] as const),
      ],
      view,
    ),
  ].join('\n')
}

/** What clearing would take. */
export function renderClearPlan(stats: Stats, user: string, view: View): string {
  const whose = `the memory of ${printableLine(user)}`
  if (stats.items === 0 && stats.forgotten === 0) return `There is nothing to forget: ${whose} is empty.`
  const kinds = Object.entries(stats.byKind).map(([kind, count]) => `  ${countedKind(kind, count)}`)
  const first = spokenDay(stats.firstAt, view.zone)
  const last = spokenDay(stats.lastAt, view.zone)
  return [
    view.style.bold(`Everything in ${whose} will be forgotten for good:`),
    ...kinds,
    ...(stats.firstAt === null ? [] : [`  from ${first === last ? first : `${first} to ${last}`}`]),
    '',
  ].join('\n')
}

/** What is gone of a whole memory, and how surely. */
export function renderCleared(cleared: ClearReceipt, view: View): string {
  return [
    view.style.bold(`Forgotten: ${counted(cleared.items, 'item')}, all there was`),
    ...facts(cleared, [], view),
  ].join('\n')
}

/** What is gone of the log of searches, and how surely. */
export function renderClearedRecalls(
  { recalls, ...proven }: z.output<Operations['clearRecalls']['output']>,
  view: View,
): string {
  return [
    view.style.bold(recalls === 1 ? 'Deleted: one search' : `Deleted: ${spokenCount(recalls)} searches`),
    ...facts({ counts: {}, ...proven }, [], view),
  ].join('\n')
}

function facts(
  { counts, state, reason, proof }: Pick<ForgetReceipt, 'counts' | 'state' | 'reason' | 'proof'>,
  more: readonly (readonly [string, string])[],
  { style, columns }: View,
): string[] {
  const removed = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${name} ${spokenCount(count)}`)
  const unproven = `gone from every answer, not yet proven gone from disk${reason === null ? '' : `: ${printableLine(reason)}`}`
  const rows: (readonly [string, string])[] = [
    ...(removed.length === 0 ? [] : [['rows removed', removed.join(', ')] as const]),
    ...more,
    state === 'physical' ? ['physical', physical(proof)] : ['logical', unproven],
  ]
  const name = (what: string) =>
    what === 'physical' ? style.good(what) : what === 'logical' ? style.bad(what) : style.dim(what)
  return described(rows, { columns, name })
}

function physical(proof: ForgetReceipt['proof']): string {
  if (proof === null) return 'gone from disk'
  const repaired = proof.repairs.length > 0 ? `, after ${proof.repairs.join(', ')}` : ''
  return `looked for in ${spokenBytes(proof.scannedBytes)} on disk and not found${repaired}`
}
