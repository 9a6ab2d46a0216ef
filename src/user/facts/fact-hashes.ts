import { isSymmetric, type RelationType } from '../../graph/relation-type.js'
import { identityOf } from '../../items/identity.js'
import type { Spine } from '../../items/spine.js'
import type { BankId } from '../../reach.js'
import type { FactCategory } from '../fact-category.js'
import { canonicalForm } from './canonical-form.js'

type KeyHolder = Pick<Spine, 'identityKey'>

/** What facts are compared by. Parties are named by the ids of their entities, so that a name may change. */
export interface FactContent {
  readonly category: FactCategory
  readonly subject: string | null
  /** With the subject it makes the key; null for what may be true beside others of its kind. */
  readonly attribute: string | null
  readonly value: string | null
  readonly text: string
  readonly relation: { readonly type: RelationType; readonly object: string } | null
}

/** The keyed hash of a key: nobody can read a name out of the index. */
export function keyHash({ identityKey }: KeyHolder, bank: BankId, subject: string, attribute: string) {
  return identityOf(identityKey, [bank, 'fact key', subject, canonicalForm(attribute)])
}

/**
 * By which a statement is known when it is made again: a relation by its ends, what has a key by its value, a decision
 * to the letter, as its parts are places in its text, and everything else by the canonical form of its words.
 */
export function formHash({ identityKey }: KeyHolder, bank: BankId, content: FactContent): Uint8Array {
  return identityOf(identityKey, [bank, 'fact form', ...formOf(content)])
}

function formOf({ category, subject, attribute, value, text, relation }: FactContent): string[] {
  const about = subject ?? ''
  if (relation !== null) {
    const ends = [about, relation.object]
    if (isSymmetric(relation.type)) ends.sort()
    return ['relation', relation.type, ...ends]
  }
  if (attribute !== null && value !== null)
    return ['key', about, canonicalForm(attribute), canonicalForm(value)]
  return category === 'decision' ? [category, text] : [category, about, canonicalForm(text)]
}
