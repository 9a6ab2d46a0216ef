import { MemoryError } from '../errors.js'
import { type Actor, type Audience, type BankId, kindOfBank, type Reach } from '../reach.js'
import { inText, type Sql, sql } from '../store/sql.js'
import { all, column, get, run, type Tx } from '../store/statement.js'
import type { ErasedContent } from '../store/store.js'
import { gateOf, noSuchProposal, PROPOSE } from './gate.js'
import type { ItemId } from './item.js'
import { forgetAnswers } from './keyed/forget-answers.js'
import type { Spine } from './spine.js'
import { keepTombstone, requireOwnKey } from './tombstone.js'
import { write } from './write.js'

export const proposalStates = ['proposed', 'approved', 'declined'] as const
export type ProposalState = (typeof proposalStates)[number]

/** A call that waits for a person, or waited. Times are milliseconds UTC. */
export interface Proposal {
  readonly rid: number
  readonly id: string
  /** The operation that was called. */
  readonly operation: string
  readonly at: number
  readonly by: Actor
  /** It asks to be kept also where it was forgotten. */
  readonly again: boolean
  readonly state: ProposalState
  /** What it was called with, as JSON; null once it is decided. */
  readonly input: string | null
  readonly decidedAt: number | null
  readonly decidedBy: string | null
  /** Whether who decided had proposed it. */
  readonly isOwn: boolean
  readonly note: string | null
  readonly itemId: string | null
}

export interface NewProposal {
  readonly operation: string
  readonly input: object
  /** Of the item that it would become. */
  readonly identity: Uint8Array
  readonly sources: readonly string[]
  /** Also where it was forgotten before. */
  readonly again: boolean
}

/**
 * Keeps a call for a person to decide on, and nothing of it anywhere else. The same call again is the same proposal.
 * Answers undefined where the gate is open by now: then the call itself is to be made. Throws `conflict` where the same
 * was forgotten.
 */
export async function propose(spine: Spine, reach: Reach, call: NewProposal): Promise<string | undefined> {
  const bank = reach.writes
  const { audience, user, agent } = reach.actor
  const fresh = spine.env.newId()
  const at = spine.env.now()
  const input = JSON.stringify(call.input)
  try {
    return await write<string>(spine, reach, PROPOSE, 'memory.write', function* keep() {
      if (!(yield* gateOf(bank)).isOn) throw opened()
      yield* requireOwnKey(spine)
      const forgotten = yield* forgottenAt(bank, call.identity)
      if (forgotten !== undefined && !call.again) throw staysForgotten(forgotten)
      const known = yield* get<{ id: string }>(sql`
        select p.id from proposal p join proposal_text t on t.bank = p.bank and t.proposal_id = p.id
        where p.bank = ${bank} and p.identity = ${call.identity} and p.state = 'proposed' and p.operation = ${call.operation}
          and t.input = ${input} and p.audience = ${audience} and p.for_user = ${user}
          and coalesce(p.agent, '') = ${agent ?? ''}`)
      if (known !== undefined)
        return { result: known.id, effect: { ids: [known.id], counts: { repeated: 1 } } }
      yield* requireRoom(bank)
      yield* run(sql`
        insert into proposal (bank, id, operation, identity, again, at, audience, for_user, agent, state, is_own)
        values (${bank}, ${fresh}, ${call.operation}, ${call.identity}, ${call.again ? 1 : 0},
          ${forgotten === undefined ? at : Math.max(at, forgotten + 1)}, ${audience}, ${user}, ${agent}, 'proposed', 0)`)
      yield* run(
        sql`insert into proposal_text (bank, proposal_id, input) values (${bank}, ${fresh}, ${input})`,
      )
      for (const source of new Set(call.sources))
        yield* run(
          sql`insert into proposal_source (bank, proposal_id, item_id) values (${bank}, ${fresh}, ${source})`,
        )
      return { result: fresh, effect: { ids: [fresh], counts: { proposed: 1 } } }
    })
  } catch (error) {
    if (error instanceof MemoryError && error.cause === OPENED) return undefined
    throw error
  }
}

export interface ProposalQuery {
  readonly state?: ProposalState | undefined
  readonly limit: number
  /** The id of the last of the page before. */
  readonly after?: string | undefined
}

/** In the order in which they were proposed. */
export function* listProposals(bank: BankId, { state, limit, after }: ProposalQuery): Tx<Proposal[]> {
  const from =
    after === undefined
      ? undefined
      : yield* get<{ rid: number }>(sql`select rid from proposal where bank = ${bank} and id = ${after}`)
  if (after !== undefined && from === undefined) throw noSuchProposal(after)
  const inState = state === undefined ? sql`` : sql`and p.state = ${state}`
  return yield* proposalRows(bank, sql`p.rid > ${from?.rid ?? 0} ${inState}`, limit)
}

/** Throws `not_found`. */
export function* readProposal(bank: BankId, id: string): Tx<Proposal> {
  const [proposal] = yield* proposalRows(bank, sql`p.id = ${id}`, 1)
  if (proposal === undefined) throw noSuchProposal(id)
  return proposal
}

/** Those of these ids that are there, oldest first. */
export function readProposals(bank: BankId, ids: readonly string[]): Tx<Proposal[]> {
  return proposalRows(bank, sql`p.id ${inText(ids)}`, ids.length)
}

export function* countWaiting(bank: BankId): Tx<number> {
  const row = yield* get<{ n: number }>(
    sql`select count(*) as n from proposal where bank = ${bank} and state = 'proposed'`,
  )
  return row?.n ?? 0
}

/** What has just been forgotten. */
export interface Forgotten {
  readonly ids: readonly ItemId[]
  readonly identities: readonly Uint8Array[]
}

/**
 * Removes what was proposed of content that is forgotten by now, what became of it, and what rested on it alone; with a
 * tombstone each. What is proposed to be remembered again outlives the tombstone that it knew of, and no other.
 */
export function* forgetProposals(bank: BankId, gone: Forgotten, at: number): Tx<RemovedProposals> {
  if (kindOfBank(bank) !== 'workspace') return NOTHING
  const which = yield* all<Going>(sql`
    select p.id, p.identity, p.at from proposal p where p.bank = ${bank} and (
      p.item_id ${inText(gone.ids)}
      or exists (
        select 1 from tombstone d where d.bank = p.bank and d.identity = p.identity
          and (p.again = 0 or d.forgotten_at >= p.at))
      or (
        exists (
          select 1 from proposal_source s where s.bank = p.bank and s.proposal_id = p.id and s.item_id ${inText(gone.ids)})
        and not exists (
          select 1 from proposal_source s join item i on i.bank = s.bank and i.id = s.item_id
          where s.bank = p.bank and s.proposal_id = p.id)))`)
  for (const identity of gone.identities) {
    which.push(
      ...(yield* all<Going>(
        sql`select id, identity, at from proposal where bank = ${bank} and identity = ${identity}`,
      )),
    )
  }
  return yield* remove(bank, which, at)
}

/** Removes all proposals of a bank, whatever became of them, with a tombstone each. */
export function* clearProposals(bank: BankId, at: number): Tx<RemovedProposals> {
  if (kindOfBank(bank) !== 'workspace') return NOTHING
  return yield* remove(
    bank,
    yield* all<Going>(sql`select id, identity, at from proposal where bank = ${bank}`),
    at,
  )
}

export interface RemovedProposals {
  /** Rows removed, by table; empty where nothing was. */
  readonly counts: Readonly<Record<string, number>>
  /** For the proof. */
  readonly erased: readonly ErasedContent[]
}

const NOTHING: RemovedProposals = { counts: {}, erased: [] }

interface Going {
  readonly id: string
  readonly identity: Uint8Array
  readonly at: number
}

function* remove(bank: BankId, going: readonly Going[], at: number): Tx<RemovedProposals> {
  if (going.length === 0) return NOTHING
  const ids = [...new Set(going.map(({ id }) => id))]
  for (const { identity, at: proposedAt } of going) {
    const item = yield* get(sql`select id from item where bank = ${bank} and identity = ${identity}`)
    // Later than what it takes away, so that none of it comes back from an archive. What is kept is not forgotten.
    if (item === undefined) yield* keepTombstone(bank, identity, Math.max(at, proposedAt))
  }
  const texts = yield* column<string>(sql`
    select input from proposal_text where bank = ${bank} and proposal_id ${inText(ids)}
    union all select note from proposal_note where bank = ${bank} and proposal_id ${inText(ids)}`)
  yield* run(sql`delete from proposal_text where bank = ${bank} and proposal_id ${inText(ids)}`)
  yield* run(sql`delete from proposal_note where bank = ${bank} and proposal_id ${inText(ids)}`)
  yield* run(sql`delete from proposal_source where bank = ${bank} and proposal_id ${inText(ids)}`)
  yield* forgetAnswers(bank)
  const rows = yield* run(sql`delete from proposal where bank = ${bank} and id ${inText(ids)}`)
  return {
    counts: { proposal: rows },
    erased: texts.map((text) => ({ texts: [text] })),
  }
}

function* proposalRows(bank: BankId, which: Sql, limit: number): Tx<Proposal[]> {
  const rows = yield* all<Row>(sql`
    select p.rid, p.id, p.operation, p.again, p.at, p.audience, p.for_user, p.agent, p.state, p.decided_at, p.decided_by, p.is_own,
      p.item_id, t.input, n.note
    from proposal p
    left join proposal_text t on t.bank = p.bank and t.proposal_id = p.id
    left join proposal_note n on n.bank = p.bank and n.proposal_id = p.id
    where p.bank = ${bank} and ${which} order by p.rid limit ${limit}`)
  return rows.map(
    ({ audience, for_user, agent, again, state, decided_at, decided_by, is_own, item_id, ...row }) => ({
      ...row,
      by: { audience: audience as Audience, user: for_user, agent },
      again: again === 1,
      state: state as ProposalState,
      decidedAt: decided_at,
      decidedBy: decided_by,
      isOwn: is_own === 1,
      itemId: item_id,
    }),
  )
}

interface Row {
  readonly rid: number
  readonly id: string
  readonly operation: string
  readonly again: number
  readonly at: number
  readonly audience: string
  readonly for_user: string
  readonly agent: string | null
  readonly state: string
  readonly decided_at: number | null
  readonly decided_by: string | null
  readonly is_own: number
  readonly item_id: string | null
  readonly input: string | null
  readonly note: string | null
}

function* forgottenAt(bank: BankId, identity: Uint8Array): Tx<number | undefined> {
  const row = yield* get<{ at: number }>(
    sql`select forgotten_at as at from tombstone where bank = ${bank} and identity = ${identity}`,
  )
  return row?.at
}

function staysForgotten(at: number): MemoryError {
  return new MemoryError(
    'conflict',
    `this was forgotten on ${new Date(at).toISOString().slice(0, 10)} and stays forgotten`, // slice-ok: ASCII
    'a person with the capability to forget can propose it again: again: true',
  )
}

/** So that an agent that has run wild fills no store, and no person's day. */
function* requireRoom(bank: BankId): Tx<void> {
  if ((yield* countWaiting(bank)) < WAITING_MAX) return
  throw new MemoryError(
    'too_large',
    `${WAITING_MAX} proposals wait in this workspace already`,
    'decide on them: recollect workspace proposals',
  )
}

const WAITING_MAX = 10_000

const OPENED = Symbol('the gate was opened')

function opened(): MemoryError {
  return new MemoryError('conflict', 'the gate was opened meanwhile', 'try again', { cause: OPENED })
}
