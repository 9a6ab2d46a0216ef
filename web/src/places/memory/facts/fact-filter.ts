import type { InputOf } from '../../../api/operation-types.js'
import { param } from '../../../location/location.js'

export type FactCategory = NonNullable<InputOf<'memory.facts'>['category']>

/** In this order they stand in lists: who someone is first, what is to be done last. */
export const factCategories = [
  'identity',
  'preference',
  'project',
  'decision',
  'relation',
  'instruction',
] as const satisfies readonly FactCategory[]

export interface FactFilter {
  readonly category: FactCategory | null
  /** All that ever held this key. */
  readonly key: string
  readonly contains: string
  /** Days, like 2026-05-03; '' is now. */
  readonly asOf: string
  readonly knownAt: string
  /** Also what does not hold any more, or waits. */
  readonly isPastShown: boolean
}

/** The filter that the address says. */
export function factFilter(): FactFilter {
  const category = param('category')
  return {
    category: factCategories.find((one) => one === category) ?? null,
    key: param('key'),
    contains: param('contains'),
    asOf: dayIn(param('at')),
    knownAt: dayIn(param('known')),
    isPastShown: param('past') === 'yes',
  }
}

/** The questions that a list of facts asks, one category after the other; of words and of a key there is but one. */
export function factQuestions({
  category,
  key,
  asOf,
  knownAt,
  isPastShown,
}: FactFilter): readonly InputOf<'memory.facts'>[] {
  const shared = {
    limit: 100,
    ...(asOf === '' ? {} : { asOf: endOf(asOf) }),
    ...(knownAt === '' ? {} : { knownAt: endOf(knownAt) }),
    ...(isPastShown ? { includeSuperseded: true } : {}),
  }
  if (key !== '') return [{ ...shared, key, ...(category === null ? {} : { category }) }]
  return (category === null ? factCategories : [category]).map((one) => ({ ...shared, category: one }))
}

/** What is asked for the time line, and where words are looked for: everything that was ever held, the newest first. */
export function itemQuestion(
  { category, contains, isPastShown }: FactFilter,
  isLine: boolean,
): InputOf<'memory.items'> {
  return {
    kinds: ['fact', 'relation', 'decision'],
    limit: 200,
    ...(category === null ? {} : { categories: [category] }),
    ...(contains === '' ? {} : { contains }),
    ...(isLine || isPastShown ? {} : { statuses: ['active'] }),
  }
}

/** The last moment of a day where the person is: what began on it counts. */
function endOf(day: string): string {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date, 23, 59, 59, 999).toISOString()
}

function dayIn(text: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : ''
}
