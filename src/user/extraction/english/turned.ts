import { type Scene, tell } from './clause.js'
import { isGivenName } from './given-names.js'
import { setOf } from './lexicon.js'
import { nameEnd, type Phrase } from './phrases.js'
import { favouriteKey } from './possessed.js'

/** Sentences that turn round what they say: `Tea is my favourite drink`, `This is Priya from billing`, `Priya here`. */
export function readTurned(scene: Scene, at: number): number {
  const end = readGreeting(scene, at)
  return end > 0 ? end : readFavourite(scene, at)
}

/** Only where the sentence begins. */
function readGreeting(scene: Scene, at: number): number {
  const { words, isChat } = scene
  if (at > 3) return -1
  const isThis = words[at]?.lower === 'this' && words[at + 1]?.lower === 'is'
  // `hey, it's Dana`
  const isIt = at > 0 && words[at]?.lower === 'it' && words[at + 1]?.lower === "'s"
  const from = isThis || isIt ? at + 2 : at
  const to = nameEnd(words, from, isChat)
  if (to === from || to - from > 3) return -1
  const next = words[to]?.lower
  const isKnown = isGivenName(words[from]!.lower) || to - from > 1
  const isHere = next === 'here' && isKnown && (words[to + 1] === undefined || words[to + 1]!.kind === 'mark')
  const isFrom =
    (isThis && isKnown && introducing.has(next ?? '')) ||
    (isIt && isKnown && (next === undefined || next === ',' || introducing.has(next)))
  if (!isHere && !isFrom) return -1
  const end = isHere ? to + 1 : to
  tellOwn(scene, 'identity', 'name', { from: at, to: end }, { from, to })
  return end
}

/** `This is Phoebe` alone may name somebody else. */
const introducing = setOf('from at speaking calling again')

const FAVOURITE_MAX_WORDS = 8

function readFavourite(scene: Scene, at: number): number {
  const { words } = scene
  for (let next = at + 1; next < Math.min(words.length - 2, at + FAVOURITE_MAX_WORDS); next++) {
    const { lower, kind } = words[next]!
    if (kind === 'mark') return -1
    if (lower !== 'is' && lower !== 'are' && lower !== "'s") continue
    const still =
      words[next + 1]?.lower === 'still' || words[next + 1]?.lower === 'definitely' ? next + 2 : next + 1
    if (words[still]?.lower !== 'my' || !favourites.has(words[still + 1]?.lower ?? '')) return -1
    let to = still + 2
    while (
      to < Math.min(words.length, still + 5) &&
      words[to]!.kind === 'word' &&
      !ends.has(words[to]!.lower)
    )
      to++
    if (to === still + 2 || (next === at + 1 && notWhat.has(words[at]!.lower))) return -1
    tellOwn(scene, 'preference', favouriteKey(words, still + 2, to), { from: at, to }, { from: at, to: next })
    return to
  }
  return -1
}

const favourites = setOf('favorite favourite fave fav')
const ends = setOf('of in at on for to by and but so because since now ever though from with these right')
const notWhat = setOf('this that it these those what which who he she they')

function tellOwn(
  scene: Scene,
  category: 'identity' | 'preference',
  attribute: string,
  { from, to }: Phrase,
  value: Phrase,
): void {
  const subject = { parties: ['speaker'], kind: 'speaker', from, to: from, name: { from, to } } as const
  tell({ ...scene, subject, isNegated: false, adverb: null }, { category, attribute, value, to })
}
