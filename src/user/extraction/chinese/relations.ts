import type { EntityType } from '../../../graph/entity-type.js'
import type { RelationType } from '../../../graph/relation-type.js'
import {
  type Clause,
  mention,
  type Person,
  past,
  personAt,
  personsAt,
  phraseAt,
  type Reader,
  type Subject,
  tell,
} from './clause.js'
import { meeting, meets } from './meetings.js'
import { readKinComplement } from './possessed.js'
import { jointly, noThing, ownProject, stop, typeOf, worksOn } from './projects.js'
import { inTeam, joins, members, partOf } from './teams.js'
import { uses } from './tools.js'

/** Relations told by a predicate, one row a pattern: what it opens with, what reads the rest. */
export const readRelation: Reader = (clause, subject, at) => {
  for (const [pattern, read] of predicates) {
    const next = past(pattern, clause, at)
    if (next < 0) continue
    const end = read(clause, subject, next)
    if (end > at) return end
  }
  return -1
}

const predicates: readonly (readonly [RegExp, Reader])[] = [
  [/是/y, readKinComplement],
  [/(?:直接)?(?:向|跟|对)(?=[^，]{1,12}汇报)/y, toPerson('reports_to', 'manager')],
  [/(?:直接)?汇报给/y, toPerson('reports_to', 'manager')],
  [/(?:的)?(?:直属)?(?:上司|领导|上级|老板|经理|主管)(?:是|为)/y, toPerson('reports_to', 'manager')],
  [/(?:由|归)(?=[^，]{1,12}(?:管|带|管理|领导)$)/y, toPerson('reports_to', 'manager')],
  [/对(?=[^，]{1,30}(?:有|拥有)(?:最终)?(?:决定权|拍板权|话语权|发言权|决策权|审批权))/y, authority],
  [/(?:有权)?(?:决定|拍板|审批)(?=[^了，])/y, toThing('has_authority', 'topic')],
  [/(?:带|管|领导)的是/y, toThing('leads', 'team')],
  [/(?:做|开发|忙)的是/y, ownProject],
  [/(?:正在|在)?(?:负责|主管|掌管|维护)(?:的是)?(?=人|.)(?!人)/y, toThing('owns', null)],
  [/(?:带领|领导|率领|牵头)(?=[^，])/y, toThing('leads', null)],
  [/带(?=[^，]{0,8}(?:团队|小组|组)$)/y, toThing('leads', 'team')],
  [/(?:管理着?|管着?)(?=[^，])/y, manages],
  [/(?:指导|辅导|带教|带着?)(?=[^，领])/y, mentors],
  [/(?:主要)?(?:专注于?|聚焦于?|主攻|专攻|侧重于?)/y, toThing('focuses_on', 'topic')],
  [/(?:正在|在|一直在)?(?:开发|做|写|搞|忙|忙着做|推进|研发|参与|从事)(?:一个)?/y, worksOn],
  [/一起(?=[做负开写搞工维推])/y, jointly],
  [/由(?=[^，]{2,10}(?:决定|拍板|审批|负责|管理|带领|牵头|维护)$)/y, byPerson],
  [/在(?=[^，]{1,10}(?:团队|小组|部门|组|部)$)/y, inTeam],
  [
    /(?:加入|进入?|调到|调入|转到|转入)了?(?=[^，公]{1,12}(?:团队|小组|部门|组|部)(?:$|[，了做负当担工]))/y,
    joins,
  ],
  [/(?:的)?(?:组员|成员|队员)(?:有|是|包括)/y, members],
  [/(?:和|跟|与|同)/y, together],
  [/(?:在[^，娶嫁]{1,6})?(?:嫁给了?|娶了|迎娶了?)/y, toPerson('spouse_of', null)],
  [/(?:还)?(?:已婚|没离婚)/y, bothOfUs],
  [/(?:已经?|刚)?(?:结婚|领证)了?|是(?:夫妻|两口子|一对夫妻)|是一对(?=$)/y, married],
  [/是(?:好?朋友|闺蜜|老友)|是同事|是(?:兄弟|姐妹|兄妹|姐弟|亲兄弟)/y, mutual],
  [/(?:都|主要|一直|统一)?(?:使用|采用|改用|用)(?=[A-Za-z\u4e00-\u9fa5])/y, uses],
  [/(?:强)?依赖于?/y, toThing('depends_on', null)],
  [/(?:隶?属于|是)(?=[^，]{2,20}(?:的一部分|团队|部门|小组)$)|属于/y, partOf],
  [/每(?=[天周月日个])|(?:在)?(?=每?周[一二三四五六日天末])/y, meets],
]

/** When, between who and what they did. */
const when =
  /(?:去年|今年|前年|上个?月|上个?周末?|上个?星期|这个?周末|昨天|前天|今天|刚刚?|已经|正式|都|终于|[\d一二三四五六七八九十]{1,4}[年月][份底初]?|\d{1,2}[号日])*/y

function relate(
  clause: Clause,
  subject: Subject,
  type: RelationType,
  object: Person,
  attribute: string | null = null,
  end = object.to,
): void {
  tell(clause, subject, {
    category: 'relation',
    attribute,
    value: { from: object.from, to: object.to },
    to: end,
    relation: { type, object: object.party },
  })
}

function toPerson(type: RelationType, attribute: string | null): Reader {
  return (clause, subject, at) => {
    const { items, to } = personsAt(clause, at)
    if (items.length === 0 || subject.kind === 'thing') return -1
    for (const item of items) relate(clause, subject, type, item, items.length === 1 ? attribute : null)
    return to
  }
}

function toThing(type: RelationType, kind: EntityType | null): Reader {
  return (clause, subject, at) => {
    const items = thingsAt(clause, at, kind)
    if (items.length === 0) return -1
    const [only] = items
    if (only !== undefined && clause.draft.typeOf(only.party) === 'team') clause.memory.thing = only.party
    for (const item of items) relate(clause, subject, type, item)
    return items.at(-1)?.to ?? -1
  }
}

/** The things from a place to the end of the clause, with `和` and `、` between. */
function thingsAt(clause: Clause, at: number, kind: EntityType | null): Person[] {
  const items: Person[] = []
  for (let from = at; from < clause.text.length && items.length < 6; ) {
    const part = phraseAt(
      clause,
      past(/(?:一个|这个|整个|我们的|公司的|了)*/y, clause, from),
      /和|、|以及|与|，|并(?=[负管指带])|的(?:开发|工作|维护|事情?)$/g,
    )
    if (part === null || noThing.test(clause.text.slice(part.from, part.to))) break // slice-ok: whole characters
    items.push({ ...part, party: mention(clause, part, typeOf(clause, part.to) ?? kind) })
    const next = past(/和|、|以及|与/y, clause, part.to)
    if (next < 0 || /^(?:负责|管理|指导|带|向|在)/.test(clause.text.slice(next))) break // slice-ok: a pattern reads it
    from = next
  }
  return items
}

function authority(clause: Clause, subject: Subject, at: number): number {
  const has = /(?:有|拥有)(?:最终)?(?:决定权|拍板权|话语权|发言权|决策权|审批权)/g
  has.lastIndex = at
  const match = has.exec(clause.text)
  if (match === null) return -1
  for (let from = at; from < match.index; ) {
    const part = phraseAt(clause, from, /和|、|以及|与|(?=有|拥有)/g)
    if (part === null || part.to > match.index) break
    relate(
      clause,
      subject,
      'has_authority',
      { ...part, party: mention(clause, part, 'topic') },
      null,
      has.lastIndex,
    )
    const next = past(/和|、|以及|与/y, clause, part.to)
    if (next < 0) break
    from = next
  }
  return has.lastIndex
}

function manages(clause: Clause, subject: Subject, at: number): number {
  const end = toPerson('manages', null)(clause, subject, at)
  if (end > at) return end
  return toThing('manages', null)(clause, subject, past(/着/y, clause, at) > at ? at + 1 : at)
}

function mentors(clause: Clause, subject: Subject, at: number): number {
  const end = toPerson('mentors', null)(clause, subject, at)
  if (end > at) return end
  const group = past(/(?=[^，]{0,6}(?:新人|实习生|同学|工程师|开发|员工|学生|徒弟)$)/y, clause, at)
  return group < 0 ? -1 : toThing('mentors', null)(clause, subject, at)
}

/** `和王芳一起做支付项目`, `跟李娜结婚`, `和李娜每周一开会`. */
function together(clause: Clause, subject: Subject, at: number): number {
  const { items, to } = personsAt(clause, at)
  if (items.length === 0) return -1
  const next = past(/(?:一起|共同)/y, clause, to)
  if (past(/(?:结婚|领证|登记|是夫妻)/y, clause, past(when, clause, to)) > 0) {
    for (const item of items) relate(clause, subject, 'spouse_of', item, null, clause.text.length)
    return clause.text.length
  }
  if (past(/是?(?:好朋友|朋友|闺蜜)/y, clause, to) > 0) {
    for (const item of items) relate(clause, subject, 'friend_of', item, null, clause.text.length)
    return clause.text.length
  }
  const met = meeting(clause, subject, to, items)
  if (met > to) return met
  if (next < 0 && past(/(?:合作|共事|搭档|是同事|在同一个团队|配合|对接)/y, clause, to) < 0) return -1
  const work = past(
    /(?:在)?(?:负责|做|开发|维护|写|搞|工作|合作|共事|推进|研发|参与)/y,
    clause,
    Math.max(next, to),
  )
  if (next > 0 && work < 0) return -1
  for (const item of items) relate(clause, subject, 'works_with', item, null, work > 0 ? work : to)
  if (work < 0) return to
  const end = worksOn(clause, subject, work)
  if (end > 0) return end
  const part = phraseAt(clause, work, stop)
  if (part === null || /^(?:了|的|过)/.test(clause.text.slice(work))) return Math.max(work, to) // slice-ok: a pattern reads it
  const object = mention(clause, part, 'project')
  const isOwn = subject.kind === 'speaker' || subject.kind === 'we'
  tell(clause, subject, {
    category: isOwn ? 'project' : 'relation',
    value: part,
    relation: { type: 'works_on', object },
  })
  return part.to
}

/** `预算由王珊决定`. */
function byPerson(clause: Clause, subject: Subject, at: number): number {
  const person = personAt(clause, at)
  if (person === null || subject.kind === 'person') return -1
  const verb = clause.text.slice(person.to) // slice-ok: a pattern reads it
  const type = /决定|拍板|审批/.test(verb)
    ? 'has_authority'
    : /带领|牵头/.test(verb)
      ? 'leads'
      : /管理/.test(verb)
        ? 'manages'
        : 'owns'
  for (const object of subject.parties) {
    const value = { from: subject.from, to: Math.max(subject.to, subject.from + 1) }
    tell(clause, subject, {
      category: 'relation',
      value,
      to: clause.text.length,
      relation: { type, object },
      about: person.party,
    })
  }
  return clause.text.length
}

function married(clause: Clause, subject: Subject, at: number): number {
  return pair(clause, subject, at, 'spouse_of')
}

/** `咱们还没离婚的时候`, in a dialogue. */
function bothOfUs(clause: Clause, subject: Subject, at: number): number {
  const { addressee } = clause.memory
  if (subject.kind !== 'we' || addressee === null) return -1
  tell(clause, subject, {
    category: 'relation',
    value: { from: 0, to: at },
    relation: { type: 'spouse_of', object: addressee },
  })
  return at
}

function mutual(clause: Clause, subject: Subject, at: number): number {
  const said = clause.text.slice(Math.max(0, at - 4), at) // slice-ok: a pattern reads it
  const type = /朋友|闺蜜|老友/.test(said) ? 'friend_of' : /同事/.test(said) ? 'works_with' : 'sibling_of'
  return pair(clause, subject, at, type)
}

function pair(clause: Clause, subject: Subject, at: number, type: RelationType): number {
  const [first, second] = subject.parties
  if (first === undefined || second === undefined || subject.parties.length !== 2) return -1
  tell(clause, subject, {
    category: 'relation',
    value: { from: subject.from, to: at },
    relation: { type, object: second },
    about: first,
  })
  return at
}
