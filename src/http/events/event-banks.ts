import { documentBanks } from '../../document/shelves.js'
import { type BankId, type Reach, STORE_BANK } from '../../reach.js'

/** The banks of whose changes a caller may hear: what it reads, and what it looks after. Always in the same order. */
export function eventBanks(reach: Reach): readonly BankId[] {
  const { capabilities, actor } = reach
  const memory = capabilities.has('memory.read') ? reach.reads : []
  const documents = capabilities.has('knowledge.read') ? documentBanks(reach) : []
  const store = actor.audience === 'administrator' && capabilities.has('admin') ? [STORE_BANK] : []
  return [...memory, ...documents, ...store]
}
