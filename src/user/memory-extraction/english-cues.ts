import type { Span } from '../../text/span.js'
import { type Word, wordsOf } from '../extraction/words.js'
import type { CueKind, CueSentence } from './cue.js'
import { changeIn, isFormRequest, isHealth, isPet, isPlaceOf, isPractice, isRule } from './said-patterns.js'
import { withoutLeading } from './without-leading.js'

/** The sentences of a line of English, as the gate weighs them. Linear: one pass over its words. */
export function englishCues(text: string, [from, to]: Span): CueSentence[] {
  const sentences: CueSentence[] = []
  let words: Word[] = []
  const close = (isQuestion: boolean): void => {
    if (words.some(({ kind }) => kind !== 'mark')) sentences.push(sentenceOf(text, words, isQuestion))
    words = []
  }
  for (const word of wordsOf(text, from, to)) {
    words.push(word)
    if (word.kind === 'mark' && ENDS.has(word.lower)) close(word.lower === '?' || word.lower === '？')
  }
  close(false)
  return sentences
}

const ENDS = new Set(['.', '!', '?', '…', '。', '！', '？'])

function sentenceOf(text: string, words: readonly Word[], isQuestion: boolean): CueSentence {
  const told: CueKind[] = []
  const count = { words: 0, names: 0, you: 0 }
  let [isOwn, isDated] = [false, false]
  for (const [at, word] of words.entries()) {
    if (word.kind === 'mark') continue
    count.words++
    const { lower } = word
    if (lower === 'i' || lower === 'we' || OWN.has(lower)) isOwn = true
    if (word.kind === 'number' || TIMES.has(lower)) isDated = true
    if (word.isCapital && at > 0 && lower !== 'i' && words[at - 1]?.kind !== 'mark') count.names++
    if (YOU.has(lower)) count.you++
    if (lower === 'i' || lower === 'we') {
      const said = saidOf(words, at)
      if (said !== null) told.push(said)
    } else if (lower === 'my' || lower === 'our') {
      const thing = words[at + 1]?.lower ?? ''
      if (FAVOURITE.test(thing)) told.push('preference')
      else if (KIN.has(thing) || thing === 'name') told.push('identity')
      else if (PROJECTS.has(thing)) told.push('project')
      else if (!MINE_IN_PASSING.has(thing)) told.push('event')
    }
  }
  const first = words.find(({ kind, lower }) => kind !== 'mark' && !OPENERS.has(lower))?.lower ?? ''
  const whole = ` ${lowerOf(words)} `
  return {
    span: [words[0]?.start ?? 0, words.at(-1)?.end ?? 0],
    isQuestion,
    ...count,
    told,
    isDated: isDated && isOwn,
    isRequest: REQUESTS.has(first),
    isCasting: CASTING.test(whole),
    isComment: COMMENTS.has(words[0]?.lower ?? ''),
    isAside: ASIDE.test(whole),
    plain: plainCue(
      // slice-ok: at borders of sentences and words
      text.substring(words[0]?.start ?? 0, words.at(-1)?.end ?? 0),
      `${lowerOf(words.slice(0, 10))} `,
      whole,
    ),
    isAdvice: ADVICE.test(whole),
    isAhead: AHEAD.test(whole),
  }
}

/** What stands behind `I`: `I just bought …` tells, `I think …` passes. */
function saidOf(words: readonly Word[], at: number): CueKind | null {
  let next = at + 1
  let isSteady = false
  const skip = (): string => {
    while (ADVERBS.has(words[next]?.lower ?? '')) {
      isSteady ||= STEADY.has(words[next]?.lower ?? '')
      next++
    }
    return words[next]?.lower ?? ''
  }
  const verb = skip()
  if (words[next]?.kind !== 'word') return null
  if (MODALS.has(verb)) return null
  if (verb === "'d" || verb === 'would') return null
  if (
    verb === "'m" ||
    verb === 'am' ||
    verb === 'was' ||
    verb === "'re" ||
    verb === 'are' ||
    verb === 'were'
  ) {
    next++
    const state = skip()
    if (FEELINGS.has(state)) return null
    if (PROJECT_VERBS.has(state)) return 'project'
    return state === 'a' || state === 'an' || state === 'from' ? 'identity' : 'event'
  }
  if (
    verb === "'ve" ||
    verb === 'have' ||
    verb === 'had' ||
    verb === "haven't" ||
    verb === 'do' ||
    verb === "don't" ||
    verb === "didn't"
  ) {
    next++
    const state = skip()
    if (PASSING_STATES.has(state)) return null
    if (LIKES.has(state)) return likingOf(words[next + 1]?.lower ?? '')
    return verb.startsWith("'ve") || verb.startsWith('had') || verb.startsWith('did') ? 'event' : 'identity'
  }
  if (PASSING_VERBS.has(verb)) return null
  if (LIKES.has(verb)) return likingOf(words[next + 1]?.lower ?? '')
  if (LIVES.has(verb)) return 'identity'
  return isSteady ? 'preference' : 'event'
}

/** `I love tea` is a taste, `I love that idea` an answer. */
function likingOf(what: string): CueKind | null {
  return LIKED_IN_PASSING.has(what) ? null : 'preference'
}

function lowerOf(words: readonly Word[]): string {
  return words.map(({ lower, kind }) => (kind === 'quote' || kind === 'noise' ? '"' : lower)).join(' ')
}

/** What counts by itself, however short. */
function plainCue(raw: string, head: string, whole: string): CueKind | null {
  const said = withoutLeading(raw)
  if (isRule(raw.trim()) || isRule(said) || isFormRequest(said)) return 'preference'
  if (isPlaceOf(said) || isPractice(said)) return 'project'
  if (isHealth(said) || isPet(said) || changeIn(said) !== null) return 'identity'
  if (CORRECTION.test(whole) || /^(?:no|nope) , (?:i|my|it 's|it is|that 's|the) /.test(head))
    return 'correction'
  if (CONFIRMATION.test(head)) return 'confirmation'
  return null
}

const CORRECTION =
  / (?:i (?:actually )?meant|(?:my|our) .{1,60} (?:is|are|was|were) actually|that 's (?:wrong|not right|incorrect|not correct|not true)|not any ?more|no longer|i was wrong|correction|let me correct|to correct|i misspoke|i 've changed my mind|i changed my mind) /
const CONFIRMATION =
  /^(?:(?:yes|yeah|yep|right|correct|exactly) ,? ?)*(?:(?:that 's|you 're) (?:right|correct|exactly right)|yes ,? (?:i|my|we|that|it|please remember) |exactly [,.!]|correct [,.!])/
const CASTING =
  / (?:(?:i 'd|i would) like you to|i (?:want|need) you to|act (?:as|like)|you (?:should|will|must|are to)|pretend|your (?:goal|task|role|writing)) /
const ASIDE = / (?:by the way|btw|speaking of(?: which)?|on (?:that|another) note|as for (?:me|my)|oh , and) /
const ADVICE =
  / (?:tips?|suggestions?|recommend(?:ed|ations?)?|advice|suggest(?:ed)?|ideas?|insights?|examples?|explanation) /
const AHEAD = / (?:going to|gonna|i ?'?ll|i will|let me know|can't wait) /
const FAVOURITE = /^fav(?:ou?rite)?s?$/

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '))
const OWN = set('my mine our ours me myself us')
const YOU = set('you your yours yourself u ur')
const OPENERS = set('please ok okay now also and so hi hello hey thanks then sure great yes well but')
const REQUESTS = set(
  'can could write make create generate give tell add list explain describe summarize summarise continue rewrite translate show provide act use do what how why who which when where is are does did should would will find compare convert analyze calculate',
)
const COMMENTS = set("it it's that that's those these this there they wow its")
const ADVERBS = set(
  'just recently actually also finally currently usually always often never already still really only even definitely absolutely totally kinda mostly typically normally rarely sometimes regularly once personally generally mainly probably both now then not',
)
const STEADY = set('usually always often never typically normally rarely sometimes regularly generally')
const MODALS = set(
  "'ll will can could might should may must can't cannot couldn't shouldn't won't wouldn't gotta wanna gonna",
)
const FEELINGS = set(
  'glad sure happy sorry curious excited proud interested wondering looking afraid aware confused worried guessing hoping talking asking saying thrilled impressed amazed surprised ok okay fine here there right wrong not so',
)
const PROJECT_VERBS = set(
  'planning working building writing starting launching developing creating designing preparing organizing organising opening studying learning training',
)
const PASSING_STATES = set(
  'heard noticed thought considered realized realised known know no to think mind see understand wondered a any',
)
const PASSING_VERBS = set(
  'think wonder guess agree see know mean hope bet feel appreciate understand believe heard noticed need want wish suppose assume thank apologize imagine doubt remember forget',
)
const LIKES = set('love like enjoy hate prefer dislike adore loved liked enjoyed hated preferred')
const LIKED_IN_PASSING = set("the that how those these your this it to what seeing hearing you all 'em them")
const LIVES = set('live work study teach own run manage speak play come grew belong collect volunteer')
const MINE_IN_PASSING = set(
  'question questions idea opinion mind god goodness point previous next earlier last bad pleasure guess understanding',
)
const PROJECTS = set(
  'project business startup company thesis dissertation book novel app website blog store shop course degree studio research paper',
)
const KIN = set(
  'mom mum dad mother father sister brother wife husband son daughter kids kid children family friend friends girlfriend boyfriend partner dog dogs cat cats pup pups puppy boss manager colleague colleagues coworker team grandma grandpa grandmother grandfather cousin aunt uncle niece nephew neighbor neighbors neighbour neighbours fam pets pet fiance fiancee roommate roommates parents twins',
)
const TIMES = set(
  'yesterday today tonight tomorrow recently lately ago since weekend week month year years months weeks days day monday tuesday wednesday thursday friday saturday sunday january february march april june july august september october november december just currently usually always never every often finally already anniversary birthday',
)
