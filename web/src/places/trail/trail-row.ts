import type { OutputOf } from '../../api/operation-types.js'
import { sayCounted } from './counted-words.js'
import { t } from './words.js'

export type TrailRow = OutputOf<'memory.audit_log'>['rows'][number]

/** What tells a row from all others: its place in the chain of its bank; of a read, which has none, its moment. */
export function keyOfRow({ bank, seq, at, actor, operation }: TrailRow): string {
  return seq === null ? `${bank}@${at} ${actor} ${operation}` : `${bank}#${seq}`
}

/** Whose log it is, in words. */
export function sayBank(bank: string): string {
  if (bank === 'system/store') return t('store')
  if (bank === 'system/documents') return t('systemDocuments')
  if (bank.startsWith('w/')) return t('workspace', decodeURIComponent(bank.replace('w/', '')))
  return /^u\/[^/]+\/documents$/.test(bank) ? t('documents') : t('own')
}

/** As a person would say that it went: the code of a refusal as it is. */
export function sayOutcome(outcome: string): string {
  if (outcome === 'done') return t('done')
  return outcome === 'read' ? t('read') : `${t('refused')} · ${outcome}`
}

/** Of an administrator: whose memory they looked at; the log does not name who of them it was. */
export function sayActor(actor: string): string {
  const [, user] = /^administrator:(.+)$/.exec(actor) ?? []
  return user === undefined ? '' : t('administratorOf', user)
}

/** `items 3 · facts 2`, without what there was none of, and without the number of ids, which are told. */
export function sayCounts(counts: TrailRow['counts']): string {
  return Object.entries(counts)
    .filter(([name, count]) => count > 0 && name !== 'ids')
    .map(([name, count]) => `${sayCounted(name)} ${count}`)
    .join(' · ')
}
