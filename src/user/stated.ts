import { nameEntities, type PreparedEntity, prepareEntities } from '../graph/name-entities.js'
import { type PreparedSpeaker, prepareSpeaker, speakerEntity } from '../graph/speaker.js'
import type { FactStatus, ItemId } from '../items/item.js'
import type { Spine } from '../items/spine.js'
import type { Reach } from '../reach.js'
import { sql } from '../store/sql.js'
import { get, type Tx } from '../store/statement.js'
import { stripFenced } from '../text/fence.js'
import { extract } from './extraction/extract.js'
import type { Extracted, StatedDecision } from './extraction/extracted.js'
import { type FactOrigin, type PreparedFacts, prepareFacts } from './facts/prepare-facts.js'
import { type SavedFacts, type SavedSource, saveFacts } from './facts/save-facts.js'
import { isStated } from './facts/weights.js'
import { decisionPlaces, linkDecision } from './link-decision.js'

/** What a text states, with everything that takes time made before the transaction of the text begins. */
export interface Stated {
  readonly facts: PreparedFacts
  /** Whom it names, in the order of the extraction; then what its decisions name beside them. */
  readonly entities: readonly PreparedEntity[]
  /** Present where a statement is about the one who speaks. */
  readonly speaker: PreparedSpeaker | undefined
  readonly decisions: readonly StatedDecision[]
  /** How many of the entities the text names itself. */
  readonly named: number
}

/**
 * Reads what a text states, by rules alone, unless its writer says it. Null for one that states and names nothing, or
 * whose words are nobody's to trust.
 */
export function readStated(spine: Spine, reach: Reach, source: FactOrigin, said?: Extracted): Stated | null {
  if (source.trust === 'untrusted') return null
  const extracted = said ?? extract(stripFenced(source.text))
  const { entities, statements, decisions } = extracted
  // Whom a text names is known by it, whatever it states.
  if (said === undefined && entities.length + statements.length + decisions.length === 0) return null
  const bank = reach.writes
  return {
    facts: prepareFacts(spine, source, extracted),
    entities: prepareEntities(spine, bank, source.text, [
      ...extracted.entities,
      ...decisions.flatMap(decisionPlaces),
    ]),
    speaker: speaks(extracted) ? prepareSpeaker(spine, bank) : undefined,
    decisions,
    named: extracted.entities.length,
  }
}

function speaks({ statements }: Extracted): boolean {
  return statements.some(({ subject, relation }) => subject === 'speaker' || relation?.object === 'speaker')
}

/** Writes what a text states, inside the transaction of the text: its facts, whom it names, and how they are related. */
export function* keepStated(
  spine: Spine,
  reach: Reach,
  source: SavedSource,
  { facts, entities, speaker, decisions, named }: Stated,
): Tx<SavedFacts> {
  const bank = reach.writes
  const resolved = yield* nameEntities(
    bank,
    { rid: source.rid, at: facts.saidAt, isStated: isStated(facts.trust) },
    entities,
  )
  const parties = {
    speaker: speaker === undefined ? undefined : yield* speakerEntity(bank, speaker),
    entities: resolved,
  }
  const saved = yield* saveFacts(spine, reach, source, facts, parties)
  const taken = facts.facts.filter(({ kind }) => kind === 'decision')
  let at = named
  for (const [index, decision] of decisions.entries()) {
    const size = 1 + decision.alternatives.length
    const [itself, ...rejected] = resolved.slice(at, at + size)
    at += size
    const fact = taken[index]
    const row = fact === undefined ? undefined : yield* newFact(bank, fact.id)
    if (itself === undefined || row === undefined) continue
    yield* linkDecision(bank, {
      itemRid: row.rid,
      status: row.status,
      decision: itself,
      rejected,
      appliesTo: decision.appliesTo.flatMap((place) => resolved[place] ?? []),
    })
  }
  return saved
}

/** The fact if it was written just now: one that was repeated has its edges. */
function newFact(bank: string, id: ItemId) {
  return get<{ rid: number; status: FactStatus }>(sql`
    select f.item_rid as rid, f.status from item i join fact f on f.bank = i.bank and f.item_rid = i.rid
    where i.bank = ${bank} and i.id = ${id}`)
}
