import type { RelationAttribute } from '../extracted.js'
import { type Clause, type Person, personsAt, type Reader, spanOf, tell } from './clause.js'
import { setOf, weekdays } from './lexicon.js'
import { phraseEnd } from './phrases.js'
import { verb } from './verbs.js'

/** `Sarah and Marcus have weekly 1:1s on Monday mornings to align`, `I meet Ana every Friday`. */
export function registerMeetings(): void {
  verb('have, hold, do, run, share', having)
  verb('meet with, meet up with, sync with, sync up with, catch up with', meeting)
  verb('meet, meet up, sync, sync up, catch up', meeting)
}

const nouns = setOf(
  `1:1s 1:1 1-on-1 1-on-1s 1on1 1on1s one-on-one one-on-ones sync syncs standup standups stand-up stand-ups meeting
  meetings catch-up catch-ups catchup catchups check-in check-ins checkin checkins retro retros call calls lunch lunches
  huddle huddles session sessions review reviews planning demo demos workshop workshops breakfast dinner`,
)

const rhythms = setOf(
  `weekly biweekly bi-weekly daily monthly fortnightly quarterly regular yearly annual monday tuesday wednesday thursday
  friday saturday sunday morning afternoon`,
)

const having: Reader = (clause, at) => {
  const { words } = clause
  if (clause.isNegated) return -1
  let noun = at
  let from = at
  if (words[from]?.lower === 'a' || words[from]?.lower === 'our' || words[from]?.lower === 'their') from++
  for (noun = from; noun < Math.min(words.length, from + 6) && !nouns.has(words[noun]!.lower); noun++) {
    if (words[noun]!.kind === 'mark') return -1
  }
  if (!nouns.has(words[noun]?.lower ?? '')) return -1
  const isRhythmic = words.slice(from, noun).some(({ lower }) => rhythms.has(lower))
  const others = words[noun + 1]?.lower === 'with' ? personsAt(clause, noun + 2) : null
  const next = others === null || others.items.length === 0 ? noun + 1 : others.to
  return tellMeeting(clause, others?.items ?? [], next, isRhythmic ? { from, to: noun + 1 } : null)
}

const meeting: Reader = (clause, at) => {
  if (clause.isNegated) return -1
  const others = personsAt(clause, at)
  if (others.items.length === 0 && clause.subject.parties.length < 2) return -1
  const next = others.items.length === 0 ? at : others.to
  // `I met Ana` once is no meeting that goes on: it needs its schedule
  if (scheduleEnd(clause, next) > next) return tellMeeting(clause, others.items, next, null)
  // `Every Monday I meet with Ana`
  const leading = scheduleEnd(clause, 0)
  const { subject } = clause
  if (leading === 0 || leading > subject.from || subject.from > leading + 1) return -1
  const rhythm = { from: 0, to: leading }
  const end = tellMeeting({ ...clause, subject: { ...subject, from: 0 } }, others.items, next, rhythm)
  return end < 0 ? -1 : Math.max(end, next)
}

function tellMeeting(
  clause: Clause,
  others: readonly Person[],
  from: number,
  rhythm: { from: number; to: number } | null,
): number {
  const { words, subject } = clause
  const until = scheduleEnd(clause, from)
  if (until === from && rhythm === null) return -1
  const isAdjacent = rhythm !== null && rhythm.to === from
  const start = isAdjacent || until === from ? (rhythm?.from ?? from) : from
  const attributes: RelationAttribute[] = [
    {
      name: 'schedule',
      value: spanOf(words, { from: start, to: until === from ? (rhythm?.to ?? until) : until }),
    },
  ]
  let end = Math.max(until, rhythm?.to ?? 0)
  const purpose = purposeAt(words, end)
  if (purpose !== null) {
    attributes.push({ name: 'purpose', value: spanOf(words, purpose) })
    end = purpose.to
  }
  const all = [...subject.parties, ...others.map(({ party }) => party)]
  const told = rhythm ?? { from, to: until }
  // each with each, once; of many, each of the subjects with each of the others
  const pairs =
    others.length === 0
      ? pairsOf(all)
      : subject.parties.flatMap((one) => others.map(({ party }) => [one, party] as const))
  for (const [one, other] of pairs) {
    const named = others.find(({ party }) => party === other)
    const value = named === undefined ? told : { from: named.from, to: named.to }
    tell(clause, {
      category: 'relation',
      value,
      to: end,
      relation: { type: 'meets_with', object: other, attributes },
      about: one,
    })
  }
  return pairs.length === 0 ? -1 : end
}

function pairsOf<T>(all: readonly T[]): (readonly [T, T])[] {
  return all.flatMap((one, index) => all.slice(index + 1).map((other) => [one, other] as const))
}

/** `every Friday at 10`, `on Monday mornings`, `each week`, `weekly`, `twice a month`. */
function scheduleEnd({ words }: Clause, from: number): number {
  let to = from
  let isTold = false
  while (to < Math.min(words.length, from + 10)) {
    const { lower, kind } = words[to]!
    if (weekdays.has(lower) || rhythms.has(lower) || times.has(lower)) {
      isTold = true
      to++
    } else if (kind === 'number' || /^\d{1,2}(?::\d\d)?(?:am|pm)$/.test(lower)) to++
    else if (links.has(lower) || (lower === 'and' && weekdays.has(words[to + 1]?.lower ?? ''))) to++
    else break
  }
  while (to > from && links.has(words[to - 1]!.lower)) to--
  return isTold ? to : from
}

const times = setOf(
  'every each week weeks day days month months mornings afternoons evening evenings noon lunch quarter once twice fortnight weekday weekdays night nights weekend weekends daily other',
)
const links = setOf('on at in the a of am pm per first second third last')

function purposeAt(words: Clause['words'], at: number): { from: number; to: number } | null {
  const { lower = '' } = words[at] ?? {}
  if (lower !== 'to' && lower !== 'for' && lower !== 'about') return null
  const to = phraseEnd(words, at + 1)
  return to > at + 1 ? { from: at + 1, to } : null
}
