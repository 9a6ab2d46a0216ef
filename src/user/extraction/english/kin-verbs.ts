import { type Clause, personsAt, type Reader, tell } from './clause.js'
import { kinOf } from './roles.js'
import { readRole } from './roles-of.js'
import { verb } from './verbs.js'

/** `I have two kids, Ben and Lia`, `Omar became CTO`. */
export function registerKinVerbs(): void {
  verb('have', having)
  verb('get', having, { isEvent: true })
  verb('become, get promoted to', (clause, at) => (clause.isNegated ? -1 : readRole(clause, at)), {
    isEvent: true,
  })
}

const having: Reader = (clause, at) => {
  const { words } = clause
  if (clause.isNegated || clause.subject.kind === 'thing') return -1
  const from = words[at]?.lower === 'a' || words[at]?.lower === 'an' ? at + 1 : at
  for (let to = from + 1; to < Math.min(words.length, from + 4); to++) {
    const noun = { from, to }
    const singular = singularOf(words[to - 1]!.lower)
    const kinship = kinOf([...words.slice(from, to - 1), { lower: singular }], { from: 0, to: to - from })
    const next = words[to]?.lower
    if (kinship === undefined || (next !== ',' && next !== ':' && next !== 'called' && next !== 'named'))
      continue
    const { items, to: end } = personsAt(clause, to + 1)
    for (const item of items) tellKin(clause, kinship, item.party, { from: item.from, to: item.to })
    return items.length === 0 ? -1 : Math.max(end, noun.to)
  }
  return -1
}

function singularOf(noun: string): string {
  return noun === 'children' ? 'child' : noun.replace(/s$/, '')
}

function tellKin(
  clause: Clause,
  { type, isInverse }: NonNullable<ReturnType<typeof kinOf>>,
  other: number | 'speaker',
  value: { from: number; to: number },
): void {
  for (const party of clause.subject.parties) {
    const [about, object] = isInverse ? [other, party] : [party, other]
    tell(clause, { category: 'relation', value, relation: { type, object }, about })
  }
}
