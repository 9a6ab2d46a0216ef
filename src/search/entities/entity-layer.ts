import { pathText } from '../../graph/path-text.js'
import { readNames } from '../../graph/read-entities.js'
import { inInt, sql } from '../../store/sql.js'
import { all, sideBySide, type Tx } from '../../store/statement.js'
import type { Candidate } from '../candidate.js'
import type { FoundAnswer, Layer, LayerAnswer, LayerHit, Look } from '../layer.js'
import { readRows } from '../read-rows.js'
import type { Reason } from '../reason.js'
import { type AskedRelations, askedRelations } from './asked-relations.js'
import { findNamed, findSpeaker, type NamedEntity } from './find-named.js'
import { type AskedPath, pathsAsked } from './paths-asked.js'

/**
 * Items about whom and what the question names, by any of their names, and about what they are related to as it asks:
 * what states the relation first, with the path as the reason.
 */
export const entityLayer: Layer = {
  name: 'entities',
  *find(look: Look, near: readonly Candidate[]): Tx<LayerAnswer> {
    const { bank } = look
    const { hasGraph, asked, entities } = yield* entitiesOf(look, near)
    if (entities.length === 0) return nothing(hasGraph ? noPath(asked, []) : undefined)
    const paths = (yield* pathsAsked(bank, entities, asked, look.asOf)).slice(0, PATHS_MAX)
    const found = new Map<number, Found>()
    // Of both the reasons in this order: each adds to what was found when all that it reads is there.
    yield* sideBySide([addEvidence(bank, paths, found), addMentions(bank, entities, paths, found)])
    const rids = [...found.keys()]
    const hits = (yield* readRows(bank, rids, look.only))
      .filter((row) => look.accepts(row))
      .map((row): LayerHit => ({ row, ...(found.get(row.rid) as Found) }))
    const isAnswered = hits.some(({ reasons }) => reasons.some((one) => one.kind === 'path' && one.isAsked))
    return { ...nothing(isAnswered ? undefined : noPath(asked, entities)), hits }
  },
}

/** Paths that are followed to what states them. */
const PATHS_MAX = 60
/** Hits of the other layers whose mentions are looked at for parts of names. */
const NEAR = 20
/** Items that are found for naming an entity of the question, the newest … */
const MENTIONS = 20
const MENTION = 0.1
/** … and for naming what one that is asked for leads to. */
const FURTHER_MENTIONS = 5
const FURTHER_ENTITIES = 3
const FURTHER_MENTION = 0.05

interface Found {
  score: number
  reasons: Reason[]
}

interface AskedEntities {
  readonly hasGraph: boolean
  readonly asked: AskedRelations
  readonly entities: readonly NamedEntity[]
}

/** Whom and what the question is about, as the bank's graph knows them; nobody in a bank without a graph. */
export function* entitiesOf(look: Look, near: readonly Candidate[]): Tx<AskedEntities> {
  const { spine, bank, question } = look
  const asked = askedRelations(question.folded)
  if (!look.holds.entities) return { hasGraph: false, asked, entities: [] }
  const rids = near.slice(0, NEAR).map(({ rid }) => rid)
  const named = yield* findNamed(spine, bank, question, rids)
  // What the asker's relations were is not theirs now.
  const asksOfSelf =
    question.query.firstPerson &&
    asked.groups.length > 0 &&
    asked.asksWhoOrWhere &&
    question.newestWanted !== 'no'
  const self = asksOfSelf ? yield* findSpeaker(spine, bank) : []
  return {
    hasGraph: true,
    asked,
    entities: [...named, ...self.filter(({ rid }) => named.every((one) => one.rid !== rid))],
  }
}

/** What states a relation: its sources, or itself where it stands on its own. */
function* addEvidence(bank: string, paths: readonly AskedPath[], found: Map<number, Found>): Tx<void> {
  const stating = [...new Set(paths.map(({ edges }) => edges.at(-1)?.itemRid ?? 0))]
  const [sources, names] = yield* sideBySide([
    sourcesOf(bank, stating),
    readNames(bank, [...new Set(paths.flatMap(endsOf))]),
  ])
  const ends = new Map([...names].map(([rid, name]) => [rid, { name }]))
  for (const path of paths) {
    const item = path.edges.at(-1)?.itemRid
    if (item === undefined) continue
    const itself = sources.filter(({ item_rid }) => item_rid === item).map(({ source_rid }) => source_rid)
    const reason: Reason = {
      kind: 'path',
      path: pathText(startOf(path), path.edges, ends),
      isAsked: path.isAsked,
    }
    for (const rid of itself.length === 0 ? [item] : itself) add(found, rid, path.worth, reason)
  }
}

function* sourcesOf(
  bank: string,
  stating: readonly number[],
): Tx<{ item_rid: number; source_rid: number }[]> {
  return yield* all<{ item_rid: number; source_rid: number }>(sql`
    select item_rid, source_rid from fact_source where bank = ${bank} and item_rid ${inInt(stating)}`)
}

/** A single relation is said as it is meant, from the one to the other. */
function startOf({ from, edges }: AskedPath): number {
  return edges.length === 1 ? (edges[0]?.from ?? from.rid) : from.rid
}

function endsOf({ edges }: AskedPath): number[] {
  return edges.flatMap(({ from, to }) => [from, to])
}

/** Items that name the entities of the question, and those at the ends of the paths that are asked for. */
function* addMentions(
  bank: string,
  entities: readonly NamedEntity[],
  paths: readonly AskedPath[],
  found: Map<number, Found>,
): Tx<void> {
  const ends = [
    ...new Set(paths.filter(({ isAsked, worth }) => isAsked && worth >= ASKED).map(({ to }) => to)),
  ]
  const further = ends.filter((rid) => entities.every((one) => one.rid !== rid)).slice(0, FURTHER_ENTITIES)
  const [names, ...items] = yield* sideBySide([
    readNames(bank, further),
    ...entities.map(({ rid }) => mentionsOf(bank, rid, MENTIONS)),
    ...further.map((rid) => mentionsOf(bank, rid, FURTHER_MENTIONS)),
  ])
  for (const [index, { share, name }] of entities.entries()) {
    for (const { rid } of items[index] ?? []) add(found, rid, MENTION * share, { kind: 'mentions', name })
  }
  for (const [index, end] of further.entries()) {
    const name = names.get(end) ?? ''
    for (const { rid } of items[entities.length + index] ?? [])
      add(found, rid, FURTHER_MENTION, { kind: 'mentions', name })
  }
}

const ASKED = 0.5

function* mentionsOf(bank: string, entity: number, limit: number): Tx<{ rid: number }[]> {
  return yield* all<{ rid: number }>(sql`
    select item_rid as rid from mention
    where bank = ${bank} and entity_rid = ${entity}
    order by at desc, item_rid desc limit ${limit}`)
}

/** The best reason counts; of paths the best is named, and each entity once. */
function add(found: Map<number, Found>, rid: number, score: number, reason: Reason): void {
  const known = found.get(rid)
  if (known === undefined) {
    found.set(rid, { score, reasons: [reason] })
    return
  }
  known.score = Math.max(known.score, score)
  const isSaid = known.reasons.some(
    (said) =>
      (said.kind === 'path' && reason.kind === 'path') ||
      (said.kind === 'mentions' && reason.kind === 'mentions' && said.name === reason.name) ||
      (said.kind === 'path' && reason.kind === 'mentions' && said.path.includes(reason.name)),
  )
  if (!isSaid) known.reasons.push(reason)
}

/** What to say where a question asks who, and no path that is known answers it. */
function noPath({ asksWho }: AskedRelations, entities: readonly NamedEntity[]): string | undefined {
  if (!asksWho) return undefined
  if (entities.length === 0) return 'the question names nobody and nothing that the graph knows'
  const names = entities.map(({ name }) => name).join(', ')
  return `the graph knows ${names}, and no relation that answers this`
}

function nothing(note: string | undefined): FoundAnswer {
  return { outcome: 'found', hits: [], floor: 0, full: 1, ...(note === undefined ? {} : { note }) }
}
