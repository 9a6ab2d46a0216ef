import type { Span } from '../../../text/span.js'
import { type Scene, spanOf } from './clause.js'
import { isGivenName } from './given-names.js'
import { setOf } from './lexicon.js'
import { type Phrase, phraseEnd, thingAt } from './phrases.js'

/** `let's go with X instead of Y because Z`, `we decided to …`. Answers the end, or -1. */
export function readDecision(scene: Scene, at: number): number {
  const { words } = scene
  const what = decidedAt(words, at)
  if (what < 0) return -1
  if (words[what - 1]?.lower === 'against') return readRejection(scene, at, what)
  const first = words[what]?.lower ?? ''
  if (
    pointing.has(first) ||
    pointing.has(words[what + 1]?.lower ?? '') ||
    words[what + 1]?.lower === 'flow' ||
    isGivenName(first)
  )
    return -1
  const isDone =
    words[what - 1]?.lower === 'to' && words[what - 2]?.lower !== 'switch' && !chosenBy.has(first)
  const { choice, alternatives, reasons, appliesTo, to } = readChoice(scene, what)
  if (choice === null && to === what) return -1
  const end = Math.max(to, what)
  if (end === what) return -1
  scene.draft.decide({
    clause: spanOf(words, { from: at, to: end }),
    title: spanOf(words, { from: what, to: end }),
    // `decided to wait`: done, rather than chosen
    choice: isDone ? null : choice,
    alternatives,
    reasons,
    tradeOffs: [],
    appliesTo,
  })
  return end
}

const pointing = setOf('this that it these those')

/** `we decided against microservices`: what was not chosen is all that is told. */
function readRejection(scene: Scene, at: number, from: number): number {
  const { words } = scene
  const rejected = thingAt(words, from, choiceStops)
  if (rejected === null) return -1
  scene.draft.decide({
    clause: spanOf(words, { from: at, to: rejected.to }),
    title: spanOf(words, { from: at, to: rejected.to }),
    choice: null,
    alternatives: [spanOf(words, rejected)],
    reasons: [],
    tradeOffs: [],
    appliesTo: [],
  })
  return rejected.to
}

/** Where what was decided begins, or -1. */
function decidedAt(words: Scene['words'], from: number): number {
  const { lower = '' } = words[from] ?? {}
  if (lower === 'let' && words[from + 1]?.lower === "'s") return openingAt(words, from + 2, proposals)
  if (lower === 'lets') return openingAt(words, from + 1, proposals)
  if (from < 2 && lower === 'going' && words[from + 1]?.lower === 'with') return from + 2
  if (lower !== 'we' && lower !== 'i' && lower !== 'the') return -1
  let at = from + 1
  if (lower === 'the') {
    if (words[at]?.lower !== 'team') return -1
    at++
  }
  while (passed.has(words[at]?.lower ?? '')) at++
  return openingAt(words, at, lower === 'i' ? ownDecisions : decisions)
}

const passed = setOf("have has 've just finally already all officially eventually also 're are 'm am then")

/** What says that something was chosen; a phrase ends where the choice begins. */
const proposals = ['go with', 'stick with', 'use', 'settle on', 'choose', 'pick', 'switch to']
const ownDecisions = [
  'decided to',
  'decided on',
  'decided that',
  'decided against',
  'settled on',
  'went with',
  'opted for',
  'going with',
]
const decisions = [
  ...ownDecisions,
  'chose',
  'picked',
  'agreed to',
  'agreed on',
  'agreed that',
  'chosen',
  'sticking with',
  'decided',
]

function openingAt(words: Scene['words'], at: number, openings: readonly string[]): number {
  const first = words[at]?.lower
  const second = words[at + 1]?.lower
  for (const opening of openings) {
    const [one, two] = opening.split(' ')
    if (one !== first) continue
    if (two === undefined) return at + 1
    if (two === second) return at + 2
  }
  return -1
}

interface Choice {
  readonly choice: Span | null
  readonly alternatives: readonly Span[]
  readonly reasons: readonly Span[]
  readonly appliesTo: readonly number[]
  readonly to: number
}

const chosenBy = setOf(
  'use adopt choose pick go stick keep switch move migrate build store write run ship host deploy',
)
const instead = setOf('instead over rather not')
const why = setOf('because since as so')

/** `[use] X [for T] instead of Y [because Z]`, in words from `at` to the end of the sentence. */
export function readChoice(scene: Scene, from: number): Choice {
  const { words } = scene
  let at = from
  if (chosenBy.has(words[at]?.lower ?? '')) {
    at++
    while (['with', 'to', 'on', 'for'].includes(words[at]?.lower ?? '')) at++
  }
  const chosen = thingAt(words, at, choiceStops)
  const alternatives: Span[] = []
  const reasons: Span[] = []
  const appliesTo: number[] = []
  let to = chosen?.to ?? phraseEnd(words, at)
  for (let next = to; next < words.length; ) {
    const { lower, kind } = words[next]!
    if (instead.has(lower)) {
      const start = next + (['of', 'than'].includes(words[next + 1]?.lower ?? '') ? 2 : 1)
      const other = thingAt(words, start, choiceStops)
      if (other !== null && other.to > start) {
        alternatives.push(...alternativesOf(scene, other))
        next = other.to
        to = next
        continue
      }
    }
    if (why.has(lower) && next > at) {
      const end = sentenceEnd(words)
      if (end > next + 1) reasons.push(spanOf(words, { from: next + 1, to: end }))
      to = Math.max(to, end)
      break
    }
    if (lower === 'for' || lower === 'in' || lower === 'on') {
      const target = thingAt(words, next + 1, choiceStops)
      if (target !== null) {
        if (lower === 'in' && words[target.from]!.isCapital) appliesTo.length = 0
        if (appliesTo.length === 0 || lower === 'in')
          appliesTo.push(scene.draft.mention(spanOf(words, target), 'project'))
        next = target.to
        to = next
        continue
      }
    }
    if (kind === 'mark' && lower !== ',' && lower !== '(') break
    if (lower === ',' && !instead.has(words[next + 1]?.lower ?? '') && !why.has(words[next + 1]?.lower ?? ''))
      break
    if (lower === 'and' && next + 1 < words.length && to === next) break
    next++
    if (kind !== 'mark') to = next
  }
  return { choice: chosen === null ? null : spanOf(words, chosen), alternatives, reasons, appliesTo, to }
}

function alternativesOf({ words }: Scene, first: Phrase): Span[] {
  const spans = [spanOf(words, first)]
  let next = first.to
  while (words[next]?.lower === 'or' || words[next]?.lower === 'and') {
    const other = thingAt(words, next + 1, choiceStops)
    if (other === null) break
    spans.push(spanOf(words, other))
    next = other.to
  }
  return spans
}

const choiceStops = setOf(
  'at in on for with from to into over about by instead rather not because since as so through during than',
)

function sentenceEnd(words: Scene['words']): number {
  let to = words.length
  while (to > 0 && words[to - 1]!.kind === 'mark') to--
  return to
}
