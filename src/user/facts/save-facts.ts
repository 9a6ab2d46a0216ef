import type { ResolvedEntity } from '../../graph/resolved-entity.js'
import { knownOutcome, type PreparedItem } from '../../items/add.js'
import { identityOf } from '../../items/identity.js'
import type { ItemId } from '../../items/item.js'
import { addLineage } from '../../items/lineage.js'
import { createRowCounts } from '../../items/row-counts.js'
import type { Spine } from '../../items/spine.js'
import { liftTombstone } from '../../items/tombstone.js'
import type { BankId, Reach } from '../../reach.js'
import { sql } from '../../store/sql.js'
import type { Tx } from '../../store/statement.js'
import { hex } from '../../text/hex.js'
import type { Party } from '../extraction/extracted.js'
import { addFact, type NewRelation } from './add-fact.js'
import { readFacts, type StoredFact } from './fact.js'
import { formHash, keyHash } from './fact-hashes.js'
import { addFactSource, type FactPlace } from './fact-sources.js'
import { addInstruction, DETECTED, isDetectable } from './instruction-rows.js'
import { enterConflict } from './ledger.js'
import type { PreparedFact, PreparedFacts } from './prepare-facts.js'
import { repeatFact } from './repeat-fact.js'
import { giveWay, ofSameValue } from './same-value.js'
import { entryFor, standingOf } from './standing-of.js'
import { tagOf, type UserEntity, userEntity } from './subject-tag.js'
import { olderSaying } from './supersede.js'
import { confidenceOf, IMPORTANCE, isStated } from './weights.js'

/** The item that states, as it stands in the store by now. */
export interface SavedSource {
  readonly id: ItemId
  readonly rid: number
  /** By which it is known when it comes again. */
  readonly identity: Uint8Array
  /** Written by this very call. */
  readonly isNew: boolean
  /** Its user said it just now, be it in the same words as before; false for what is imported once more. */
  readonly isSaidNow: boolean
  /** Its user wants it remembered, with what it states, even where that was forgotten. Default false. */
  readonly isAgain?: boolean
}

/** Whom a text speaks of. */
export interface Parties {
  /** Needed where a statement is about the one who speaks. */
  readonly speaker: ResolvedEntity | undefined
  /** In the order of what was extracted. */
  readonly entities: readonly ResolvedEntity[]
}

export interface SavedFacts {
  /** New facts, in the order in which they stand in the text. */
  readonly ids: readonly ItemId[]
  /** What became of the statements: `facts`, `repeated`, `superseded`, `proposed`; none that is 0. */
  readonly counts: Readonly<Record<string, number>>
}

/**
 * Writes what a text states, inside the transaction of the text itself (docs/facts.md). A statement that is there
 * already is repeated, one whose key another value holds takes the key over, and what was forgotten stays so.
 */
export function* saveFacts(
  spine: Spine,
  reach: Reach,
  source: SavedSource,
  prepared: PreparedFacts,
  parties: Parties,
): Tx<SavedFacts> {
  const ids: ItemId[] = []
  const counts = createRowCounts()
  const user = parties.speaker ?? (yield* userEntity(spine, reach.writes))
  for (const fact of prepared.facts) {
    const done = yield* saveFact(spine, reach, source, { prepared, fact, parties, user })
    if (done.id !== undefined) ids.push(done.id)
    for (const what of done.what) counts.add(what, 1)
  }
  return { ids, counts: counts.all() }
}

interface Saving {
  readonly prepared: PreparedFacts
  readonly fact: PreparedFact
  readonly parties: Parties
  readonly user: UserEntity | undefined
}

interface Saved {
  readonly id?: ItemId
  readonly what: readonly ('facts' | 'repeated' | 'superseded' | 'proposed')[]
}

const NOTHING: Saved = { what: [] }

function* saveFact(spine: Spine, reach: Reach, source: SavedSource, saving: Saving): Tx<Saved> {
  const bank = reach.writes
  const { prepared, fact } = saving
  const ends = endsOf(spine, bank, saving)
  const place: FactPlace = {
    sourceRid: source.rid,
    clauseAt: fact.clauseAt,
    valueAt: fact.valueAt,
    fromName: ends.from?.nameRid ?? null,
    toName: ends.to?.nameRid ?? null,
  }
  const known = yield* readFacts(bank, sql`f.form_hash = ${ends.formHash}`)
  const same = [...known, ...(yield* ofSameValue(bank, ends.keyHash, fact.value))]
  const living =
    same.find((one) => one.status === 'active' && mayRepeat(one, prepared)) ??
    known.find((one) => isProposed(one) && mayRepeat(one, prepared))
  const waiting = same.filter((one) => one.rid !== living?.rid && isToGiveWay(one, prepared))
  const repeated = living === undefined ? undefined : yield* repeatedBy(bank, living, source, prepared)
  if (repeated !== undefined) {
    yield* giveWay(bank, waiting, prepared)
    const isRaised = yield* repeatFact(reach, repeated, { ...saving, source, place })
    return isRaised ? { what: ['repeated'] } : NOTHING
  }
  if (!maySayAnew(source, saving, known, ends.keyHash)) return NOTHING
  const item = yield* newItem(spine, reach, source, saving, ends.formHash)
  // Forgotten, and it stays so: before it takes a key from anyone.
  if (item === undefined) return NOTHING
  yield* giveWay(bank, waiting, prepared)
  const standing = yield* standingOf(bank, { prepared, fact, key: ends.keyHash })
  const rid = yield* addFact(spine, reach, item, {
    keyHash: ends.keyHash,
    formHash: ends.formHash,
    status: standing.status,
    validUntil: standing.validUntil,
    category: fact.category,
    subjectRid: ends.from?.rid ?? null,
    attribute: fact.attribute,
    value: fact.value,
    importance: IMPORTANCE.usual,
    confidence: confidenceOf(prepared.trust),
    isPinned: false,
    validFrom: prepared.saidAt,
    expiresAt: prepared.expiresAt,
    confirmedAt: prepared.saidAt,
    relation: relationOf(fact, ends),
    parts: fact.parts,
  })
  if (rid === undefined) throw new Error('a fact that was not there could not be added')
  yield* addLineage(bank, { item: item.id, source: source.id, role: 'quotes' })
  yield* addFactSource(bank, rid, place)
  if (isDetectable(reach, prepared, fact)) yield* addInstruction(bank, rid, DETECTED)
  const entry = entryFor(standing, rid, confidenceOf(prepared.trust))
  if (entry !== undefined)
    yield* enterConflict(bank, { ...entry, id: fact.conflictId, at: prepared.at, keyHash: ends.keyHash })
  return { id: item.id, what: ['facts', ...standing.what] }
}

interface Ends {
  readonly from: ResolvedEntity | undefined
  readonly to: ResolvedEntity | undefined
  readonly keyHash: Uint8Array | null
  readonly formHash: Uint8Array
}

function endsOf(spine: Spine, bank: BankId, { fact, parties, user }: Saving): Ends {
  const { relation, attribute } = fact
  const from = fact.subject === null ? undefined : partyOf(parties, fact.subject)
  const to = relation === null ? undefined : partyOf(parties, relation.object)
  const subject = from === undefined ? null : tagOf(from, user)
  return {
    from,
    to,
    keyHash: subject === null || attribute === null ? null : keyHash(spine, bank, subject, attribute),
    formHash: formHash(spine, bank, {
      ...fact,
      subject,
      relation:
        relation === null || to === undefined ? null : { type: relation.type, object: tagOf(to, user) },
    }),
  }
}

/** What is said again: what holds, or what held at the time of which it is said; undefined where nothing did. */
function* repeatedBy(
  bank: BankId,
  living: StoredFact,
  source: SavedSource,
  prepared: PreparedFacts,
): Tx<StoredFact | undefined> {
  if (!source.isNew || living.status !== 'active' || !isStated(prepared.trust)) return living
  const older = yield* olderSaying(bank, living, prepared.saidAt)
  if (older === 'apart') return undefined
  return older === undefined || older === 'earlier' || !mayRepeat(older, prepared) ? living : older
}

/** The words of others stay theirs: who is believed more says the same in words of their own. */
function mayRepeat({ quotes, trust }: StoredFact, prepared: PreparedFacts): boolean {
  return quotes || isStated(trust) || !isStated(prepared.trust)
}

/** What only waits, or is in the words of others, once the user says the same. */
function isToGiveWay(fact: StoredFact, prepared: PreparedFacts): boolean {
  if (!isStated(prepared.trust)) return false
  // What holds a key gives way to whatever takes the key over.
  return isProposed(fact) || (fact.status === 'active' && fact.keyHash === null && !mayRepeat(fact, prepared))
}

function partyOf({ speaker, entities }: Parties, party: Party): ResolvedEntity {
  const entity = party === 'speaker' ? speaker : entities[party]
  if (entity === undefined) throw new RangeError(`nobody was resolved for the party ${party}`)
  return entity
}

function relationOf({ relation }: PreparedFact, { from, to }: Ends): NewRelation | null {
  if (relation === null || from === undefined || to === undefined) return null
  return { type: relation.type, from, to, attributes: relation.attributes }
}

/**
 * Whether what was said before, and does not hold now, is said anew: then it gets a row of its own, and what is past
 * stays as it was. What the user took back comes again by the user alone, and never by what is merely there once more.
 */
function maySayAnew(
  { isNew, isSaidNow }: SavedSource,
  { prepared }: Saving,
  known: readonly StoredFact[],
  key: Uint8Array | null,
): boolean {
  const last = known.at(-1)
  if (last === undefined) return true
  const isRetracted = last.status === 'retracted'
  if (!isStated(prepared.trust)) return isNew && key !== null && !isRetracted
  return isNew || isSaidNow
}

/** The next row of a form out of one source; undefined where all that it made of it was forgotten. */
function* newItem(
  spine: Spine,
  reach: Reach,
  source: SavedSource,
  saving: Saving,
  form: Uint8Array,
): Tx<PreparedItem | undefined> {
  let isForgotten = false
  let isThere = false
  for (let n = 0; ; n++) {
    const item = quotingItem(spine, reach, source, saving, { formHash: form, n })
    const known = yield* knownOutcome(reach, item)
    if (known === undefined) return isForgotten && !isThere ? undefined : item
    if (known.outcome === 'repeated') isThere = true
    else if (source.isAgain !== true) isForgotten = true
    else {
      yield* liftTombstone(reach, item.identity)
      return item
    }
  }
}

/**
 * The n-th row of a form out of one source: so a value that comes back has a row of its own, and one that was forgotten
 * is known again.
 */
function quotingItem(
  { identityKey }: Spine,
  reach: Reach,
  source: SavedSource,
  { prepared, fact }: Saving,
  { formHash: form, n }: { readonly formHash: Uint8Array; readonly n: number },
): PreparedItem {
  return {
    kind: fact.kind,
    text: fact.text,
    origin: prepared.origin,
    trust: prepared.trust,
    occurredAt: prepared.saidAt,
    quotes: true,
    id: fact.id,
    identity: identityOf(identityKey, [reach.writes, 'fact', hex(form), hex(source.identity), String(n)]),
    recordedAt: prepared.at,
    words: '',
    parts: '',
    length: 0,
  }
}

function isProposed({ status }: StoredFact): boolean {
  return status === 'proposed'
}
