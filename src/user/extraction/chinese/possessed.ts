import type { Party } from '../extracted.js'
import { remember } from '../memory.js'
import {
  type Clause,
  mention,
  type Person,
  past,
  personAt,
  phraseAt,
  pronounAt,
  type Subject,
  tell,
} from './clause.js'
import { tellEmployer } from './identity.js'
import {
  type ChineseKinship,
  chineseKinOf,
  isChineseProfession,
  isFormerChineseSpouse,
  kinWords,
} from './roles.js'

/** What was read of `我的经理…`, and whom the predicate behind it is about: null where the clause is done. */
export interface Possessed {
  readonly to: number
  readonly subject: Subject | null
}

const odd = /最|爱|喜欢|讨厌/

const kinPattern = new RegExp(`(?:${kinWords.join('|')})`, 'y')

/** `我老婆王芳…`, `我的经理是李强`, `张伟的妻子是李娜`, `李强是我的上司`, `产品经理是王芳`. */
export function readChinesePossessed(clause: Clause, at: number): Possessed | null {
  const { text } = clause
  const owner = ownerAt(clause, at, [])
  if (owner === null) return null
  const of = text.charAt(owner.to) === '的' ? owner.to + 1 : owner.to
  if (owner.party === 'speaker') {
    const project = readProject(clause, past(/我们?/y, clause, at))
    if (project > 0) return { to: project, subject: null }
  }
  const noun = nounAt(clause, of)
  if (noun === null) return null
  const { to, kinship } = noun
  // `我爱人` is a spouse, `我的爱人` may be a lover
  if (of > owner.to && text.startsWith('爱人', of)) return null
  // slice-ok: whole characters
  if (isFormerChineseSpouse(text.slice(of, to)) && !clause.draft.includesPast) return null
  const is = past(/(?:现在|目前|就)?(?:是|叫做?|名叫)/y, clause, to)
  const start = Math.max(is, to)
  if (text.charAt(start) === '的') return null
  const person =
    (is > to && kinship !== undefined ? calledAt(clause, to, start) : null) ??
    personAt(clause, start) ??
    (is < 0 && kinship !== undefined ? nicknameAt(clause, to) : null)
  if (person === null) {
    const { third } = clause.memory
    if (third === null || owner.party !== 'speaker' || kinship?.type !== 'spouse_of') return null
    const subject: Subject = { parties: [third], kind: 'person', from: at, to }
    tellKinship(clause, subject, kinship, owner.party, null, to)
    return { to, subject }
  }
  if (person.party === 'speaker' || person.from === person.to) return null
  const subject: Subject = { parties: [person.party], kind: 'person', from: at, to: person.to }
  remember(clause.memory, person.party, kinship?.gender ?? null)
  if (kinship !== undefined) tellKinship(clause, subject, kinship, owner.party, person, person.to)
  else {
    tell(clause, subject, { category: 'identity', attribute: 'role', value: { from: of, to }, to: person.to })
  }
  return { to: person.to, subject }
}

/** `我女儿朵朵…`: a character said twice, unless that is an adverb. */
function nicknameAt(clause: Clause, from: number): Person | null {
  const to = past(/([\u4e00-\u9fa5])\1(?![\u4e00-\u9fa5]?地)/y, clause, from)
  if (to < 0 || twice.has(clause.text.charAt(from))) return null
  return { from, to, party: mention(clause, { from, to }, 'person') }
}

const twice = new Set(
  '天常刚偏往渐慢好偷悄每默人处时久仅稍快早轻通统匆纷连频深紧狠足整恰单白活看说试想聊谢爸妈哥姐弟妹爷奶公婆叔舅年月日个事样家回次最很太多大老总才还都也就的了是在有不没',
)

/** `叫朵朵`: whatever stands to the end is the name. */
function calledAt(clause: Clause, from: number, at: number): Person | null {
  const { text } = clause
  if (!text.slice(from, at).includes('叫')) return null // slice-ok: a pattern reads it
  const to = past(/(?![你他她它了不别人什怎啥过一])[\u4e00-\u9fa5]{2,4}$/y, clause, at)
  return to < 0 ? null : { from: at, to, party: mention(clause, { from: at, to }, 'person') }
}

/** `我们的项目叫北极星`. */
function readProject(clause: Clause, at: number): number {
  const company = past(/公司(?:叫做?|名叫|是)/y, clause, at)
  const employer = company < 0 ? null : phraseAt(clause, company)
  if (employer !== null) {
    tellEmployer(clause, { parties: ['speaker'], kind: 'speaker', from: 0, to: 0 }, employer)
    return employer.to
  }
  const next = past(
    /(?:现在|目前|手[头上里]|最近|在做)?(?:的)?(?:这个|新)?项目(?:名|名字)?(?:叫做?|名叫|是)/y,
    clause,
    at,
  )
  const value = next < 0 ? null : phraseAt(clause, next)
  if (value === null) return -1
  const object = mention(clause, value, 'project')
  const subject: Subject = { parties: ['speaker'], kind: 'speaker', from: 0, to: 0 }
  tell(clause, subject, { category: 'project', value, relation: { type: 'works_on', object } })
  return value.to
}

/** `我先生…`, of whom no name is told. */
export function isUnnamedKin(clause: Clause, at: number): boolean {
  const of = past(/我们?的?/y, clause, at)
  return of > at && past(kinPattern, clause, of) > of
}

/** `和太太`, behind the speaker: they are left out. */
export function withKin(clause: Clause, at: number): number {
  const of = past(/[和跟与](?:我的?)?/y, clause, at)
  return of < 0 ? at : Math.max(at, past(kinPattern, clause, of))
}

/** `项目经理是吴倩`: a role of the speaker's world. */
export function readRoleOf(clause: Clause, at: number): Subject | null {
  const to = past(/[^我你他她的是，]{2,10}?(?=(?:现在|目前|就)?是)/y, clause, at)
  // slice-ok: whole characters
  if (to < 0 || !isChineseProfession(clause.text.slice(at, to)) || odd.test(clause.text)) return null
  const person = personAt(clause, past(/(?:现在|目前|就)?是/y, clause, to))
  if (person === null || person.party === 'speaker' || person.to !== clause.text.length) return null
  const subject: Subject = { parties: [person.party], kind: 'person', from: at, to: person.to }
  tell(clause, subject, { category: 'identity', attribute: 'role', value: { from: at, to }, to: person.to })
  return subject
}

function nounAt(
  clause: Clause,
  at: number,
): { readonly to: number; readonly kinship: ChineseKinship | undefined } | null {
  const { text } = clause
  const role = past(/[\u4e00-\u9fa5A-Za-z]{2,10}?(?=(?:现在|目前|就)?是)/y, clause, at)
  const word = role > at ? text.slice(at, role) : '' // slice-ok: whole characters
  const known = chineseKinOf(word)
  if (known !== undefined) return { to: role, kinship: known }
  if (word !== '' && isChineseProfession(word) && !odd.test(word)) return { to: role, kinship: undefined }
  const kin = past(kinPattern, clause, at)
  if (kin < 0) return null
  return { to: kin, kinship: chineseKinOf(text.slice(at, kin)) } // slice-ok: whole characters
}

/** Whose it is; a pronoun is not whom the clause is about. */
function ownerAt(clause: Clause, at: number, self: readonly Party[]): Person | null {
  const { text } = clause
  if (text.charAt(at) === '你' && text.charAt(at + 1) !== '们' && clause.memory.addressee !== null) {
    return { from: at, to: at + 1, party: clause.memory.addressee }
  }
  const mine = past(/我们?(?:公司|团队|组)?/y, clause, at)
  if (mine > at) return { from: at, to: mine, party: 'speaker' }
  const isPronoun = text.charAt(at) === '他' || text.charAt(at) === '她'
  const person = isPronoun ? pronounAt(clause, at, self) : personAt(clause, at)
  return person !== null && (isPronoun || text.charAt(person.to) === '的') ? person : null
}

/** `是我的上司`, `是张伟的妻子`. Answers the end, or -1. */
export function readKinComplement(clause: Clause, subject: Subject, at: number): number {
  const { text } = clause
  const owner = ownerAt(clause, at, subject.parties)
  if (owner === null) return -1
  const of = text.charAt(owner.to) === '的' ? owner.to + 1 : owner.to
  const from = Math.max(of, past(/(?:[一两二三]个|一位)/y, clause, of))
  const word = text.slice(from).replace(/[了啦呢哦吧啊]+$/, '') // slice-ok: whole characters
  const kinship = chineseKinOf(word)
  if (kinship === undefined || (isFormerChineseSpouse(word) && !clause.draft.includesPast)) return -1
  tellKinship(clause, subject, kinship, owner.party, null, of + word.length)
  return of + word.length
}

function tellKinship(
  clause: Clause,
  subject: Subject,
  { type, isInverse }: ChineseKinship,
  owner: Person['party'],
  named: Person | null,
  end: number,
): void {
  for (const party of subject.parties) {
    const [about, object] = isInverse ? [party, owner] : [owner, party]
    const value = named ?? { from: subject.from, to: Math.max(subject.to, subject.from + 1) }
    tell(clause, subject, {
      category: 'relation',
      attribute: type === 'reports_to' ? 'manager' : null,
      value,
      to: end,
      relation: { type, object },
      about,
    })
  }
}
