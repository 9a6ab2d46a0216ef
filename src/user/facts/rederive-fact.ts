import { moveAttributes } from '../../graph/edges.js'
import { type Origin, type Trust, trusts } from '../../items/item.js'
import type { ForgottenItem, KindRemoval } from '../../items/kind.js'
import { createRowCounts } from '../../items/row-counts.js'
import type { Spine } from '../../items/spine.js'
import { sql } from '../../store/sql.js'
import { all, get, run, type Tx } from '../../store/statement.js'
import { wellFormed } from '../../text/well-formed.js'
import { addFactText } from './add-fact.js'
import { readFacts, type StoredFact } from './fact.js'
import { enterConflict } from './ledger.js'
import { setStatus } from './set-status.js'
import { CONFIDENCE, confidenceOf, isStated } from './weights.js'

/**
 * Makes a fact again out of the sources that are left, as they are now: its words, its value and its names out of the
 * first of them, its trust out of the most trusted. Nothing of a forgotten source stays. One that the user has no
 * longer said, and that has a key, waits for them. A fact that stands on its own stays as it is.
 */
export function* rederiveFact(spine: Pick<Spine, 'env'>, { bank, rid, id }: ForgottenItem): Tx<KindRemoval> {
  const counts = createRowCounts()
  counts.add('fact_source', yield* dropGoneSources(bank, rid))
  const [fact] = yield* readFacts(bank, sql`f.item_rid = ${rid}`)
  const sources = fact?.quotes === true ? yield* sourcesLeft(bank, rid) : []
  const [first] = sources
  if (fact === undefined || first === undefined) return { counts: counts.all(), texts: [] }
  const texts = yield* retell(bank, { rid, id }, first)
  if (texts.length > 0) counts.add('item_text', 1)
  if (fact.kind === 'relation') yield* rename(bank, rid, first)
  yield* reweigh(spine, bank, fact, sources)
  return { counts: counts.all(), texts }
}

interface Source {
  readonly body: string
  readonly origin: Origin
  readonly trust: Trust
  readonly at: number
  readonly clause_start: number
  readonly clause_end: number
  readonly value_start: number | null
  readonly value_end: number | null
  readonly from_name: number | null
  readonly to_name: number | null
}

function* dropGoneSources(bank: string, rid: number): Tx<number> {
  return yield* run(sql`
    delete from fact_source where bank = ${bank} and item_rid = ${rid}
      and not exists (select 1 from item i where i.bank = ${bank} and i.rid = fact_source.source_rid)`)
}

/** In the order in which they came. */
function* sourcesLeft(bank: string, rid: number): Tx<Source[]> {
  const rows = yield* all<Source & { rid: number }>(sql`
    select s.rid, x.body, i.origin, i.trust, coalesce(i.occurred_at, i.recorded_at) as at, s.clause_start,
      s.clause_end, s.value_start, s.value_end, s.from_name, s.to_name
    from fact_source s
    join item i on i.bank = s.bank and i.rid = s.source_rid
    join item_text x on x.bank = i.bank and x.rid = i.text_rid
    where s.bank = ${bank} and s.item_rid = ${rid}`)
  return rows.sort((a, b) => a.rid - b.rid)
}

/** In new rows: what is changed in place can leave its old bytes behind. Answers the words that are gone. */
function* retell(
  bank: string,
  { rid, id }: { readonly rid: number; readonly id: string },
  source: Source,
): Tx<string[]> {
  const gone: string[] = []
  const text = piece(source.body, source.clause_start, source.clause_end)
  const was = yield* get<{ rid: number; body: string }>(sql`
    select x.rid, x.body from item i join item_text x on x.bank = i.bank and x.rid = i.text_rid
    where i.bank = ${bank} and i.rid = ${rid}`)
  if (was !== undefined && was.body !== text) {
    const row = yield* get<{ rid: number }>(
      sql`insert into item_text (bank, item_id, body) values (${bank}, ${id}, ${text}) returning rid`,
    )
    yield* run(sql`update item set text_rid = ${row?.rid ?? null} where bank = ${bank} and rid = ${rid}`)
    yield* run(sql`delete from item_text where bank = ${bank} and rid = ${was.rid}`)
    yield* moveAttributes(bank, rid, { was: was.body, is: text })
    gone.push(was.body)
  }
  const { value_start, value_end } = source
  const kept = yield* get<{ rid: number; attribute: string | null; value: string | null }>(
    sql`select rid, attribute, value from fact_text where bank = ${bank} and item_rid = ${rid}`,
  )
  if (kept === undefined || value_start === null || value_end === null) return gone
  const value = piece(source.body, value_start, value_end)
  if (kept.value === value) return gone
  yield* run(sql`delete from fact_text where bank = ${bank} and rid = ${kept.rid}`)
  yield* addFactText(bank, rid, { attribute: kept.attribute, value })
  return kept.value === null ? gone : [...gone, kept.value]
}

/** A place that came with an archive may part a character. */
function piece(body: string, start: number, end: number): string {
  return wellFormed(body.substring(start, end)) // slice-ok: made whole
}

/** The names of its ends as the source has them; a relation that holds both ways may be kept the other way round. */
function* rename(bank: string, rid: number, { from_name, to_name }: Source): Tx<void> {
  if (from_name === null || to_name === null) return
  const edge = yield* get<{ from_rid: number; entity_rid: number | null }>(sql`
    select e.from_rid, a.entity_rid from edge e
    left join entity_alias a on a.bank = e.bank and a.name_rid = ${from_name}
    where e.bank = ${bank} and e.item_rid = ${rid}`)
  if (edge === undefined) return
  const [from, to] = edge.from_rid === edge.entity_rid ? [from_name, to_name] : [to_name, from_name]
  yield* run(sql`
    update edge set from_name = ${from}, to_name = ${to} where bank = ${bank} and item_rid = ${rid}`)
}

function* reweigh(
  { env }: Pick<Spine, 'env'>,
  bank: string,
  fact: StoredFact,
  sources: readonly Source[],
): Tx<void> {
  const [best] = [...sources].sort((a, b) => trusts.indexOf(a.trust) - trusts.indexOf(b.trust))
  if (best === undefined) return
  const { rid, validUntil } = fact
  const times = sources.map(({ at }) => at)
  const validFrom = Math.min(...times, validUntil ?? Number.MAX_SAFE_INTEGER)
  const isStillStated = isStated(best.trust)
  const certain = confidenceOf(best.trust) + CONFIDENCE.repeat * (sources.length - 1)
  yield* run(sql`
    update item set origin = ${best.origin}, trust = ${best.trust}, occurred_at = ${sources[0]?.at ?? null}
    where bank = ${bank} and rid = ${rid}`)
  yield* run(sql`
    update fact set stated = ${isStillStated ? 1 : 0}, pinned = ${isStillStated && fact.isPinned ? 1 : 0},
      confidence = ${Math.min(fact.confidence, certain)}, valid_from = ${validFrom},
      confirmed_at = ${Math.max(...times, (yield* restoredAt(bank, rid)) ?? 0)}
    where bank = ${bank} and item_rid = ${rid}`)
  const at = env.now()
  if (best.trust === 'untrusted' && fact.status !== 'retracted') {
    return yield* setStatus(bank, fact, { status: 'retracted', at })
  }
  const isTheUsersAlone = fact.keyHash !== null || fact.category === 'instruction'
  if (isStillStated || fact.status !== 'active' || !isTheUsersAlone) return
  yield* setStatus(bank, fact, { status: 'proposed', at })
  yield* enterConflict(bank, {
    id: env.newId(),
    at,
    keyHash: fact.keyHash,
    oldRid: null,
    newRid: rid,
    resolution: 'proposed',
  })
}

/** When the user last let it hold again: older news must not undo that. */
function* restoredAt(bank: string, rid: number): Tx<number | null | undefined> {
  const row = yield* get<{ at: number | null }>(sql`
    select max(at) as at from fact_conflict
    where bank = ${bank} and new_rid = ${rid} and resolution = 'user_restored'`)
  return row?.at
}
