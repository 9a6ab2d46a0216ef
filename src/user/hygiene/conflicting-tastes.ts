import { sql } from '../../store/sql.js'
import { all, type Tx } from '../../store/statement.js'
import { clip } from '../../text/clip.js'
import { type Finding, finding, type Proposal } from './finding.js'
import { grouped } from './grouped.js'
import type { NotedFavourite } from './judge-notes.js'
import { forgetting, noProposal, retracting } from './proposals.js'
import { type Favourite, statedFavourite, statedTaste } from './stated-taste.js'

/**
 * Likings that are contradicted by a newer one: for and against the same, and favourites of one kind that no key keeps
 * apart. The older one is proposed to be retracted, which can be taken back.
 */
export function* conflictingTastes(bank: string, noted: readonly NotedFavourite[]): Tx<Finding[]> {
  const facts = yield* readTastes(bank)
  const opposed = contradictions(facts).map(([older, newer]) =>
    finding({
      kind: 'conflicting_preference',
      what: `${quoted(older.clause)}, and later ${quoted(newer.clause)}`,
      items: [newer.id, older.id],
      entities: [],
      proposal: retracting(older.id),
    }),
  )
  const favourites = [...facts.flatMap(favouriteOf), ...noted.map(ofNote)]
  const stale = outdated(favourites).map(([older, newer]) =>
    finding({
      kind: 'stale_preference',
      what: `the favourite ${newer.shown.noun} is ${quoted(older.shown.value)} in one place, and later ${quoted(newer.shown.value)}${older.isWaiting ? '; the older one waits for review' : ''}`,
      items: [newer.id, older.id],
      entities: [],
      proposal: proposalFor(older),
    }),
  )
  return [...opposed, ...stale]
}

/** What waits for review is decided there: to restore what was taken back would let it replace what holds. */
function proposalFor({ id, isFact, isWaiting }: SaidFavourite): Proposal {
  if (isWaiting) return noProposal
  return isFact ? retracting(id) : forgetting(id)
}

function quoted(text: string): string {
  return `“${clip(text.trim(), SHOWN_CHARS)}”`
}

const SHOWN_CHARS = 80

interface Row {
  readonly id: string
  readonly category: string
  readonly status: string
  readonly subject_rid: number | null
  readonly attribute: string | null
  readonly value: string | null
  readonly body: string
  readonly at: number
}

interface TasteFact extends Omit<Row, 'value' | 'body'> {
  readonly clause: string
  readonly value: string
}

function* readTastes(bank: string): Tx<TasteFact[]> {
  const rows = yield* all<Row>(sql`
    select i.id, f.category, f.status, f.subject_rid, t.attribute, t.value, x.body, f.confirmed_at as at
    from fact f
    join item i on i.bank = f.bank and i.rid = f.item_rid
    join item_text x on x.bank = i.bank and x.rid = i.text_rid
    left join fact_text t on t.bank = f.bank and t.item_rid = f.item_rid
    where f.bank = ${bank} and f.status in ('active', 'proposed') and f.category in ('preference', 'instruction')
    order by f.item_rid desc limit ${FACTS_MAX}`)
  return rows.map(({ body, value, ...row }) => ({
    ...row,
    clause: clip(body, LOOK_CHARS),
    value: value ?? body,
  }))
}

const FACTS_MAX = 10_000
const LOOK_CHARS = 1_000

/** Of what one party says about one thing, the newest counts; each that says the opposite is older. */
function contradictions(facts: readonly TasteFact[]): (readonly [older: TasteFact, newer: TasteFact])[] {
  const said = facts.flatMap((fact) => {
    if (fact.status !== 'active' || fact.attribute !== null) return []
    const taste = statedTaste(fact.clause, fact.value)
    return taste === undefined ? [] : [{ fact, ...taste }]
  })
  return groupsOf(said, ({ fact, about }) => `${fact.category} ${fact.subject_rid} ${about}`).flatMap(
    (group) => {
      const [newest] = group
      return group
        .filter(({ isFor }) => isFor !== newest?.isFor)
        .flatMap(({ fact }) => (newest === undefined ? [] : [[fact, newest.fact] as const]))
    },
  )
}

interface SaidFavourite extends Favourite {
  readonly id: string
  readonly at: number
  readonly isFact: boolean
  /** It is proposed, and in the queue of contradictions. */
  readonly isWaiting: boolean
  /** Its key keeps at most one of it active. */
  readonly isHolder: boolean
}

function ofNote(noted: NotedFavourite): SaidFavourite {
  return { ...noted, isFact: false, isWaiting: false, isHolder: false }
}

function favouriteOf({ id, at, attribute, value, clause, status, category }: TasteFact): SaidFavourite[] {
  if (category !== 'preference') return []
  const isKeyed = attribute?.startsWith('favorite.') === true
  const said = isKeyed
    ? statedFavourite(`my ${attribute.replace('.', ' ')} is ${value}`)
    : attribute === null
      ? statedFavourite(clause)
      : undefined
  if (said === undefined) return []
  return [
    {
      ...said,
      id,
      at,
      isFact: true,
      isWaiting: status === 'proposed',
      isHolder: isKeyed && status === 'active',
    },
  ]
}

/** Older than the newest of its kind, and something else. What holds a key is replaced by its own rules. */
function outdated(
  favourites: readonly SaidFavourite[],
): (readonly [older: SaidFavourite, newer: SaidFavourite])[] {
  return groupsOf(favourites, ({ noun }) => noun).flatMap((group) => {
    const [newest] = group
    return group
      .filter(({ value, isHolder }) => value !== newest?.value && !isHolder)
      .flatMap((older) => (newest === undefined ? [] : [[older, newest] as const]))
  })
}

/** Groups of two or more, each newest first. */
function groupsOf<T extends { readonly at: number } | { readonly fact: { readonly at: number } }>(
  all: readonly T[],
  key: (one: T) => string,
): T[][] {
  const timeOf = (one: T) => ('at' in one ? one.at : one.fact.at)
  return [...grouped(all, key).values()]
    .filter(({ length }) => length > 1)
    .map((group) => group.sort((a, b) => timeOf(b) - timeOf(a)))
}
