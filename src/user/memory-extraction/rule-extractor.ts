import { sentenceSpans } from '../../text/sentences.js'
import type { Span } from '../../text/span.js'
import { extract } from '../extraction/extract.js'
import type { Statement } from '../extraction/extracted.js'
import { DESCRIPTION_MAX_CHARS, type RecordType } from '../records/record.js'
import type { Candidate, OwnWords } from './candidate.js'
import type { Extraction, Extractor, RefusedCandidate, WordsWithCues } from './extractor.js'
import { holdsSecret } from './holds-secret.js'
import { nameOfWords } from './name-of-words.js'
import { standsAlone } from './stands-alone.js'

/**
 * Proposes records without a model: what the rules of extraction read about the speaker, what they are told to do, and
 * plain sentences of who one is and what one works on. Few and sure: each is one sentence of the user's that says by
 * itself what it says, and that holds for longer than a day.
 */
export const ruleExtractor: Extractor = {
  name: 'rules',
  isVerbatim: true,
  propose: async (_reach, { words }) => proposeByRules(words),
}

export function proposeByRules(words: readonly WordsWithCues[]): Extraction {
  const candidates: Candidate[] = []
  const refused: RefusedCandidate[] = []
  for (const message of words) {
    for (const finding of findingsIn(message)) {
      const { type, salience } = finding
      if (holdsSecret(finding.text)) refused.push({ reason: 'secret', type, salience })
      else if (salience < 3) refused.push({ reason: 'low_salience', type, salience })
      else candidates.push(candidateOf(message, finding))
    }
  }
  return { ok: true, candidates, refused }
}

interface Finding {
  readonly type: RecordType
  readonly salience: number
  /** What the record is called, where it can have one value only. */
  readonly name: string | null
  readonly text: string
  readonly span: Span
}

function candidateOf({ item, at }: OwnWords, { type, salience, name, text }: Finding): Candidate {
  return {
    type,
    name: name ?? nameOfWords(text),
    description: text,
    // No day: what was forgotten is known again by what it says.
    body: `> ${text}`,
    salience,
    cited: { text, item, at },
  }
}

/** One finding a sentence: the weightiest. */
function findingsIn(message: WordsWithCues): Finding[] {
  const { text } = message
  const sentences = sentenceSpans(text)
  const bySentence = new Map<number, Finding>()
  const add = (finding: Finding | null): void => {
    if (finding === null) return
    const place = sentences.findIndex(([from, to]) => finding.span[0] >= from && finding.span[0] < to)
    const known = bySentence.get(place)
    if (known === undefined || known.salience < finding.salience) bySentence.set(place, finding)
  }
  const extracted = extract(text)
  for (const statement of extracted.statements) add(fromStatement(text, sentences, statement))
  for (const { clause } of extracted.decisions)
    add(fromClause(text, sentences, clause, 'project', 4, SPEAKERS))
  for (const { kind, span } of message.cues) {
    if (kind === 'preference') add(fromRule(text, span))
    if (kind === 'identity') add(fromClause(text, sentences, span, 'user', 3, PLAIN_HEAD))
    const said = text.substring(...span).trim() // slice-ok: at the borders of a sentence
    if (kind === 'project' && PLACE_OF.test(said)) {
      add(fromClause(text, sentences, span, 'reference', 4, PLACE_OF))
    }
    if (kind === 'project' && WORKS.test(said)) {
      add(fromClause(text, sentences, span, 'project', 3, PLAIN_HEAD))
    }
  }
  return [...bySentence].sort(([a], [b]) => a - b).map(([, finding]) => finding)
}

function fromStatement(
  text: string,
  sentences: readonly Span[],
  { subject, category, attribute, relation, clause }: Statement,
): Finding | null {
  if (category === 'instruction') return fromRule(text, sentenceAround(sentences, clause))
  if (subject !== 'speaker') return null
  const said = text.substring(...clause) // slice-ok: at borders of words
  const isVague = relation?.type === 'works_on' && !WORKS.test(said)
  const salience = isVague ? 2 : salienceOf(category, attribute, relation?.type ?? null)
  const type: RecordType = category === 'project' || category === 'decision' ? 'project' : 'user'
  const name = attribute === null ? null : (SUBJECTS.get(attribute) ?? favouriteOf(attribute))
  const found = fromClause(text, sentences, clause, type, salience, SPEAKER)
  if (found === null && name !== null && attribute !== null && SUBJECTS.has(attribute)) {
    const own = tidy(said)
    // slice-ok: at the borders of a sentence
    if (VAGUE.test(tidy(text.substring(...sentenceAround(sentences, clause))))) return null
    return own.length > DESCRIPTION_MAX_CHARS || !SPEAKER.test(own) || VAGUE.test(own)
      ? null
      : { type, salience, name, text: own, span: clause }
  }
  return found === null ? null : { ...found, name }
}

/** The whole sentence where it stands by itself, else the clause where that does. */
function fromClause(
  text: string,
  sentences: readonly Span[],
  clause: Span,
  type: RecordType,
  salience: number,
  head: RegExp,
): Finding | null {
  // What goes on behind the clause is part of what was said.
  const isWhole = ENDS_WELL.test(text.substring(clause[1], clause[1] + 20)) // slice-ok: a pattern reads it
  for (const span of [sentenceAround(sentences, clause), ...(isWhole ? [clause] : [])]) {
    const said = tidy(text.substring(...span)) // slice-ok: at borders of words
    const isShort = said.length <= (span === clause ? DESCRIPTION_MAX_CHARS : SENTENCE_MAX_CHARS)
    if (isShort && head.test(said) && !VAGUE.test(said) && standsAlone(said, span === clause ? 4 : 3)) {
      return { type, salience, name: null, text: said, span: clause }
    }
  }
  return null
}

/** How an agent is to behave: a sentence that tells it so. */
function fromRule(text: string, span: Span): Finding | null {
  const said = tidy(text.substring(...span)) // slice-ok: at borders of words
  if (/^(?:I|My)\b/.test(said) && WANTED.test(text.substring(...span).trim())) {
    return { type: 'user', salience: 5, name: null, text: said, span }
  }
  if (said.length > DESCRIPTION_MAX_CHARS || !RULE.test(said) || RULE_TO_PEOPLE.test(said)) return null
  return { type: 'feedback', salience: 5, name: null, text: said, span }
}

function sentenceAround(sentences: readonly Span[], [from]: Span): Span {
  return sentences.find(([start, end]) => from >= start && from < end) ?? [from, from]
}

/** Without what leads over to it, and on one line. */
function tidy(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim().replace(LEADING, '')
  return line === '' ? line : line.charAt(0).toUpperCase() + line.substring(1) // slice-ok: behind one unit of a letter
}

function salienceOf(category: string, attribute: string | null, relation: string | null): number {
  if (attribute !== null && SUBJECTS.has(attribute)) return 5
  if (attribute !== null) return 4
  if (relation !== null) return RELATIONS.get(relation) ?? 2
  if (category === 'identity' || category === 'decision') return 4
  return category === 'preference' ? 3 : 2
}

/** What can have one value only: its record is called so, and another value changes that record. */
const SUBJECTS: ReadonlyMap<string, string> = new Map([
  ['name', 'Name'],
  ['location', 'Home'],
  ['employer', 'Employer'],
  ['profession', 'Profession'],
  ['role', 'Role'],
  ['age', 'Age'],
  ['birthday', 'Birthday'],
  ['timezone', 'Time zone'],
  ['language', 'Language'],
  ['manager', 'Manager'],
])

function favouriteOf(attribute: string): string | null {
  const what = /^favorite\.(.{1,60})$/u.exec(attribute)?.[1]
  return what === undefined ? null : `Favourite ${what}`
}

const RELATIONS: ReadonlyMap<string, number> = new Map([
  ['spouse_of', 4],
  ['parent_of', 4],
  ['sibling_of', 4],
  ['reports_to', 4],
  ['manages', 4],
  ['leads', 3],
  ['works_at', 4],
  ['works_on', 3],
  ['lives_in', 4],
  ['owns', 3],
  ['member_of', 3],
])

const SENTENCE_MAX_CHARS = 200

const LEADING =
  /^(?:(?:by the way|btw|oh|ah|well|so|and|but|also|anyway|actually|yes|yeah|yep|ok|okay|sure|hi|hello|hey|thanks|thank you|honestly|personally|plus|(?:please )?remember that|(?:please )?keep in mind that|for context|speaking of which|顺便说一下|顺便|对了|另外|其实|而且|还有|嗯|好的|是的)[ ,，、!！.:：-]{1,3}){1,3}/iu

/** What is said of the one who speaks; of `we` it is not known who they are. */
const SPEAKER = /^(?:I\b|My\b|我|咱)/u

const SPEAKERS = /^(?:I\b|We\b|我|咱)/u

/** Where something is found. */
const PLACE_OF =
  /^(?:My|Our|The) .{2,60} (?:is|are|lives?|sits?) (?:kept |stored |tracked |documented |written down |hosted )?(?:in|on|at|under) |^我们?的?.{1,20}(?:放|存|写|记)?在.{0,6}(?:[A-Z]|语雀|飞书|钉钉|石墨|腾讯文档|网盘|维基)/u

/** What everybody does all the time, and what is only thought. */
const VAGUE =
  /\b(?:the following|an? (?:[a-z]+ )?(?:style|approach|way|thing)[.!]?$|main components)|^I(?:['’]d rather| (?:think|guess|suppose|believe|feel|mean|hope|just)|(?:['’]ve| have)(?: also| just| recently)? been (?:using|trying|focus|thinking|considering|having|getting|wondering|working (?!as|for|at|in))|(?:['’]m| am) (?:a (?:bit|little|huge mess)|just|still|also)|(?:['’]m| am) (?:using|trying|focus))/u

/** What may stand behind a clause that is whole; else it was cut in the middle. */
const ENDS_WELL =
  /^\s*(?:$|[.!;。！；]|[-–—] |[,，]\s*(?:so|but|can|could|how|what|which|while|since|because|I|do|does|is|are|please|would|should|and (?:I|my|can|could|how|what|would))\b|[,，]\s*\p{Script=Han})/iu

/** What one works on for longer. */
const WORKS =
  /\b(?:project|app|website|site|book|novel|thesis|dissertation|business|startup|platform|game|course|degree|paper|film|documentary|blog|album|product|store|shop|script|screenplay|portfolio|tracker|library|research|system)\b|项目|论文|小说|网站|应用|产品|课题|书/iu

/** Who one is, and what one works on, in so many words. */
const PLAIN_HEAD =
  /^(?:I(?:['’]m| am) (?:a|an|from|allergic|vegetarian|vegan|based|married|currently (?:working|learning|studying|writing|building)|working on|writing|building|studying|training for|planning (?:to|my|our))\b|I (?:live|work|study|teach|speak|run|own|manage|have (?:an?|one|two|three|four|five|\d) (?:\p{L}+ ){0,2}(?:kids?|children|sons?|daughters?|brothers?|sisters?|dogs?|cats?|pets?|horses?|degree|allerg\p{L}+)|grew up|was born|usually|always|never|rarely)\b|I(?:['’]ve) (?:always|never)\b|My (?:name|wife|husband|partner|son|daughter|mom|mum|mother|dad|father|boss|manager|dog|cat|birthday|business|company|startup|thesis|team|job|favou?rite)\b|(?:我|我们)(?:是|叫|住|在|有|的|对|平时|一直|从不|从来|公司|正在|打算|计划|准备)|我(?:妻子|老婆|老公|丈夫|女儿|儿子|爸|妈))/u

/** What is to be remembered is said to be so. */
const WANTED = /^(?:please )?(?:remember|keep in mind) that\b/i

const RULE =
  /^(?:please,? )?(?:(?:always|never) [a-z]+|from now on\b|going forward,|in (?:the )?future,|remember (?:that|to)\b|keep in mind\b|call me\b|don['’]t (?:ever )?(?:use|call|add|write|include|ask|send|reply)\b|stop (?:using|calling|adding|asking)\b|(?:use|write|reply|answer|respond|speak)\b.{1,80}\b(?:always|from now on|in future)\b)|(?:以后|今后|从现在(?:起|开始)).{1,60}|^(?:请)?(?:记住|总是|始终|务必|每次都|叫我|别再|不要再)/iu

/** `Never give up!` is said to a friend. */
const RULE_TO_PEOPLE =
  /\b(?:you|your|yourself|give up|forget|heard|been|done|seen|had|up for|remember to (?:take|stay|enjoy|have))\b|[?？]/iu
