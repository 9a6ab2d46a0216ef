import type { z } from 'zod'
import type { Operations } from '../../operations/table.js'
import { counted, spokenCount } from '../wording/spoken-number.js'

/** What became of the texts, in one or two lines. */
export function renderEmbedded(report: z.output<Operations['embed']['output']>): string {
  const { embedded, failed, skipped, pending, model } = report
  const parts = [`${counted(embedded, 'text')} embedded by ${model}`]
  if (failed > 0) parts.push(`${spokenCount(failed)} refused by it in whole or in part`)
  if (skipped > 0) parts.push(`${spokenCount(skipped)} not in its language`)
  const left = pending > 0 ? ` ${counted(pending, 'text')} to go: run it again.` : ''
  const isNothing = embedded + failed + skipped + pending === 0
  return isNothing ? `Nothing to do: the vectors are up to date, by ${model}.` : `${parts.join(', ')}.${left}`
}
