import type { Span } from '../../text/span.js'
import { cutOut } from './cut-out.js'
import { isSameThing, type NamedThing, namedThings } from './named-things.js'
import { productSort } from './product-names.js'
import { type Stance, stanceOn } from './stance-on.js'

/** The parts of a decision, as places in its text. */
export interface DecisionParts {
  readonly title: Span
  readonly choice: Span | null
  readonly alternatives: readonly Span[]
  readonly reasons: readonly Span[]
}

/** What does not go together in a decision. Both sides are places in its text; which is right it does not say. */
export interface DecisionFlag {
  /** The reasons are for something else than what is chosen; or they are against it. */
  readonly kind: 'reasons_name_another' | 'reasons_reject_choice'
  /** What the title chooses. */
  readonly choice: Span
  /** What the reasons are for; null where they are only against the choice. */
  readonly other: string | null
  /** The reasons that say so. */
  readonly reasons: readonly Span[]
  /** The words in them that name the other, or reject the choice. */
  readonly words: readonly Span[]
}

/**
 * Whether a decision contradicts itself: what its title chooses is not named by any reason while several of them argue
 * for another thing that could stand in its place, or a reason rejects it. Made to stay silent where it is not clear:
 * reasons may speak of what was chosen without naming it, and name other things for many reasons.
 */
export function flagDecision(text: string, parts: DecisionParts): DecisionFlag[] {
  const read = readNames(text, parts)
  const [first] = read.chosen
  if (first === undefined || read.reasons.length === 0) return []
  const choice = parts.choice ?? first.span
  const rejected = read.reasons.flatMap(({ place, names }) =>
    names
      .filter(({ name, span }) => isOneOf(name, read.chosen) && stanceOn(text, place, span) === 'rejected')
      .map(({ span }) => [place, span] as const),
  )
  if (rejected.length > 0) {
    const reasons = [...new Set(rejected.map(([place]) => place))]
    return [
      {
        kind: 'reasons_reject_choice',
        choice,
        other: null,
        reasons,
        words: rejected.map(([, span]) => span),
      },
    ]
  }
  const isNamed = read.reasons.some(({ names }) => names.some(({ name }) => isOneOf(name, read.chosen)))
  const other = isNamed ? undefined : strongest(text, read)
  return other === undefined ? [] : [{ kind: 'reasons_name_another', choice, ...other }]
}

/** The names in a decision, each place read once. */
interface Names {
  readonly chosen: readonly NamedThing[]
  readonly alternatives: readonly NamedThing[]
  readonly inTitle: readonly NamedThing[]
  readonly reasons: readonly { readonly place: Span; readonly names: readonly NamedThing[] }[]
  /** Names that are surely ones; a capital at the head of a sentence is one where it comes back as such. */
  readonly sure: ReadonlySet<string>
}

function readNames(text: string, parts: DecisionParts): Names {
  const { title, choice } = parts
  const reasons = parts.reasons
    .slice(0, REASONS_MAX)
    .map((place) => ({ place, names: namedThings(text, clipped(place)) }))
  const inTitle = namedThings(text, clipped(title))
  const over = title[0] + overAt(text, title)
  const behind = inTitle.find(({ span }) => span[0] >= over)
  const named = parts.alternatives.slice(0, REASONS_MAX).flatMap((place) => namedThings(text, clipped(place)))
  const all = [...reasons.flatMap(({ names }) => names), ...inTitle, ...named]
  const sure = new Set(all.filter(({ isSure }) => isSure).map(({ name }) => name))
  const alternatives = behind === undefined ? named : [...named, behind]
  const possible =
    choice === null ? inTitle.filter(({ span }) => span[1] <= over) : namedThings(text, clipped(choice))
  return {
    chosen: firstOf(
      text,
      possible.filter(({ name }) => sure.has(name) && !isOneOf(name, alternatives)),
    ),
    alternatives,
    inTitle,
    reasons,
    sure,
  }
}

const REASONS_MAX = 50
/** Longer parts say what they say at their beginning. */
const PART_CHARS = 1_000

function clipped([start, end]: Span): Span {
  return [start, Math.min(end, start + PART_CHARS)]
}

/** `Use PostgreSQL for billing in Apollo`: what comes behind the first is what it is for. */
function firstOf(text: string, names: readonly NamedThing[]): readonly NamedThing[] {
  const [first] = names
  return first === undefined
    ? []
    : names.filter(({ span }) => !FOR.test(text.substring(first.span[1], span[0]))) // slice-ok: only looked at
}

const FOR = /\b(?:for|in|on|at|as|to|within|of)\b|用于|作为|在/i

/** How far a title says what is chosen, before `instead of` and the like. */
function overAt(text: string, [start, end]: Span): number {
  const title = text.substring(start, end) // slice-ok: only looked at
  const at = title.search(OVER)
  return at === -1 ? title.length : at
}

const OVER =
  /\b(?:instead of|rather than|over|vs\.?|versus|not|replacing|to replace)\b|而不是|而非|不用|取代|替代/i

function isOneOf(name: string, things: readonly NamedThing[]): boolean {
  return things.some((thing) => isSameThing(thing.name, name))
}

/** Of what could stand in the place of the choice, that for which the most reasons argue. */
function strongest(
  text: string,
  { chosen, alternatives, inTitle, reasons, sure }: Names,
): Pick<DecisionFlag, 'other' | 'reasons' | 'words'> | undefined {
  const argued = new Map<string, [reason: Span, words: Span][]>()
  for (const { place, names } of reasons) {
    for (const thing of names.filter(({ name }) => sure.has(name))) {
      const isAlternative = isOneOf(thing.name, alternatives)
      // What the decision is about, or for, is no rival of the choice.
      if (!isAlternative && isOneOf(thing.name, inTitle)) continue
      if (!couldReplace(thing, chosen, isAlternative)) continue
      if (!speaksFor(stanceOn(text, place, thing.span), thing, chosen, isAlternative)) continue
      argued.set(thing.name, [...(argued.get(thing.name) ?? []), [place, thing.span]])
    }
  }
  const ranked = [...argued.values()]
    .map((found) => ({ found, weight: new Set(found.map(([reason]) => reason)).size }))
    .sort((a, b) => b.weight - a.weight)
  const [best, next] = ranked
  if (best === undefined) return undefined
  const isEnough = best.weight >= REASONS_MIN || best.weight * 2 > reasons.length
  // Two of the same weight are a comparison.
  if (!isEnough || next?.weight === best.weight) return undefined
  const words = best.found.map(([, span]) => span)
  const [start, end] = words[0] as Span
  return {
    other: cutOut(text, [start, end]),
    reasons: [...new Set(best.found.map(([reason]) => reason))],
    words,
  }
}

/** One of five may be an aside; two of five, or the only one, are what the decision rests on. */
const REASONS_MIN = 2

/** A database for a database. Of what is not known, only what is argued for like a choice. */
function couldReplace(thing: NamedThing, chosen: readonly NamedThing[], isAlternative: boolean): boolean {
  if (isAlternative) return true
  const sort = productSort(thing.name)
  const sorts = chosen.map(({ name }) => productSort(name)).filter((one) => one !== undefined)
  return sort === undefined || sorts.length === 0 || sorts.includes(sort)
}

/**
 * Of an alternative only praise counts: reasons name it to say why not. Of a product of the same sort that nobody
 * weighed, everything that is not against it; of what is not known, praise, or that a package of it is at hand.
 */
function speaksFor(
  stance: Stance,
  { name, isInPath }: NamedThing,
  chosen: readonly NamedThing[],
  isAlternative: boolean,
): boolean {
  if (stance === 'rejected' || stance === 'doubted') return false
  const sort = productSort(name)
  const isOfOneSort = sort !== undefined && chosen.some((one) => productSort(one.name) === sort)
  if (isOfOneSort && !isAlternative) return true
  return stance === 'praised' || (isInPath && !isAlternative)
}

/** What a flag says, in one sentence. */
export function flagText(text: string, { kind, choice, other, reasons }: DecisionFlag): string {
  const chosen = cutOut(text, choice)
  const count = reasons.length === 1 ? 'one reason' : `${reasons.length} reasons`
  return kind === 'reasons_reject_choice'
    ? `the title chooses ${chosen}, but ${count} ${reasons.length === 1 ? 'speaks' : 'speak'} against it`
    : `the title chooses ${chosen}, which no reason names, while ${count} ${reasons.length === 1 ? 'speaks' : 'speak'} for ${other}`
}
