import { type Clause, type Reader, spanOf } from './clause.js'
import { placeAt } from './places.js'
import { relate } from './relate.js'

/** Where somebody lives. */
export const livesIn: Reader = (clause, at) => {
  if (clause.isNegated || clause.subject.kind === 'thing') return -1
  const place = placeAt(clause, at)
  if (place === null) return -1
  const party = clause.draft.mention(spanOf(clause.words, place), 'place')
  relate(clause, 'lives_in', { ...place, party }, { attribute: 'location' })
  return place.to
}

/** Where one is from is not where one lives now. */
export const comesFrom: Reader = (clause, at) => {
  const isHome = clause.words.some(
    ({ lower }, index) => lower === 'still' && isLiving(clause.words, index + 1),
  )
  return isHome || clause.draft.includesPast ? livesIn(clause, at) : -1
}

/** `I'm from Lisbon and still live there`. */
function isLiving(words: Clause['words'], at: number): boolean {
  const there = words[at + 1]?.lower
  return (words[at]?.lower ?? '').startsWith('liv') && (there === 'there' || there === 'here')
}

export const movedFrom: Reader = (clause, at) => {
  const left = placeAt(clause, at)
  if (left === null || clause.words[left.to]?.lower !== 'to') return -1
  return livesIn(clause, left.to + 1)
}
