import { type Clause, mention, past, personsAt, phraseAt, type Subject, tell } from './clause.js'
import { typeOf } from './projects.js'

export function inTeam(clause: Clause, subject: Subject, at: number): number {
  if (subject.kind !== 'person' && subject.kind !== 'speaker') return -1
  const part = phraseAt(clause, at)
  if (part === null) return -1
  const object = mention(clause, part, 'team')
  tell(clause, subject, { category: 'relation', value: part, relation: { type: 'member_of', object } })
  return part.to
}

export function joins(clause: Clause, subject: Subject, at: number): number {
  const to = past(/[^，]{0,12}?(?:团队|小组|部门|组|部)/y, clause, at)
  const part = { from: past(/(?:我们的?|公司的?|了)*/y, clause, at), to }
  if (to <= part.from || subject.kind === 'thing' || subject.kind === 'team') return -1
  const object = mention(clause, part, 'team')
  tell(clause, subject, { category: 'relation', value: part, relation: { type: 'member_of', object } })
  return to
}

/** `组员有冯宇和曹阳`, of the team spoken of last. */
export function members(clause: Clause, _subject: Subject, at: number): number {
  const team = clause.memory.thing
  const { items, to } = personsAt(clause, at)
  if (team === null || items.length === 0) return -1
  for (const item of items) {
    const subject: Subject = { parties: [item.party], kind: 'person', from: item.from, to: item.to }
    tell(clause, subject, {
      category: 'relation',
      value: { from: item.from, to: item.to },
      relation: { type: 'member_of', object: team },
    })
  }
  return to
}

export function partOf(clause: Clause, subject: Subject, at: number): number {
  const part = phraseAt(clause, at, /的一部分/g)
  if (part === null) return -1
  const type = typeOf(clause, part.to)
  const object = mention(clause, part, type)
  const isPerson = subject.kind === 'speaker' || subject.kind === 'person'
  tell(clause, subject, {
    category: 'relation',
    value: part,
    to: clause.text.length,
    relation: { type: isPerson ? 'member_of' : 'part_of', object },
  })
  return clause.text.length
}
