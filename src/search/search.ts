import { countPending } from '../embedding/bank-model.js'
import type { ItemId, ItemKind } from '../items/item.js'
import { type FoundItem, readItems } from '../items/read-items.js'
import type { Spine } from '../items/spine.js'
import type { Reach } from '../reach.js'
import { inText, sql } from '../store/sql.js'
import { sideBySide, type Tx } from '../store/statement.js'
import { clip } from '../text/clip.js'
import { MARKED_CHARS, matchSpans } from '../text/spans.js'
import type { FoundRow } from './candidate.js'
import { type Collapsed, collapse } from './collapse.js'
import { depthOf } from './depth.js'
import type { Fused, FusionMode, LayerRank } from './fuse.js'
import type { LayerName } from './layer.js'
import type { Answers } from './look-up.js'
import { type Question, readQuestion } from './question.js'
import { rankQuestion } from './rank-question.js'
import type { Reason } from './reason.js'
import { type Standing, standingOf } from './standing.js'
import type { StatedFacts } from './stated-facts.js'
import { findMeaning, type MeaningWanted } from './vectors/find-meaning.js'
import { WEIGHTS } from './weights.js'

export interface SearchOptions {
  /** Default 20. */
  readonly limit?: number
  readonly mode?: FusionMode
  /** Only items of these kinds. */
  readonly kinds?: readonly ItemKind[]
  /** When the question is asked, ms UTC; now when absent. */
  readonly now?: number
  /** The asker's zone; the user's when absent. */
  readonly zone?: string
  /** Whether vectors take part: `at once` (default) where an embedder is ready. */
  readonly meaning?: MeaningWanted
  readonly signal?: AbortSignal | undefined
  /** Also say of this item where it stands, and why it is not found. */
  readonly about?: string
  /** What was true then counts as true, ms UTC; what is held true now when absent. */
  readonly asOf?: number | undefined
  /** Also facts of their own (corrections) that do not hold, or have run out. Default false. */
  readonly includeSuperseded?: boolean
  /** Read on the same snapshot, for whoever asks. May be run again, as every body. */
  readonly beside?: () => Tx<void>
}

export interface SearchResult {
  /** Names this look in what is shown and logged about it. */
  readonly recallId: string
  readonly hits: readonly Hit[]
  /** How many items were ranked, shown or not. */
  readonly ranked: number
  /** Where the item stands that was asked about. */
  readonly standing: Standing | null
  /** Layers that could not take part, and why. */
  readonly missing: Readonly<Partial<Record<LayerName, string>>>
  /** How what the question names is related as it asks, best first (docs/graph.md). */
  readonly paths: readonly FoundPath[]
  /** Why a question for somebody has no path, in words; null where it has one, or asks for nobody. */
  readonly noPath: string | null
  /** Texts that have no vectors yet, so that only words find them; 0 where vectors took no part. */
  readonly pending: number
  /** Phrases that no item holds; their words were asked for instead. Never those of a question that is nothing else. */
  readonly relaxed: readonly string[]
  /** True when the question was too long to be asked in full. */
  readonly clipped: boolean
}

export interface FoundPath {
  /** `Alex Patel —owns→ web chat UI`. */
  readonly path: string
  /** What states the last of its relations. */
  readonly item: ItemId
}

export interface Hit {
  readonly item: FoundItem
  /** For comparison within one answer only. */
  readonly score: number
  /** Where its text answers the question: [start, end) in UTF-16 units. */
  readonly matched: readonly (readonly [number, number])[]
  readonly layers: readonly LayerRank[]
  readonly reasons: readonly Reason[]
  /** Items that say nearly the same, and ranked below it: they are shown as this one. */
  readonly alike: readonly ItemId[]
  /** What it states, in the order in which it does (docs/facts.md). */
  readonly facts: readonly FoundItem[]
}

const DEFAULT_LIMIT = 20

/**
 * Finds what answers a question, in the banks that the reach may read. Any string is a question. Writes nothing;
 * everything is read on one snapshot.
 */
export async function search(
  spine: Spine,
  reach: Reach,
  input: string,
  options: SearchOptions = {},
): Promise<SearchResult> {
  const {
    limit = DEFAULT_LIMIT,
    mode = 'measured',
    kinds,
    now = spine.env.now(),
    zone = spine.zone,
    meaning = 'at once',
    signal,
    about,
    asOf,
    includeSuperseded = false,
    beside = nothingBeside,
  } = options
  const question = readQuestion(input, { now, zone })
  const meanings = await findMeaning(spine, reach.reads, {
    text: question.query.plain,
    isNarrowed: kinds !== undefined || question.query.phrases.length + question.query.excluded.length > 0,
    wanted: meaning,
    signal,
  })
  return spine.store.read(function* look(): Tx<SearchResult> {
    const {
      asked,
      answers,
      ranked: all,
      facts,
    } = yield* rankQuestion(spine, question, {
      banks: reach.reads,
      meanings,
      mode,
      kinds,
      now,
      asOf,
      includeSuperseded,
      limit,
      depth: depthOf(limit),
      weights: WEIGHTS,
    })
    const paths = pathsIn(answers)
    // The descended formula ranks every item for itself.
    const shown = mode === 'rrf' ? all.slice(0, limit).map(byItself) : collapse(all, limit)
    const recallId = spine.env.newId()
    const [hits, pending] = yield* sideBySide([
      readHits(spine, { question: asked, shown, facts }),
      pendingIn(answers.missing.vectors === undefined ? reach.reads : []),
      beside(),
    ])
    return {
      recallId,
      hits,
      ranked: all.length,
      standing:
        about === undefined
          ? null
          : yield* standingOf(spine, { ...answers, fused: all, shown, kinds }, reach.reads, about),
      missing: answers.missing,
      paths,
      noPath: paths.length === 0 ? (answers.notes[0] ?? null) : null,
      pending,
      relaxed: asked === question ? [] : question.query.phrases.map(({ text }) => text),
      clipped: question.query.clipped,
    }
  })
}

function* nothingBeside(): Tx<void> {
  yield* []
}

function* pendingIn(banks: readonly string[]): Tx<number> {
  const counts: readonly number[] = yield* sideBySide(banks.map((bank) => countPending(bank)))
  return counts.reduce((sum, count) => sum + count, 0)
}

/** Paths that a question is answered with at most. */
const PATHS_MAX = 10

/** Each once, with the best item that states it. */
function pathsIn({ ranked }: Answers): FoundPath[] {
  const paths = new Map<string, FoundPath>()
  for (const { row, reasons } of ranked.find(({ name }) => name === 'entities')?.hits ?? []) {
    for (const reason of reasons) {
      if (reason.kind !== 'path' || !reason.isAsked || paths.has(reason.path)) continue
      if (paths.size < PATHS_MAX) paths.set(reason.path, { path: reason.path, item: row.id })
    }
  }
  return [...paths.values()]
}

interface ToShow {
  readonly question: Question
  readonly shown: readonly Collapsed[]
  readonly facts: ReadonlyMap<string, StatedFacts>
}

/** The items as they are kept, in the order of the ranking. */
function* readHits(spine: Spine, { question, shown, facts }: ToShow): Tx<Hit[]> {
  const factsOf = ({ bank, rid, id }: FoundRow) =>
    (facts.get(bank)?.get(rid) ?? []).filter((fact) => fact.id !== id).map((fact) => fact.id)
  const idsOf = new Map<string, string[]>()
  for (const { entry } of shown) {
    const { row } = entry
    const ids = [row.id, ...factsOf(row)]
    const known = idsOf.get(row.bank)
    if (known === undefined) idsOf.set(row.bank, ids)
    else known.push(...ids)
  }
  const items = new Map<string, FoundItem>()
  const reading = [...idsOf].map(([bank, ids]) => readItems(spine, bank, sql`i.id ${inText(ids)}`))
  for (const found of yield* sideBySide(reading)) for (const item of found) items.set(item.id, item)
  return shown.map(({ entry: { row, score, layers: ranks, reasons }, alike }) => {
    const item = items.get(row.id)!
    return {
      item,
      score,
      matched: matchSpans(clip(item.text, MARKED_CHARS), question.query),
      layers: ranks,
      reasons,
      alike,
      facts: factsOf(row).flatMap((id) => items.get(id) ?? []),
    }
  })
}

function byItself(entry: Fused): Collapsed {
  return { entry, alike: [] }
}
