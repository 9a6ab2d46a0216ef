import type { Memory } from '../../engine.js'
import { counted, spokenCount } from '../wording/spoken-number.js'
import { spokenTime } from '../wording/spoken-time.js'
import type { View } from './view.js'

/** What came of taking an archive in. */
export function renderArchiveReport(
  report: Awaited<ReturnType<Memory['importArchive']>>,
  view: View,
): string {
  const { added, present, leftOut, banks, exportedAt, forgotten, proof } = report
  const lines = [
    `Took in ${counted(added['item'] ?? 0, 'item')} of ${banks === 1 ? 'one memory' : `${spokenCount(banks)} memories`}, as exported ${spokenTime(exportedAt, view)}.`,
  ]
  const known = present['item'] ?? 0
  if (known > 0) lines.push(`${counted(known, 'item')} ${known === 1 ? 'was' : 'were'} there already.`)
  const out = Object.entries(leftOut)
  if (out.length > 0) {
    const said = out.map(([type, n]) => `${spokenCount(n)} ${type}`).join(', ')
    lines.push(`Left out, as forgotten here or without what it belongs to: ${said}.`)
  }
  if (forgotten > 0) {
    const where = proof?.state === 'physical' ? 'and not on disk any more' : (proof?.reason ?? '')
    lines.push(
      `Forgotten here too, because the archive had forgotten it: ${counted(forgotten, 'item')}, ${where}.`,
    )
  }
  return lines.join('\n')
}
