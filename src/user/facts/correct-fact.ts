import { MemoryError } from '../../errors.js'
import { addEdge } from '../../graph/edges.js'
import { findEntities } from '../../graph/find-entities.js'
import { nameEntities, type PreparedEntity, prepareEntities } from '../../graph/name-entities.js'
import type { RelationType } from '../../graph/relation-type.js'
import { type PreparedItem, prepareItem } from '../../items/add.js'
import { touchBank } from '../../items/bank.js'
import { type ItemId, trustOf } from '../../items/item.js'
import type { Spine } from '../../items/spine.js'
import { write } from '../../items/write.js'
import type { BankId, Reach } from '../../reach.js'
import { sql } from '../../store/sql.js'
import { get, type Tx } from '../../store/statement.js'
import { extract } from '../extraction/extract.js'
import type { Statement } from '../extraction/extracted.js'
import { addFact } from './add-fact.js'
import { type FactStatus, readFact, readFacts, type StoredFact } from './fact.js'
import { formHash } from './fact-hashes.js'
import { inactive } from './inactive.js'
import { copyInstruction } from './instruction-rows.js'
import { enterConflict } from './ledger.js'
import { setStatus } from './set-status.js'
import { keepSubject, readSubject, type Subject } from './subject.js'
import { USER_TAG } from './subject-tag.js'
import { confidenceOf, IMPORTANCE } from './weights.js'

export interface Correction {
  readonly id: string
  /** What is true instead. */
  readonly text: string
  /** What its key holds from now on; read out of the text when absent. */
  readonly value?: string | undefined
}

export interface Corrected {
  readonly id: ItemId
  /** `proposed`: an agent said so; the fact holds until the user decides. */
  readonly outcome: 'corrected' | 'proposed'
  /** What it corrects. */
  readonly corrects: ItemId
}

/**
 * Puts what is true in the place of a fact, as an item of its own: certain, at least of weight 7, with the fact's key,
 * category and pin. It counts from when the fact did, which was never true by what we know now. An agent only proposes:
 * its words need not be its user's. Throws `conflict` for a fact that does not hold, `invalid_input` where its key has a
 * value that neither the caller nor the text says of the same subject, `not_found`.
 */
export async function correctFact(spine: Spine, reach: Reach, correction: Correction): Promise<Corrected> {
  const prepared = prepareCorrection(spine, reach, correction)
  const { item, isProposal, at } = prepared
  return write<Corrected>(spine, reach, 'memory.correct', 'memory.write', function* body() {
    const bank = reach.writes
    const wrong = yield* readFact(bank, correction.id)
    if (wrong.status !== 'active') throw yield* inactive(bank, wrong, 'corrected')
    const about = yield* whatItSays(spine, bank, prepared, wrong)
    const known = isProposal ? yield* proposedBefore(bank, wrong, about) : undefined
    if (known !== undefined) {
      return {
        result: { id: known, outcome: 'proposed' as const, corrects: wrong.id },
        effect: { ids: [known, wrong.id], counts: { repeated: 1 } },
      }
    }
    if (!isProposal) yield* setStatus(bank, wrong, { status: 'superseded', validUntil: wrong.validFrom, at })
    const rid = yield* addCorrection(spine, reach, prepared, wrong, about)
    yield* copyInstruction(bank, wrong.rid, rid)
    yield* enterConflict(bank, {
      id: prepared.conflictId,
      at,
      keyHash: wrong.keyHash,
      oldRid: wrong.rid,
      newRid: rid,
      resolution: isProposal ? 'proposed' : 'user_corrected',
    })
    yield* touchBank(reach, at, { items: 1, words: item.length })
    const outcome = isProposal ? ('proposed' as const) : ('corrected' as const)
    return {
      result: { id: item.id, outcome, corrects: wrong.id },
      effect: { ids: [item.id, wrong.id], counts: { [outcome]: 1 } },
    }
  })
}

interface PreparedCorrection {
  readonly item: PreparedItem
  readonly isProposal: boolean
  readonly at: number
  readonly conflictId: string
  readonly value: string | undefined
  readonly statements: readonly Statement[]
  readonly entities: readonly PreparedEntity[]
}

function prepareCorrection(spine: Spine, reach: Reach, { text, value }: Correction): PreparedCorrection {
  const isProposal = reach.actor.audience === 'agent' || reach.actor.audience === 'subagent'
  const origin = isProposal ? 'tool' : 'correction'
  const at = spine.env.now()
  const conflictId = spine.env.newId()
  const item = prepareItem(spine, reach, {
    kind: 'fact',
    text,
    origin,
    trust: trustOf(origin, []),
    occurredAt: at,
    // Whoever says twice what is true has said it twice.
    identity: ['correction', conflictId],
  })
  const { statements, entities } = extract(item.text)
  return {
    item,
    isProposal,
    at,
    conflictId,
    value,
    statements,
    entities: prepareEntities(spine, reach.writes, item.text, entities),
  }
}

interface About extends SaidBefore {
  readonly subject: Subject | undefined
  /** The statement that says of the same subject what the fact did. */
  readonly said: Statement | undefined
  readonly value: string
  readonly formHash: Uint8Array
}

function* whatItSays(
  spine: Spine,
  bank: BankId,
  { item, statements, entities, value: given }: PreparedCorrection,
  wrong: StoredFact,
): Tx<About> {
  const subject = yield* readSubject(spine, bank, wrong.subjectRid)
  const before = yield* saidBefore(bank, wrong.rid)
  let said: Statement | undefined
  for (const one of statements) {
    if (said !== undefined || !isAbout(one, before)) continue
    if (yield* isOf(spine, bank, one, entities, subject)) said = one
  }
  if (wrong.keyHash !== null && given === undefined && said === undefined) throw saysNoValue(subject)
  const value = given ?? (said === undefined ? item.text : valueIn(item.text, said))
  const content = {
    category: wrong.category,
    subject: subject?.tag ?? null,
    attribute: before.attribute,
    value,
    text: item.text,
    relation: null,
  }
  return { ...before, subject, said, value, formHash: formHash(spine, bank, content) }
}

/** The same proposal once more: an agent that insists proposes nothing new. */
function* proposedBefore(bank: BankId, wrong: StoredFact, { formHash: form }: About): Tx<ItemId | undefined> {
  const waiting = sql`
    select new_rid from fact_conflict
    where bank = ${bank} and old_rid = ${wrong.rid} and resolution = 'proposed' and reviewed_at is null`
  const [known] = yield* readFacts(
    bank,
    sql`f.form_hash = ${form} and f.status = 'proposed' and f.item_rid in (${waiting})`,
  )
  return known?.id
}

/** Whether a statement speaks of the subject, by any of its names. */
function* isOf(
  spine: Spine,
  bank: BankId,
  one: Statement,
  entities: readonly PreparedEntity[],
  subject: Subject | undefined,
): Tx<boolean> {
  if (subject === undefined) return true
  if (one.subject === 'speaker') return subject.tag === USER_TAG
  const named = entities[one.subject]
  if (named === undefined) return false
  return (yield* findEntities(spine, bank, named.whole.name)).includes(subject.rid)
}

function saysNoValue(subject: Subject | undefined): MemoryError {
  const who = subject === undefined || subject.tag === USER_TAG ? 'you' : subject.name
  return new MemoryError(
    'invalid_input',
    `the text does not say what is true of ${who} instead`,
    'give the value too: recollect correct ID --text "…" --value "…"; or take the fact back: recollect retract ID',
  )
}

function* addCorrection(
  spine: Spine,
  reach: Reach,
  { item, isProposal, at, entities }: PreparedCorrection,
  wrong: StoredFact,
  { subject, attribute, type, said, value, formHash: form }: About,
): Tx<number> {
  const bank = reach.writes
  const status: FactStatus = isProposal ? 'proposed' : 'active'
  const isRelation = type !== null && said?.relation?.type === type
  const kind = isRelation || wrong.kind === 'decision' ? wrong.kind : 'fact'
  const rid = yield* addFact(
    spine,
    reach,
    { ...item, kind },
    {
      category: wrong.category,
      subjectRid: wrong.subjectRid,
      keyHash: wrong.keyHash,
      formHash: form,
      attribute,
      value,
      relation: null,
      status,
      importance: isProposal ? wrong.importance : Math.max(wrong.importance, IMPORTANCE.corrected),
      confidence: confidenceOf(item.trust),
      isPinned: !isProposal && wrong.isPinned,
      validFrom: wrong.validFrom,
      validUntil: null,
      expiresAt: wrong.expiresAt,
      confirmedAt: at,
      parts: kind === 'decision' ? [{ role: 'title', start: 0, end: item.text.length }] : [],
    },
  )
  if (rid === undefined) throw new Error('a correction that is new could not be added')
  const named = yield* nameEntities(bank, { rid, at, isStated: !isProposal }, entities)
  yield* keepSubject(bank, { rid, at }, subject)
  const object = said?.relation?.object
  const to = typeof object === 'number' ? named[object] : undefined
  if (isRelation && subject !== undefined && to !== undefined)
    yield* addEdge(bank, { itemRid: rid, type, status, from: subject, to, attributes: [] })
  return rid
}

function valueIn(text: string, { value: [start, end] }: Statement): string {
  return text.substring(start, end) // slice-ok: places begin and end at borders of words
}

interface SaidBefore {
  readonly attribute: string | null
  readonly type: RelationType | null
}

/** What the fact to correct is about. */
function* saidBefore(bank: string, rid: number): Tx<SaidBefore> {
  const text = yield* get<{ attribute: string | null }>(
    sql`select attribute from fact_text where bank = ${bank} and item_rid = ${rid}`,
  )
  const edge = yield* get<{ type: RelationType }>(
    sql`select type from edge where bank = ${bank} and item_rid = ${rid}`,
  )
  return { attribute: text?.attribute ?? null, type: edge?.type ?? null }
}

/** Whether a statement says something of the same kind. */
function isAbout(one: Statement, { attribute, type }: SaidBefore): boolean {
  return type !== null ? one.relation?.type === type : attribute !== null && one.attribute === attribute
}
