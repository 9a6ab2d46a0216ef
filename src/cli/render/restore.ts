import type { Restored } from '../../transfer/restore-backup.js'
import type { RestorePlan } from '../../transfer/restore-plan.js'
import { counted } from '../wording/spoken-number.js'
import { spokenTime } from '../wording/spoken-time.js'
import type { View } from './view.js'

/** What restoring would do, for the question whether to do it. */
export function renderRestorePlan(
  { backup, present, lost, forgottenSince }: RestorePlan,
  view: View,
): string {
  const until = (at: string | null) => (at === null ? '' : `, the last of ${spokenTime(at, view)}`)
  const lines = [
    `The backup holds ${counted(backup.items, 'item')}${until(backup.lastAt)}.`,
    present.items === 0
      ? 'The present memory is empty.'
      : `The present memory holds ${counted(present.items, 'item')}${until(present.lastAt)}.`,
  ]
  if (lost.items > 0) {
    lines.push(
      `${view.style.bold(`${counted(lost.items, 'item')} of it would be lost`)}: the backup does not have them.`,
    )
  }
  if (forgottenSince > 0)
    lines.push(`${counted(forgottenSince, 'thing')} forgotten since will stay forgotten.`)
  return lines.join('\n')
}

export function renderRestored({ items, proof }: Restored, { style }: View): string {
  const line = `Restored: the memory holds ${counted(items, 'item')} now.`
  if (proof === null) return line
  return proof.state === 'physical'
    ? `${line} What was forgotten since is not among them, and not on disk.`
    : `${line} What was forgotten since is not among them; on disk: ${style.dim(proof.reason ?? 'not looked for')}.`
}
