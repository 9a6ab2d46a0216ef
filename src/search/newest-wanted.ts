import type { DateParts, TimeRange } from '../text/dates.js'

/**
 * Whether the newest of several statements is the one that a question asks for. `clearly`: it asks how things are;
 * `perhaps`: it does not say; `no`: it asks how they were, when something happened, for all there is, or for advice.
 */
export type NewestWanted = 'clearly' | 'perhaps' | 'no'

/** `folded`: the question in lower case; `dates`, `times`: those that it names. */
export function newestWanted(folded: string, dates: DateParts, times: readonly TimeRange[]): NewestWanted {
  const namesDate = dates.years.length + dates.months.length + dates.days.length > 0
  if (namesDate || times.some(({ kind }) => kind !== 'recent')) return 'no'
  if (OF_ANOTHER_KIND.test(folded)) return 'no'
  if (NOW.test(folded)) return 'clearly'
  if (EARLIER.test(folded)) return 'no'
  if (PAST_TENSE.test(folded)) return 'perhaps'
  return PRESENT_TENSE.test(folded) ? 'clearly' : 'perhaps'
}

/** The question without the words that only say that it asks for now: a statement need not have them. */
export function withoutNow(folded: string): string {
  return folded.replace(EVERY_NOW, ' ')
}

const word = (words: string) => `(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`

/** It asks for what was, for how it came to be, for several things together, or for no fact. */
const OF_ANOTHER_KIND = new RegExp(
  `${word(
    'before|originally|original|initial|initially|used to|formerly|ago|back then|at the time|yesterday|' +
      'order|sequence|ever|between|total|altogether|combined|different|evolved|changed|' +
      '(?:can|could) you|recommend|suggest|should|would|how (?:can|could)|help me|why',
  )}|以前|之前|从前|當時|当时|那时|最初|原来|原本|曾|第一次|一共|总共|分别|推荐|建议|怎么办|为什么|应该`,
  'u',
)
const NOW = new RegExp(
  `${word(
    'now|nowadays|currently|current|so far|these days|still|most recent|most recently|latest|at the moment|already|yet',
  )}|现在|目前|如今|最近|最新|至今|迄今|到现在|还在`,
  'u',
)
const EVERY_NOW = new RegExp(NOW, 'gu')
const EARLIER = new RegExp(`${word('when|first|previous|previously|earlier')}|什么时候|何时|上次|先前`, 'u')
const PAST_TENSE = new RegExp(word('did|was|were|had'), 'u')
/** Chinese has no tense: what asks for nothing earlier asks for now. */
const PRESENT_TENSE = new RegExp(
  `${word("is|are|am|do|does|has|have|can|i['’](?:m|ve)")}|\\p{Script=Han}`,
  'u',
)
