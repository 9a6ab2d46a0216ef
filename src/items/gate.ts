import { MemoryError } from '../errors.js'
import { actorLabel, isPerson, kindOfBank, type Reach } from '../reach.js'
import { sql } from '../store/sql.js'
import { get, run, type Tx } from '../store/statement.js'
import { forgetAnswers } from './keyed/forget-answers.js'

/** The switch of a workspace, as it was set last. */
export interface Gate {
  readonly isOn: boolean
  readonly changedBy: string | null
  /** Milliseconds UTC. */
  readonly changedAt: number | null
}

/** The operations whose calls wait for a person where the gate is on, whoever makes them. */
export const proposable: ReadonlySet<string> = new Set(['memory.capture', 'record.save', 'workspace.note'])

/**
 * What each write to a workspace passes, in its own transaction: so none that began before the gate was switched on lands
 * behind it. Throws `denied`: of a call that is to be proposed ({@link isToBeProposed}), and of an agent's other writes.
 * A write that a person has approved takes its proposal along: `conflict` where that is decided already.
 */
export function* passGate(reach: Reach, operation: string, at: number): Tx<void> {
  if (kindOfBank(reach.writes) !== 'workspace') return
  if (reach.approval !== undefined) return yield* decide(reach, reach.approval.proposal, 'approved', at)
  const { isOn } = yield* gateOf(reach.writes)
  if (!isOn) return
  if (proposable.has(operation)) throw toBeProposed(operation)
  if (isPerson(reach.actor.audience) || operation === PROPOSE) return
  throw onlyProposals(operation)
}

/** The one write to a gated workspace that is an agent's. */
export const PROPOSE = 'workspace.propose'

/** Throws `denied` before a model is asked for what could not be kept. */
export function* requireOpenGate(reach: Reach, operation: string): Tx<void> {
  if (!isPerson(reach.actor.audience) && !proposable.has(operation)) yield* passGate(reach, operation, 0)
}

/** Whether a call was stopped so that a proposal is made of it. */
export function isToBeProposed(error: unknown): boolean {
  return error instanceof MemoryError && error.cause === WAITS
}

export function* gateOf(bank: string): Tx<Gate> {
  const row = yield* get<{ is_on: number; changed_by: string; changed_at: number }>(
    sql`select is_on, changed_by, changed_at from workspace_gate where bank = ${bank}`,
  )
  if (row === undefined) return { isOn: false, changedBy: null, changedAt: null }
  return { isOn: row.is_on === 1, changedBy: row.changed_by, changedAt: row.changed_at }
}

export function* setGate({ writes: bank, actor }: Reach, isOn: boolean, at: number): Tx<void> {
  yield* run(sql`
    insert into workspace_gate (bank, is_on, changed_by, changed_at)
    values (${bank}, ${isOn ? 1 : 0}, ${actorLabel(actor)}, ${at})
    on conflict (bank) do update set
      is_on = excluded.is_on, changed_by = excluded.changed_by, changed_at = excluded.changed_at`)
}

/** Decides on a proposal, once, and takes its text away. Throws `not_found` and, where it is decided, `conflict`. */
export function* decide(reach: Reach, id: string, state: 'approved' | 'declined', at: number): Tx<void> {
  const bank = reach.writes
  const by = reach.approval?.by ?? reach.actor
  const row = yield* get<Decided>(
    sql`select state, decided_by, for_user, agent from proposal where bank = ${bank} and id = ${id}`,
  )
  if (row === undefined) throw noSuchProposal(id)
  if (row.state !== 'proposed') throw alreadyDecided(row.state, row.decided_by)
  const isOwn = row.agent === null && row.for_user === by.user
  yield* run(sql`
    update proposal set state = ${state}, decided_at = ${at}, decided_by = ${actorLabel(by)}, is_own = ${isOwn ? 1 : 0}
    where bank = ${bank} and id = ${id}`)
  yield* run(sql`delete from proposal_text where bank = ${bank} and proposal_id = ${id}`)
  yield* run(sql`delete from proposal_source where bank = ${bank} and proposal_id = ${id}`)
  if (state === 'declined') yield* forgetAnswers(bank)
}

/** What came of a proposal that was approved, and why. */
export function* settleApproval(reach: Reach, item: string | undefined): Tx<void> {
  if (reach.approval === undefined || item === undefined || kindOfBank(reach.writes) !== 'workspace') return
  const { proposal, note } = reach.approval
  yield* run(sql`update proposal set item_id = ${item} where bank = ${reach.writes} and id = ${proposal}`)
  yield* noteDecision(reach.writes, proposal, note)
}

export function* noteDecision(bank: string, proposal: string, note: string | null): Tx<void> {
  if (note === null) return
  yield* run(sql`insert into proposal_note (bank, proposal_id, note) values (${bank}, ${proposal}, ${note})`)
}

export function noSuchProposal(id: string): MemoryError {
  return new MemoryError(
    'not_found',
    `there is no proposal ${id} in this workspace`,
    'workspace.proposals lists them',
  )
}

export function alreadyDecided(state: string, by: string | null): MemoryError {
  return new MemoryError(
    'conflict',
    `this proposal is ${state} already, by ${by}`,
    'workspace.proposals lists those that wait',
  )
}

interface Decided {
  readonly state: string
  readonly decided_by: string | null
  readonly for_user: string
  readonly agent: string | null
}

const WAITS = Symbol('waits for a person')

function toBeProposed(operation: string): MemoryError {
  return new MemoryError(
    'denied',
    `${operation}: what is kept in this workspace waits for a person`,
    'propose it: capture or record.save',
    { cause: WAITS },
  )
}

function onlyProposals(operation: string): MemoryError {
  return new MemoryError(
    'denied',
    `${operation}: in this workspace a person decides on what is kept, changed or forgotten`,
    'propose it as a note: memory.capture; it is kept once a person approves it',
  )
}
