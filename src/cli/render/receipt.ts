import type { z } from 'zod'
import type { Operations } from '../../operations/table.js'
import { counted, spokenBytes } from '../spoken-number.js'
import { brief } from './item.js'
import type { ShownItem } from './place.js'
import type { View } from './view.js'

type ForgetOutput = z.output<Operations['forget']['output']>
export type ForgetReceipt = Extract<ForgetOutput, { preview: false }>

/** What forgetting would take along. */
export function renderPlan(items: readonly ShownItem[], view: View): string {
  const title =
    items.length === 1
      ? 'This will be forgotten for good:'
      : `${counted(items.length, 'item')} will be forgotten for good:`
  return [view.style.bold(title), ...items.flatMap((item) => brief(item, view))].join('\n')
}

/** What is gone, and how surely. */
export function renderReceipt(receipt: ForgetReceipt, view: View): string {
  const { style } = view
  const { ids, kept, counts, state, reason, proof } = receipt
  const rows = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${name} ${count}`)
  const [first] = ids
  return [
    style.bold(`Forgotten: ${ids.length === 1 && first !== undefined ? first : counted(ids.length, 'item')}`),
    ...(ids.length > 1 ? ids.map((id) => `  ${id}`) : []),
    `  ${style.dim('rows removed')}  ${rows.join(', ')}`,
    ...(kept.length > 0
      ? [`  ${style.dim('kept')}          ${counted(kept.length, 'derived item')} with another source`]
      : []),
    state === 'physical'
      ? `  ${style.good('physical')}      ${physical(proof)}`
      : `  ${style.bad('logical')}       gone from every answer, not yet proven gone from disk${reason === null ? '' : `: ${reason}`}`,
  ].join('\n')
}

function physical(proof: ForgetReceipt['proof']): string {
  if (proof === null) return 'gone from disk'
  const repaired = proof.repairs.length > 0 ? `, after ${proof.repairs.join(', ')}` : ''
  return `looked for in ${spokenBytes(proof.scannedBytes)} on disk and not found${repaired}`
}
