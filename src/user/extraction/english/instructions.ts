import { type Clause, type Scene, tell } from './clause.js'
import { be, determiners, languages, modals, pronouns, setOf } from './lexicon.js'
import { nameEnd } from './phrases.js'

/** Fewer words are no instruction: `Always!`, `Never mind`. */
const INSTRUCTION_MIN_WORDS = 3

/**
 * What is to be done from now on: `Always reply in French`, `From now on …`, `Please never …`, `Call me Sam`. It is all of
 * the sentence, so the answer is whether it was one.
 */
export function readInstruction(scene: Scene, isQuestion = false): boolean {
  const { words } = scene
  let at = 0
  while (at < words.length && (words[at]!.kind === 'mark' || heads.has(words[at]!.lower))) at++
  // `Remember: never …`
  if (words[at]?.lower === 'remember' && reminding.has(words[at + 1]?.lower ?? '')) at += 2
  if (isQuestion) return readRequest(scene, at)
  if (readCalling(scene, at)) return true
  if (readRequest(scene, at)) return true
  const to = lastWord(words)
  const start = lasting(words, at)
  if (start < 0 || to - start < INSTRUCTION_MIN_WORDS) return false
  tell(clauseAt(scene, at, to), { category: 'instruction', value: { from: at, to } })
  return true
}

/**
 * `One more thing, always …`, `it is late; please never …`: an order behind another clause. Answers where it begins, or
 * -1.
 */
export function readLateOrder(scene: Scene): number {
  const { words } = scene
  const to = lastWord(words)
  for (let mark = 1; mark < to - INSTRUCTION_MIN_WORDS; mark++) {
    if (words[mark]!.kind !== 'mark' || !borders.has(words[mark]!.lower)) continue
    let at = mark + 1
    while (lateHeads.has(words[at]?.lower ?? '')) at++
    const isAsked = words[at - 1]!.lower === 'please' || words[at - 1]!.lower === 'remember'
    if (to - at < INSTRUCTION_MIN_WORDS) return -1
    const isOften = lastingWords.has(words[at]!.lower)
    const begins = isOften
      ? isAsked || words[mark]!.lower !== ',' || isNoClause(words, mark)
        ? orders.has(words[at + 1]?.lower ?? '')
        : false
      : words[at]!.lower === 'from'
        ? lasting(words, at) === at
        : isAsked && (words[at]!.lower === "don't" || words[at]!.lower === 'avoid')
    if (!begins) continue
    tell(clauseAt(scene, at, to), { category: 'instruction', value: { from: at, to } })
    return mark
  }
  return -1
}

const borders = setOf(', ; : - – —')
const lateHeads = setOf('please and so but also then remember , :')

/** `One more thing`, `thanks a lot`: no subject, no verb. */
function isNoClause(words: Scene['words'], end: number): boolean {
  if (end > 6) return false
  return words.slice(0, end).every(({ lower }) => !actors.has(lower) && !be.has(lower) && !modals.has(lower))
}

const actors = setOf('i we he she they it who you was were has have had')

const heads = setOf('please also so and but hey hi ok okay btw just pls kindly important')

const reminding = setOf(': , - –')

/** Where the order begins that is to last, or -1. */
function lasting(words: Scene['words'], at: number): number {
  const { lower = '' } = words[at] ?? {}
  const next = words[at + 1]?.lower ?? ''
  const third = words[at + 2]?.lower ?? ''
  if (
    lower === 'from' &&
    (next === 'now' || next === 'here') &&
    (third === 'on' || third === 'onwards' || third === 'onward')
  ) {
    const then = words[at + 3]?.lower
    return then === 'you' || then === 'please' || isOrder(words, at + 3) ? at : -1
  }
  if ((lower === 'going' || lower === 'moving') && next === 'forward') return at
  if (lower === 'in' && (next === 'future' || (next === 'the' && third === 'future')))
    return isOrder(words, at + (next === 'the' ? 3 : 2)) ? at : -1
  if (lower === 'never' && third === 'never') return -1
  if (lower === 'always' || lower === 'never') return isOrder(words, at + 1) ? at : -1
  if (
    lower === 'make' &&
    next === 'sure' &&
    words.some((word) => word.lower === 'always' || word.lower === 'never')
  )
    return at
  if (lower === 'remember' && next === 'to') return at
  if ((lower === "don't" || lower === 'dont') && next === 'ever') return at
  if (lower === 'do' && next === 'not' && third === 'ever') return at
  if (isStyle(words, at)) return at
  const isBan = lower === 'no' && !noBan.has(next)
  if (isBan && words.slice(at).some((word) => word.lower === 'please' || word.lower === 'ever')) return at
  if (
    lower !== 'unless' &&
    isOrder(words, at) &&
    words.some((word, index) => word.lower === 'unless' && words[index + 1]?.lower === 'i')
  )
    return at
  if (lower === 'unless') return followsOrder(words, at)
  if (replies.has(lower) && isReply(words, at)) return at
  if (lower === 'stop' && next.endsWith('ing'))
    return words.slice(at).some((word) => momentary.has(word.lower)) ? -1 : at
  if (lower === 'whenever' || (lower === 'when' && (next === 'i' || next === 'you')))
    return followsOrder(words, at)
  const isAsked =
    !words.some((word) => word.lower === 'him' || word.lower === 'her') &&
    at > 0 &&
    (words[at - 1]!.lower === 'please' || words[at - 1]!.lower === 'pls')
  if (
    isAsked &&
    (lower === "don't" || lower === 'dont' || lower === 'avoid' || (lower === 'do' && next === 'not'))
  )
    return at
  if (isAsked && words.slice(at, at + 24).some((word) => lastingWords.has(word.lower))) return at
  if (isOrder(words, at) && hasLasting(words, at)) return at
  return -1
}

/** `Could you always …?`, `you should never …`, `I'd like you to always …`, `for code always use tabs`. */
function readRequest(scene: Scene, at: number): boolean {
  const { words } = scene
  const often = words.findIndex(({ lower }, index) => index >= at && lastingWords.has(lower))
  if (often < at + 1 || often > at + 8 || !isOrder(words, often + 1)) return false
  const before = words.slice(at, often).map(({ lower }) => lower)
  const isToYou = before.includes('you') && before.some((lower) => asking.has(lower))
  const isAbout = before[0] === 'for' && !before.some((lower) => pronouns.has(lower))
  if (!isToYou && !isAbout) return false
  const to = lastWord(words)
  tell(clauseAt(scene, at, to), { category: 'instruction', value: { from: at, to } })
  return true
}

const asking = setOf("could can would will should must need want like 'd please ask have")

const replies = setOf('reply respond answer write speak talk')
const lastingWords = setOf('always never')
const lastingEnds = [
  'from now on',
  'going forward',
  'in future',
  'in the future',
  'every time',
  'at all times',
]

/** `Reply in German`, `answer me in plain English`: a language, so that `answer in one word` is no rule. */
function isReply(words: Scene['words'], at: number): boolean {
  const behind = words[at + 1]?.lower === 'to' ? at + 2 : at + 1
  const from = words[behind]?.lower === 'me' ? behind + 1 : behind
  if (words[from]?.lower !== 'in') return false
  for (let next = from + 1; next < Math.min(words.length, from + 4); next++) {
    if (languages.has(words[next]!.lower)) return true
  }
  return false
}

/** What is about somebody or something here and now. */
const momentary = setOf('him her them it that this now')

/** `Don't use emojis`, `use British English`: how to write, which is meant to last. */
function isStyle(words: Scene['words'], at: number): boolean {
  const first = words[at]?.lower
  const from =
    first === 'do' && words[at + 1]?.lower === 'not'
      ? at + 2
      : first === "don't" || first === 'dont'
        ? at + 1
        : at
  if (!usings.has(words[from]?.lower ?? '') || words.length > from + 8) return false
  return words.slice(from + 1, from + 5).some(({ lower }) => styles.has(lower))
}

const usings = setOf('use avoid skip drop write')
const styles = setOf(
  `emoji emojis exclamation bullet bullets jargon headers headings semicolons abbreviations dashes slang passive metric
  imperial celsius fahrenheit 24-hour british american adverbs clichés cliches hashtags`,
)

const noBan = setOf('thanks thank problem worries idea need way one more longer doubt matter')

/** `… from now on` at the end. */
function hasLasting(words: Scene['words'], at: number): boolean {
  const tail = words
    .slice(Math.max(at + 1, words.length - 6))
    .filter(({ kind }) => kind === 'word')
    .map(({ lower }) => lower)
    .join(' ')
  return tail.endsWith(' always') || lastingEnds.some((end) => tail.endsWith(end))
}

/** A verb in its bare form: anything that no sentence's subject or description begins with. */
function isOrder(words: Scene['words'], at: number): boolean {
  const word = words[at]
  if (word === undefined || (word.kind !== 'word' && word.kind !== 'mark')) return false
  const { lower, kind } = word
  if (kind === 'mark') return lower === ',' && isOrder(words, at + 1)
  if (lastingWords.has(lower)) return isOrder(words, at + 1)
  return (
    !pronouns.has(lower) &&
    !determiners.has(lower) &&
    !noOrder.has(lower) &&
    !/(?:ed|ing|ly|s)$/.test(
      lower
        .replace(/(?:ss|us)$/, '')
        .replace(
          /^(?:need|feed|embed|add|bring|use|reply|apply|rely|comply|supply|address|process|discuss|pass|focus)$/,
          '',
        ),
    )
  )
}

const noOrder = setOf(
  `will would can could should must might mind again a an in on at of for to so too happy good great nice better worse more less been was is are am had knew
  thought saw said my our i we he she they there here not really quite late early wrong right sure glad ready busy
  open available free tired`,
)

/** `When I ask for code, use Python`. */
function followsOrder(words: Scene['words'], at: number): number {
  for (let next = at + 2; next < words.length; next++) {
    if (words[next]!.lower !== ',') continue
    const first = words[next + 1]?.lower ?? ''
    const order = first === 'please' ? next + 2 : next + 1
    const verb = words[order]?.lower ?? ''
    if (verb === 'always' || verb === 'never' || verb === "don't" || verb === 'dont' || first === 'please')
      return at
    return orders.has(verb) ? at : -1
  }
  return -1
}

const orders = setOf(
  `use reply respond answer write give show keep add include skip avoid explain ask run format put start end return
  provide suggest assume prefer list call translate summarize summarise check remind send make speak default commit push
  test deploy delete merge rebase quote cite round convert begin stick keep cc say tell let treat show save store log
  schedule book review confirm verify indent sort name label tag link comment document`,
)

/** `Call me Sam`, `you can call me Sam`, `people call me Sam`. */
function readCalling(scene: Scene, from: number): boolean {
  const { words } = scene
  let at = from
  if (words[at]?.lower === 'you' && words[at + 1]?.lower === 'can') at += 2
  else if (callers.has(words[at]?.lower ?? '')) at += 1
  if (words[at]?.lower === 'just' || words[at]?.lower === 'all') at++
  const verb = words[at]?.lower
  if ((verb !== 'call' && verb !== 'calls' && verb !== 'address') || words[at + 1]?.lower !== 'me')
    return false
  if (verb === 'address' && words[at + 2]?.lower !== 'as') return false
  if (verb === 'address') at++
  const to = nameEnd(words, at + 2, scene.isChat)
  if (to === at + 2 || be.has(words[to]?.lower ?? '')) return false
  // what one is called is not the full name
  tell(clauseAt(scene, from, to), { category: 'preference', value: { from: at + 2, to } })
  return true
}

const callers = setOf('everyone everybody people friends folks most they')

function clauseAt(scene: Scene, from: number, to: number): Clause {
  return {
    ...scene,
    subject: { parties: ['speaker'], kind: 'speaker', from, to: Math.min(from + 1, to), name: { from, to } },
    isNegated: false,
    adverb: null,
  }
}

function lastWord(words: Scene['words']): number {
  let to = words.length
  while (to > 0 && words[to - 1]!.kind === 'mark' && words[to - 1]!.lower !== ')') to--
  return to
}
