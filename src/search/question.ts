import { type DateParts, dateParts, type TimeRange, timeRanges } from '../text/dates.js'
import { parseQuery, type Query } from '../text/query.js'
import { type NewestWanted, newestWanted } from './newest-wanted.js'

/** A question as ranking reads it: its terms, and what its wording asks for beyond them. */
export interface Question {
  readonly query: Query
  /** Indices into `query.terms` of content words that follow each other. */
  readonly pairs: readonly (readonly [number, number])[]
  /** True when the answer is a time ("when", "what year", 什么时候 …). */
  readonly asksWhen: boolean
  /** Years, months and days that the question names: they recur, so they are compared with an item's own date. */
  readonly dates: DateParts
  /** The times it speaks of, as the asker's clock makes them ("last week", 去年). */
  readonly times: readonly TimeRange[]
  /** Which of `query.terms` only say when, or ask what happened then: hardly words of what is looked for. */
  readonly isTimeWord: readonly boolean[]
  /** Whether it asks for the newest of several statements. */
  readonly newestWanted: NewestWanted
  /** In lower case, for finding names in it. */
  readonly folded: string
  readonly now: number
  readonly zone: string
}

/** When, and on whose clock, a question is asked. */
export interface AskedAt {
  /** Milliseconds UTC. */
  readonly now: number
  /** IANA name, `UTC` or an offset. */
  readonly zone: string
}

/** Reads any string as a question to rank by. Throws RangeError for a zone that does not exist. */
export function readQuestion(input: string, { now, zone }: AskedAt): Question {
  const query = parseQuery(input)
  const folded = query.text.normalize('NFKC').toLowerCase()
  const times = timeRanges(query.text, { now, zone })
  const dates = dateParts(query.text)
  return {
    query,
    pairs: pairsOf(query),
    asksWhen: ASKS_WHEN.test(folded),
    dates,
    times,
    isTimeWord: query.terms.map(({ form }) => isTimeWord(form, times)),
    newestWanted: newestWanted(folded, dates, times),
    folded,
    now,
    zone,
  }
}

const ASKS_WHEN =
  /(?<![\p{L}\p{N}])(?:when|(?:what|which) (?:date|day|month|year|time)|how long (?:ago|since))(?![\p{L}\p{N}])|什么时候|什麼時候|何时|何時|几时|哪年|哪一年|哪天|哪一天|几月|几号|いつ|언제/u

/** "What was going on in June?" asks for June. */
const ASKS_WHAT_HAPPENED: ReadonlySet<string> = new Set(
  (
    'happen happened happening go going went talk talked talking chat chatted discuss discussed ' +
    'say said tell told mention mentioned 聊 谈 说 做 聊天 谈到 说过 发生'
  ).split(' '),
)

/** Times come in normalised form, as terms do; a run of CJK characters is not parted by spaces. */
function isTimeWord(form: string, times: readonly TimeRange[]): boolean {
  if (times.length > 0 && ASKS_WHAT_HAPPENED.has(form)) return true
  const isRun = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(form)
  return times.some(({ text }) =>
    isRun ? text.includes(form) : text.split(/[^\p{L}\p{N}]+/u).includes(form),
  )
}

/** Words of the question that stand side by side once its stop words are gone. */
function pairsOf(query: Query): readonly (readonly [number, number])[] {
  const words = query.terms
    .map((term, index) => ({ index, kind: term.kind, position: term.position }))
    .filter((term) => term.kind === 'word')
    .sort((a, b) => a.position - b.position)
  return words.slice(1).map((word, at) => [words[at]!.index, word.index] as const)
}
