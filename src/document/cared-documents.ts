import { documentBankOf, inBank, isPerson, kindOfBank, type Reach, SYSTEM_DOCUMENTS } from '../reach.js'

/**
 * The caller in the banks of documents that they look after beside the bank that they write: their own, and for the
 * administrator those of every user. Agents look after none, nor does whoever looks into a worker's bank.
 */
export function caredDocuments(reach: Reach): readonly Reach[] {
  const { audience } = reach.actor
  if (!isPerson(audience) || kindOfBank(reach.writes) !== 'user') return []
  const own = inBank(reach, documentBankOf(reach.actor.user))
  return audience === 'administrator' ? [own, inBank(reach, SYSTEM_DOCUMENTS)] : [own]
}
