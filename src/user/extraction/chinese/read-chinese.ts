import type { Draft } from '../draft.js'
import { type Memory, remember } from '../memory.js'
import type { ProseLine } from '../prose.js'
import { foldChineseAliases } from './aliases.js'
import { type Clause, mention, past, personAt, personsAt, type Reader, type Subject } from './clause.js'
import { readChineseDecision } from './decisions.js'
import { readIdentity } from './identity.js'
import { readOrders, readReminder } from './instructions.js'
import { chineseNameEnd } from './names.js'
import { noteChineseNames } from './note-names.js'
import { isUnnamedKin, readChinesePossessed, readKinComplement, readRoleOf, withKin } from './possessed.js'
import { readHabit, readPreference } from './preferences.js'
import { readRelation } from './relations.js'

const families: readonly Reader[] = [readIdentity, readPreference, readRelation]

/** Reads the Chinese sentences of a window of prose: clause by clause, a subject is kept until another comes. */
export function readChinese(draft: Draft, lines: readonly ProseLine[], memory: Memory): void {
  let isFiction = false
  let before = draft.mark()
  for (const { span, isParagraph } of lines) {
    if (isParagraph) isFiction = false
    // slice-ok: a line of prose
    const line = foldChineseAliases(draft, draft.text.slice(span[0], span[1]), span[0])
    for (const sentence of sentencesOf(line)) {
      if (draft.isFull()) return
      if (draft.wantsNames())
        noteChineseNames({ draft, memory, text: sentence.text, start: span[0] + sentence.from })
      const joked = joke.exec(sentence.text)
      if (joked?.index === 0) draft.takeBack(before)
      before = draft.mark()
      if (joked !== null) continue
      if (fiction.test(sentence.text)) isFiction = true
      address(draft, memory, sentence.text, span[0] + sentence.from)
      if (isFiction || task.test(sentence.text)) continue
      if (memory.third !== null)
        noteThird({ draft, memory, text: sentence.text, start: span[0] + sentence.from })
      readSentence({ draft, memory, text: sentence.text, start: span[0] + sentence.from }, sentence.mark)
    }
  }
}

/** `罗斯，…`: in a dialogue, to whom it is said. */
function address(draft: Draft, memory: Memory, text: string, start: number): void {
  if (memory.addressee === null) return
  const end = chineseNameEnd(text, 0)
  if (end < 2 || (end < text.length && !'，,！!'.includes(text.charAt(end)))) return
  memory.addressee = draft.mention([start, start + end], 'person')
}

/** `我太爱我的丈夫了`, said of the only other one in a dialogue. */
function noteThird(sentence: Clause): void {
  for (let at = sentence.text.indexOf('我'); at >= 0; at = sentence.text.indexOf('我', at + 1)) {
    const said = sentence.text.slice(at, at + 5) // slice-ok: a pattern reads it
    if (/^我的?(?:妻子|老婆|太太|媳妇|丈夫|老公)/.test(said)) readChinesePossessed(sentence, at)
  }
}

interface Sentence {
  readonly text: string
  readonly from: number
  readonly mark: string
}

/** A sentence longer than this is cut. */
const SENTENCE_MAX = 600
/** Clauses of a sentence behind these are not read. */
const CLAUSES_MAX = 40

function sentencesOf(line: string): Sentence[] {
  const sentences: Sentence[] = []
  let from = 0
  let depth = 0
  for (let at = 0; at <= line.length; at++) {
    const letter = at === line.length ? '。' : line.charAt(at)
    if (letter === '“' || letter === '「' || letter === '『') depth = 1
    if (letter === '”' || letter === '」' || letter === '』') depth = 0
    const isEnd =
      (depth === 0 && (ends.has(letter) || isFullStop(line, at, letter))) ||
      at === line.length ||
      at - from > SENTENCE_MAX
    if (!isEnd) continue
    // slice-ok: at a mark
    if (at > from) sentences.push({ text: line.slice(from, at), from, mark: letter })
    from = at + 1
  }
  return sentences
}

const ends = new Set('。！？!?；;')

function isFullStop(line: string, at: number, letter: string): boolean {
  return letter === '.' && !/[A-Za-z\d]/.test(line.charAt(at + 1))
}

const fiction =
  /(?:小说|故事|电影|电视剧|剧本|游戏|梦)里|(?:主角|主人公|角色)(?:叫|是|住|在)|从前有|角色扮演|假装你|假装我|扮演/
const joke =
  /(?:^|[，,])我?(?:只是|就是|是|不过是)?(?:跟你)?(?:开个?玩笑|骗你|逗你|说笑)(?:而已|[的玩呢啦了吧])*[~～ ]?$/
const task = /^(?:请|帮我|麻烦)?(?:把|将)?(?:翻译|改写|润色|造句|举例|例如|比如|总结)/
const conditional = /如果|要是|假如|假设|倘若|万一|假使|若是|要不是|的话(?=[，,]|$)|设想|想象/
const questions =
  /[吗么]$|[吗么](?=[，,])|谁|什么时候|为什么|怎么(?:样|办)?|是不是|有没有|能不能|会不会|哪[里儿个些]|几[岁点个]|多少|多大|是否|呢$/
/** Said by others, supposed, wished: nothing of the clause is a fact. */
const unreal =
  /据说|听说|可能|也许|大概|或许|恐怕|似乎|好像|希望|想要|打算|准备|计划(?=[^，的]{2})|但愿|应该|考虑|本来|差点|假设|猜|梦见|梦到|以前|曾经|曾|原来是|过去|小时候|之前|当年|以为|觉得自己|(?:^|[我他她也很还都，])想(?:去|搬|住|在|做|当|成为|学)|将来|明年|下个月|下周|即将|快要|如果/
const supposed = new RegExp(unreal.source.replace(/以前.*?当年\|/, ''))
const reported = /(?:[他她它]们?|[^我，]{1,6})(?:说|表示|认为|觉得|问道|问我|告诉|声称|写道|提到|相信|以为)/

function readSentence(sentence: Clause, mark: string): void {
  const { draft, memory, text } = sentence
  let subject: Subject | null = null
  const clauses = clausesOf(text)
  const before = sentence.draft.count()
  const ordered = readOrders(sentence, clauses, mark)
  if (ordered === 0 && conditional.test(text)) return
  for (const [index, part] of clauses.entries()) {
    if (index < ordered) continue
    const clause: Clause = { draft, memory, text: part.text, start: sentence.start + part.from }
    const isLast = index === clauses.length - 1
    if (isLast && (mark === '?' || mark === '？')) {
      noteOwner(clause)
      return
    }
    if (reportedBefore(clause)) return
    if (questions.test(part.text)) {
      subject = null
      continue
    }
    const decided = readChineseDecision(clause, sentence, part.from)
    if (decided) return
    subject = readClause(clause, subject, index)
    noteNamed(clause)
  }
  if (sentence.draft.count() === before) readReminder(sentence)
}

function reportedBefore(clause: Clause): boolean {
  const at = Math.max(0, past(openers, clause, 0))
  const text = clause.text.slice(at) // slice-ok: a pattern reads it
  const match = reported.exec(text)
  return (
    match !== null && !/^我/.test(match[0]) && !/说(?:中文|英语|英文|法语|日语|德语|粤语|普通话)/.test(text)
  )
}

function clausesOf(text: string): { readonly text: string; readonly from: number }[] {
  const clauses: { text: string; from: number }[] = []
  let from = 0
  let quote = ''
  let isUnclosed = false
  for (let at = 0; at <= text.length && clauses.length < CLAUSES_MAX; at++) {
    const letter = text.charAt(at)
    if (quote === '' && (letter === '“' || letter === '「' || letter === '"'))
      quote = letter === '“' ? '”' : letter === '「' ? '」' : '"'
    else if (letter === quote) quote = ''
    const isOpen = letter === '（' || letter === '('
    const isBorder =
      at === text.length ||
      (quote === '' &&
        (letter === '，' ||
          letter === ',' ||
          letter === '；' ||
          letter === '—' ||
          isOpen ||
          letter === '）' ||
          letter === ')'))
    if (!isBorder) continue
    // slice-ok: at a mark
    if (at > from) clauses.push({ text: text.slice(from, at), from })
    // what stands in brackets is no clause of the sentence
    const close: number = isOpen && !isUnclosed ? closingAt(text, at) : -1
    isUnclosed ||= isOpen && close < 0
    if (close > 0) at = close
    from = at + 1
  }
  return clauses
}

/** A bracket that is longer is none. */
const BRACKET_MAX = 100

function closingAt(text: string, open: number): number {
  const at = text.indexOf(text.charAt(open) === '（' ? '）' : ')', open)
  return at < 0 || at > open + BRACKET_MAX ? -1 : at
}

const openers =
  /(?:其实|对了|另外|顺便说一下|顺便说|顺便|那个|嗯|哦|噢|好的|好|请?记住[:：]?|请?记一下[:：]?|你好|大家好|嗨|而且|并且|但是|但|不过|所以|因为|由于|然后|还有|以及|同时|目前|现在|最近|今年|去年|如今|说实话|老实说|平时|一般|通常|请注意|备注[:：]?|更新[:：]?|我觉得|我说过|比起[^，我]{1,12}(?=我)|其中|自从|这|[\s"“：:\-*•])*/y

/** `那边是惠特尼，凯尔的前妻`: all of the clause says who the one named last is. */
function readApposed(clause: Clause, at: number): boolean {
  const last = clause.memory.persons.at(-1)
  if (last === undefined) return false
  const subject: Subject = { parties: [last.party], kind: 'person', from: at, to: at }
  return readKinComplement(clause, subject, at) === clause.text.length
}

function readClause(clause: Clause, before: Subject | null, index: number): Subject | null {
  const { text } = clause
  const at = past(openers, clause, 0)
  const from = Math.max(at, 0)
  if (index > 0 && readApposed(clause, from)) return before
  const called = readRoleOf(clause, from)
  if (called !== null) return called
  const possessed = readChinesePossessed(clause, from)
  const own = possessed?.subject ?? subjectAt(clause, from)
  const subject = own ?? (before === null ? null : { ...before, from, to: from })
  if (possessed !== null && possessed.subject === null) return before
  if (possessed === null && isUnnamedKin(clause, from)) return null
  if (subject === null) return null
  const begin = own === null ? from : (possessed?.to ?? own.to)
  if ((clause.draft.includesPast ? supposed : unreal).test(text)) return own ?? before
  const predicate = past(adverbs, clause, begin)
  const start = predicate < 0 ? begin : predicate
  const count = clause.draft.count()
  readPredicates(clause, subject, start)
  // slice-ok: a pattern reads it
  if (clause.draft.count() === count) readHabit(clause, subject, start, text.slice(begin, start))
  return own ?? before
}

const adverbs =
  /(?:目前|现在|今年|去年|前年|最近|上个?月|上个?周末?|上个?星期|昨天|前天|刚刚|刚|已经|正式|也|都|就|一直|主要|直接|本人|自己|还|同时|又|平时|一般|总是|通常|经常|最终|最后|则|却|其实|确实|真的|特别|非常|很|最|比较|更|从来|从|的确|年初|年底|[\s：:])*/y

/** `你是莫妮卡的上司？`: whom a question names may be whom the answer calls `她`. */
function noteOwner(clause: Clause): void {
  const is = clause.text.indexOf('是')
  if (is >= 0 && clause.memory.addressee !== null) personAt(clause, is + 1)
}

/** `那边是惠特尼`: whom a clause ends with may be spoken of in the next. */
function noteNamed(clause: Clause): void {
  const is = clause.text.lastIndexOf('是')
  if (is < 0) return
  const person = personAt(clause, is + 1)
  if (person !== null && person.to === clause.text.length) remember(clause.memory, person.party)
}

/** Predicates one behind the other: `住在上海做设计师`. */
function readPredicates(clause: Clause, subject: Subject, from: number): void {
  let at = from
  for (let count = 0; count < 4 && at < clause.text.length; count++) {
    const end = firstEnd(clause, subject, at)
    if (end <= at) return
    at = Math.max(end, past(joiners, clause, end))
  }
}

const joiners = /(?:[、\s]|和|并且|并|也|以及|同时|还|且|又|主要)*/y

function firstEnd(clause: Clause, subject: Subject, at: number): number {
  // an adverb may belong to the predicate (`最喜欢`, `一直用`): tried with and without
  for (const family of families) {
    const end = family(clause, subject, at)
    if (end > at) return end
  }
  return -1
}

function subjectAt(clause: Clause, at: number): Subject | null {
  const { text, memory } = clause
  const we = past(/(?:我们|咱们)(?:公司|团队|组|部门|项目组)?/y, clause, at)
  if (we > at) {
    const name = text.charAt(we - 1)
    if (name !== '们') {
      const part = { from: at + 2, to: we }
      const party = mention(clause, part, text.endsWith('公司', we) ? 'organisation' : 'team')
      memory.thing = party
      return { parties: [party], kind: 'team', from: at, to: we }
    }
    return { parties: ['speaker'], kind: 'we', from: at, to: we }
  }
  const team = past(
    /(?:整个|这个|该)?(?:[\u4e00-\u9fa5A-Za-z]{0,6}?)(?:团队|小组|项目组|部门|[^\s，]组)(?=[用使在负依主正由是有每都])/y,
    clause,
    at,
  )
  if (team > at) {
    const part = { from: past(/(?:整个|这个|该)*/y, clause, at), to: team }
    const party = mention(clause, part, 'team')
    memory.thing = party
    return { parties: [party], kind: 'team', from: at, to: team }
  }
  if (text.charAt(at) === '我' || text.startsWith('本人', at)) {
    const me = text.charAt(at) === '我' ? at + 1 : at + 2
    const others = '和跟与'.includes(text.charAt(me)) && me < text.length ? personsAt(clause, me + 1) : null
    if (others !== null && others.items.length > 0 && !togetherBehind(text, others.to)) {
      return {
        parties: ['speaker', ...others.items.map(({ party }) => party)],
        kind: 'speaker',
        from: at,
        to: others.to,
      }
    }
    return { parties: ['speaker'], kind: 'speaker', from: at, to: withKin(clause, me) }
  }
  // `时区：Asia/Shanghai`
  if (at === 0 && past(/(?:时区|母语|生日)(?:[:：]|是)/y, clause, at) > at)
    return { parties: ['speaker'], kind: 'speaker', from: at, to: at }
  const { items, to } = personsAt(clause, at)
  if (items.length > 0) {
    for (const { party } of items) remember(clause.memory, party, null)
    return { parties: items.map(({ party }) => party), kind: 'person', from: at, to }
  }
  const thing = past(
    /[A-Za-z][\w.-]{1,30}|[\u4e00-\u9fa5]{2,8}?(?=依赖|属于|是[\u4e00-\u9fa5]{1,8}的一部分|由)/y,
    clause,
    at,
  )
  if (thing > at) {
    const party = mention(clause, { from: at, to: thing }, null)
    return { parties: [party], kind: 'thing', from: at, to: thing }
  }
  return null
}

/** `我和张伟一起…`, `我跟她合作`: with whom, rather than who. */
function togetherBehind(text: string, at: number): boolean {
  return /^(?:一起|合作|共事|搭档|结婚|是同事|是朋友|每|在同)/.test(text.substring(at, at + 3)) // slice-ok: a pattern reads it
}
