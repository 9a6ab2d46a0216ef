import { type Clause, calledAt, type Reader, spanOf, tell } from './clause.js'
import { isGivenName } from './given-names.js'
import { setOf } from './lexicon.js'
import { nameEnd, type Phrase, thingAt } from './phrases.js'
import { relate, toPersons } from './relate.js'

/** For whom somebody works: `at Acme as a nurse`, `for the tax office`; a team is a team, a person a manager. */
export const worksAt: Reader = (clause, at) => {
  const { words } = clause
  if (clause.isNegated || clause.subject.kind === 'thing') return -1
  const first = words[at]
  if (first === undefined) return -1
  if (first.lower === 'the' || first.lower === 'our' || first.lower === 'my') {
    const phrase = thingAt(words, at)
    if (phrase === null) return -1
    const head = words[phrase.to - 1]!.lower
    if (head === 'team' || head === 'squad' || head === 'crew') return memberOf(clause, at)
    // `the tax office`, but not `the office`
    const isOffice = head === 'office' && phrase.to - phrase.from > 1 && words[at - 1]?.lower === 'for'
    if (isOffice) return tellEmployer(clause, phrase)
    if (!words[phrase.from]!.isCapital && !organisations.has(head)) return -1
  }
  const phrase = organisationAt(clause, at)
  if (phrase === null) return -1
  if (
    isGivenName(words[phrase.from]!.lower) &&
    phrase.to - phrase.from <= 2 &&
    words[at - 1]?.lower === 'for'
  ) {
    return toPersons('reports_to', 'manager')(clause, at)
  }
  return tellEmployer(clause, phrase)
}

/** `I'm at Shopify now`: an employer by its name, and no café, airport, or event where one is today. */
export const isAt: Reader = (clause, at) => {
  const { words, subject } = clause
  const to = nameEnd(words, at)
  const last = words[to - 1]
  const isPerson = subject.kind === 'speaker' || subject.kind === 'person' || subject.kind === 'named'
  if (!isPerson || clause.isNegated || last === undefined || to === at || words[at]!.kind === 'quote')
    return -1
  if (isGivenName(words[at]!.lower) || whereabouts.test(last.lower)) return -1
  const next = words[to]
  const isEnded =
    next === undefined || (next.kind === 'mark' && next.lower !== "'") || employed.has(next.lower)
  return isEnded ? tellEmployer(clause, { from: at, to }) : -1
}

const employed = setOf('now as since these and but where currently')
const whereabouts =
  /(?:con|conf|fest)$|^(?:airport|station|hotel|park|mall|beach|summit|conference|meetup|expo|festival|stadium|arena|cafe|café|starbucks|ikea|costco|walmart|tesco|mcdonalds|heathrow|gatwick|schiphol|jfk|lax|sfo|neurips|icml|street|road|square|bridge|home|mom|mum|dad|level|step|page|line|chapter|version)$/

function tellEmployer(clause: Clause, phrase: Phrase): number {
  const party = clause.draft.mention(spanOf(clause.words, phrase), 'organisation')
  relate(clause, 'works_at', { ...phrase, party }, { attribute: 'employer' })
  return readPost(clause, phrase.to)
}

/** `… as a firmware engineer`. */
function readPost(clause: Clause, at: number): number {
  const { words, subject } = clause
  let as = at
  // `last week`, `in March` may stand between
  while (as < at + 4 && words[as] !== undefined && words[as]!.kind !== 'mark' && words[as]!.lower !== 'as')
    as++
  const article = words[as + 1]?.lower
  if (words[as]?.lower !== 'as' || (article !== 'a' && article !== 'an' && article !== 'the')) return at
  const phrase = thingAt(words, as + 1)
  if (phrase === null) return at
  tell(clause, {
    category: 'identity',
    attribute: subject.kind === 'person' ? 'role' : 'profession',
    value: phrase,
  })
  return phrase.to
}

const organisations = setOf(
  `university hospital school library museum clinic institute bank agency bakery restaurant company college firm lab
  observatory zoo theatre theater ministry council embassy foundation government department bureau authority commission
  court church parliament police army navy charity ngo union association society corporation startup start-up`,
)

/** An organisation by its name, `at` it or `of` it; in chat style any plain word behind `at`. */
export function organisationAt({ words, isChat }: Clause, at: number): Phrase | null {
  const from =
    words[at]?.lower === 'the' || words[at]?.lower === 'a' || words[at]?.lower === 'an' ? at + 1 : at
  const named = nameEnd(words, from)
  if (named > from) {
    let to = named
    // `St. Mary's Hospital`, `Wendy's`
    if (words[to]?.lower === "'s") to = nameEnd(words, to + 1)
    if (words[to]?.lower === 'of' && words[to + 1] !== undefined) to = Math.max(to, nameEnd(words, to + 1))
    return { from, to }
  }
  const phrase = thingAt(words, at)
  if (phrase === null) return null
  const called = calledAt(words, phrase)
  if (called !== null) return called
  if (phrase.to - phrase.from > 3 || (!isChat && !organisations.has(words[phrase.to - 1]!.lower))) return null
  if (noEmployer.has(words[phrase.to - 1]!.lower)) return null
  return phrase
}

const noEmployer = setOf(
  'home night work least once first last all noon midnight weekends times myself living money free fun office day days nights desk',
)

/** `on the payments team`, `part of the memory server`. */
export const memberOf: Reader = (clause, at) => {
  if (clause.isNegated) return -1
  const { words } = clause
  const phrase = thingAt(words, at)
  if (phrase === null) return -1
  const head = words[phrase.to - 1]!.lower
  const isTeam = teamHeads.has(head)
  const preposition = words[at - 1]?.lower
  if (preposition !== 'of' && preposition !== 'to' && !isTeam) return -1
  if (clause.subject.kind === 'thing' || clause.subject.kind === 'team' || !isTeam) {
    if (!hasArticle(words[at]?.lower) && !words[phrase.from]!.isCapital) return -1
  }
  if ((preposition === 'on' || preposition === 'in') && !hasArticle(words[at]?.lower)) return -1
  const party = clause.draft.mention(spanOf(words, phrase), isTeam ? 'team' : null)
  const isPerson =
    clause.subject.kind === 'person' || clause.subject.kind === 'speaker' || clause.subject.kind === 'we'
  relate(clause, isTeam && isPerson ? 'member_of' : isPerson ? 'member_of' : 'part_of', { ...phrase, party })
  return phrase.to
}

const teamHeads = setOf('team squad guild crew department group committee board band club')

function hasArticle(lower: string | undefined): boolean {
  return lower === 'the' || lower === 'our' || lower === 'my' || lower === 'their'
}
