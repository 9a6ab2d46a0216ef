import type { EntityType } from '../../../graph/entity-type.js'
import type { RelationType } from '../../../graph/relation-type.js'
import type { Span } from '../../../text/span.js'
import type { FactCategory } from '../../fact-category.js'
import type { Draft } from '../draft.js'
import type { Party, RelationAttribute } from '../extracted.js'
import { type Memory, remember, resolve } from '../memory.js'
import { chineseNameEnd } from './names.js'

/** One clause: what stands between two commas, with its place in the text. */
export interface Clause {
  readonly draft: Draft
  readonly memory: Memory
  readonly text: string
  /** Where the clause begins in the whole text. */
  readonly start: number
}

export interface Subject {
  readonly parties: readonly Party[]
  readonly kind: 'speaker' | 'we' | 'person' | 'thing' | 'team'
  /** Where it is named in the clause; empty where it is that of the clause before. */
  readonly from: number
  readonly to: number
}

/** A part of a clause. */
export interface Part {
  readonly from: number
  readonly to: number
}

export interface Person extends Part {
  readonly party: Party
}

/** A family of patterns: reads the predicate that begins at a place, answers its end or -1. */
export type Reader = (clause: Clause, subject: Subject, at: number) => number

export function spanOf({ start }: Clause, { from, to }: Part): Span {
  return [start + from, start + to]
}

interface Told {
  readonly category: FactCategory
  readonly attribute?: string | null
  readonly value: Part
  readonly to?: number
  readonly relation?: {
    readonly type: RelationType
    readonly object: Party
    readonly attributes?: readonly RelationAttribute[]
  }
  readonly about?: Party
}

export function tell(
  clause: Clause,
  subject: Subject,
  { category, attribute, value, to, relation, about }: Told,
): void {
  for (const party of about === undefined ? subject.parties : [about]) {
    clause.draft.state({
      clause: spanOf(clause, { from: Math.min(subject.from, value.from), to: Math.max(value.to, to ?? 0) }),
      category,
      subject: party,
      attribute: attribute ?? null,
      value: spanOf(clause, value),
      relation: relation === undefined ? null : { ...relation, attributes: relation.attributes ?? [] },
    })
  }
}

export function mention(clause: Clause, part: Part, type: EntityType | null): number {
  return clause.draft.mention(spanOf(clause, part), type)
}

/** `我`, `她`, or a name. */
export function personAt(clause: Clause, at: number): Person | null {
  const { text } = clause
  const first = text.charAt(at)
  if (first === '我') return { from: at, to: at + (text.charAt(at + 1) === '们' ? 2 : 1), party: 'speaker' }
  if (first === '他' || first === '她') {
    const party = resolve(clause.memory, first === '他' ? 'he' : 'she')
    return party === null ? null : { from: at, to: at + 1, party }
  }
  if (first === '你' && clause.memory.addressee !== null && text.charAt(at + 1) !== '们') {
    return { from: at, to: at + 1, party: clause.memory.addressee }
  }
  const to = chineseNameEnd(text, at)
  if (to < 0) return null
  const party = mention(clause, { from: at, to }, 'person')
  remember(clause.memory, party)
  return { from: at, to, party }
}

/** `他`, `她`: the latest who can be meant, but for some. */
export function pronounAt(clause: Clause, at: number, but: readonly Party[]): Person | null {
  const gender = clause.text.charAt(at) === '他' ? 'he' : 'she'
  const party = resolve(clause.memory, gender, but)
  return party === null ? null : { from: at, to: at + 1, party }
}

/** `张伟和李娜`, `张伟、李娜`. */
export function personsAt(
  clause: Clause,
  at: number,
): { readonly items: readonly Person[]; readonly to: number } {
  const items: Person[] = []
  let to = at
  for (let next = at; items.length < 8; ) {
    const person = personAt(clause, next)
    if (person === null) break
    items.push(person)
    to = person.to
    if (!'和跟与、及'.includes(clause.text.charAt(to)) || to >= clause.text.length) break
    next = to + 1
  }
  return { items, to }
}

/** The phrase from a place to the end of the clause or to a stop, without particles at its end. */
export function phraseAt({ text }: Clause, at: number, stop?: RegExp): Part | null {
  let from = at
  while (from < text.length && leading.has(text.charAt(from))) from++
  let to = text.length
  if (stop !== undefined) {
    stop.lastIndex = from
    const match = stop.exec(text)
    if (match !== null) to = match.index
  }
  while (to > from && trailing.has(text.charAt(to - 1))) to--
  return to > from && to - from <= PHRASE_MAX ? { from, to } : null
}

/** No value is longer, in characters. */
const PHRASE_MAX = 60

const leading = new Set(' 　：:“"')
const trailing = new Set(' 　了啦呢哦的吧啊呀嘛哈～~”"')

/** What a sticky pattern takes at a place, or -1. */
export function past(pattern: RegExp, { text }: Clause, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : -1
}
