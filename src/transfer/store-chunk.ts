import type { Added } from '../items/add.js'
import { touchBank } from '../items/bank.js'
import type { Spine } from '../items/spine.js'
import { write } from '../items/write.js'
import type { Reach } from '../reach.js'
import { sql } from '../store/sql.js'
import { run, type Tx } from '../store/statement.js'
import { nameOutputs } from '../task/append-events.js'
import { keepArtifact } from '../task/artifacts/keep-artifact.js'
import { appendTurns, type TurnDraft } from '../task/transcript.js'
import { keepStated } from '../user/stated.js'
import { addThoughts, type ThoughtDraft } from '../user/thoughts.js'
import { asKnown } from './as-known.js'
import type { StatingTurn } from './prepare-turn.js'
import type { Tally } from './tally.js'

/** Writes a piece of an import in one transaction, with what its turns state. */
export function storeChunk(
  spine: Spine,
  reach: Reach,
  items: readonly (StatingTurn | ThoughtDraft)[],
): Promise<Tally> {
  const given = items.filter((item) => 'session' in item)
  const thoughts = items.filter((item) => 'tags' in item)
  return write(spine, reach, 'memory.import', 'memory.write', function* body() {
    const tally: Tally = { added: 0, repeated: 0, forgotten: 0 }
    const ids: string[] = []
    let indexed = 0
    let words = 0
    const take = (drafts: readonly (TurnDraft | ThoughtDraft)[], outcomes: readonly Added[]) => {
      for (const [index, added] of outcomes.entries()) {
        tally[added.outcome] += 1
        if (added.outcome !== 'added') continue
        ids.push(added.id)
        if (drafts[index]?.quotes === true) continue
        indexed += 1
        words += drafts[index]?.length ?? 0
      }
    }
    if (given.length > 0) {
      const turns = yield* asKnown(reach, given)
      const outcomes = yield* appendTurns(spine, reach, yield* nameOutputs(reach, turns))
      take(turns, outcomes)
      for (const [index, turn] of turns.entries()) {
        const added = outcomes[index]
        if (added?.outcome === 'added' && turn.output !== undefined)
          yield* keepArtifact(spine, reach, turn.output, added.id)
        if (added?.outcome === 'repeated') yield* giveToUser(reach, turn, added.rid)
        yield* keepOfTurn(spine, reach, turn, added)
      }
    }
    if (thoughts.length > 0) take(thoughts, yield* addThoughts(spine, reach, thoughts))
    yield* touchBank(reach, items[0]?.recordedAt ?? 0, { items: indexed, words })
    return { result: tally, effect: { ids, counts: { ...tally } } }
  })
}

/** A message that is there already is the user's from when it is told; as with its trust, nothing takes it back. */
function* giveToUser({ writes: bank }: Reach, { type, role }: StatingTurn, rid: number): Tx<void> {
  if (type !== 'message' || role !== 'user') return
  yield* run(
    sql`update turn set role = ${role} where bank = ${bank} and item_rid = ${rid} and role <> ${role}`,
  )
}

/**
 * What a turn states. One that is there already may not have been read, or not been vouched for; the same import once
 * more says nothing anew.
 */
function* keepOfTurn(
  spine: Spine,
  reach: Reach,
  { stated, identity }: StatingTurn,
  added: Added | undefined,
): Tx<void> {
  if (stated === null || added === undefined || added.outcome === 'forgotten') return
  const isNew = added.outcome === 'added'
  yield* keepStated(spine, reach, { id: added.id, rid: added.rid, identity, isNew, isSaidNow: false }, stated)
}
