import { type AuditEntry, appendAudit, type Effect } from '../audit.js'
import { type BankId, type Capability, type Reach, reachedBanks } from '../reach.js'
import { type Tx, wantedAfterCommit } from '../store/statement.js'
import { passGate, settleApproval } from './gate.js'
import { noteErasure } from './note-erasure.js'
import type { Spine } from './spine.js'

export interface WriteOf<T> {
  readonly result: T
  readonly effect: Effect
}

/**
 * The one way to write: the body, and its audit row, in one transaction. The body may run again, so times and
 * ids are made before it. What the body wants done after its commit (`afterCommit`) is done before this resolves. Of a call
 * that came with a key it is one step (./keyed/keyed-call.ts).
 *
 * @param also banks that the body writes besides that of the reach
 */
export async function write<T>(
  spine: Spine,
  reach: Reach,
  operation: string,
  capability: Capability,
  body: () => Tx<WriteOf<T>>,
  also: readonly BankId[] = [],
): Promise<T> {
  const at = spine.env.now()
  const step = spine.keyed?.step(reach.writes)
  // The call broke off behind it, and goes on.
  if (step?.known !== undefined) return step.known.result as T
  const banks = reachedBanks(reach)
  // A call of several banks has its key in one of them.
  const writes = [...banks.writes, ...also, ...(step === undefined ? [] : [step.bank])]
  const store = spine.store.within({ ...banks, writes })
  const { result, wanted } = await store.tx(function* audited() {
    if (step !== undefined) yield* step.claim(at)
    yield* passGate(reach, operation, at)
    const done = yield* body()
    yield* settleApproval(reach, done.effect.ids[0])
    if (capability === 'memory.forget') yield* noteErasure(spine.store, reach.writes, at)
    yield* appendAudit(...auditOf(reach, { at, operation, capability, outcome: 'done' }, done.effect))
    if (step !== undefined) yield* step.keep(done.result)
    return { result: done.result, wanted: wantedAfterCommit() }
  })
  for (const act of wanted) act()
  return result
}

/** What was approved is done by who approved it. */
function auditOf(reach: Reach, entry: AuditEntry, effect: Effect): Parameters<typeof appendAudit> {
  if (reach.approval === undefined) return [reach, entry, effect]
  const { by, proposal } = reach.approval
  const approved = { ...effect, ids: [proposal, ...effect.ids] }
  return [{ ...reach, actor: by }, { ...entry, operation: 'workspace.approve' }, approved]
}

/** Records that a call was refused, in a transaction of its own. */
export async function recordRefusal(
  spine: Spine,
  reach: Reach,
  operation: string,
  capability: Capability,
  outcome: string,
): Promise<void> {
  const at = spine.env.now()
  await spine.store.within(reachedBanks(reach)).tx(function* refused(): Tx<void> {
    yield* appendAudit(reach, { at, operation, capability, outcome }, { ids: [], counts: {} })
  })
}
