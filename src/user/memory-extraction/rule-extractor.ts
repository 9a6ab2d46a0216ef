import { sentenceSpans } from '../../text/sentences.js'
import type { Span } from '../../text/span.js'
import { extract } from '../extraction/extract.js'
import type { Statement } from '../extraction/extracted.js'
import { DESCRIPTION_MAX_CHARS, type RecordType } from '../records/record.js'
import { toldBody } from '../records/told-body.js'
import type { Candidate, OwnWords } from './candidate.js'
import type { CueKind } from './cue.js'
import type { Extraction, Extractor, RefusedCandidate, WordsWithCues } from './extractor.js'
import { holdsSecret } from './holds-secret.js'
import { nameOfWords } from './name-of-words.js'
import { changeIn, isFormRequest, isHealth, isPet, isPlaceOf, isPractice, isRule } from './said-patterns.js'
import { isMainAttribute, singleValueName } from './single-values.js'
import { standsAlone } from './stands-alone.js'
import { supposedSpans } from './supposed.js'
import { withoutLeading } from './without-leading.js'

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
    body: toldBody(text),
    salience,
    isSingleValue: name !== null,
    cited: { text, item, at },
  }
}

/** One finding a sentence, or a part of one that tells of something else: the weightiest. */
function findingsIn(message: WordsWithCues): Finding[] {
  const { text } = message
  const extracted = extract(text)
  const own = extracted.statements.filter(({ subject }) => subject === 'speaker')
  const values = own.filter(({ attribute }) => attribute !== null && singleValueName(attribute) !== null)
  const isIn = ([from, to]: Span, place: number) => place >= from && place < to
  // Another value takes the place of what was said of it, and of nothing else.
  const sentences = sentenceSpans(text).flatMap((span) =>
    values.some(({ clause }) => isIn(span, clause[0])) ? partsOf(text, span) : [span],
  )
  const bySentence = new Map<number, Finding>()
  const wholes = sentenceSpans(text)
  const supposed = supposedSpans(text)
  const isSaid = ({ span: [from], text: said }: Finding): boolean => {
    if (supposed.some((span) => isIn(span, from)) || isOthers(said)) return false
    // slice-ok: at borders of words
    const ahead = withoutLeading(`${text.substring(sentenceAround(wholes, [from, from])[0], from)} I`)
    return !LED.test(ahead) && !isOthers(ahead)
  }
  const add = (finding: Finding | null): void => {
    if (finding === null || !isSaid(finding)) return
    const place = sentences.findIndex(([from, to]) => finding.span[0] >= from && finding.span[0] < to)
    const known = bySentence.get(place)
    if (known === undefined || known.salience < finding.salience) bySentence.set(place, finding)
  }
  for (const statement of extracted.statements) {
    const around = sentenceAround(sentences, statement.clause)
    const beside = own.filter((other) => other !== statement && isIn(around, other.clause[0]))
    add(fromStatement(text, sentences, statement, beside))
  }
  for (const { clause } of extracted.decisions)
    add(fromClause(text, sentences, clause, 'project', 4, (one) => SPEAKERS.test(one)))
  for (const { kind, span } of message.cues) {
    add(fromRule(text, span))
    for (const part of sentences.filter(([from]) => from === span[0] || isIn(span, from)))
      for (const finding of fromForm(text, sentences, part, kind)) add(finding)
    for (const finding of fromForm(text, wholes, span, kind)) add(finding)
  }
  return [...bySentence].sort(([a], [b]) => a - b).map(([, finding]) => finding)
}

/** What a sentence with a cue says by its form. */
function fromForm(text: string, sentences: readonly Span[], span: Span, kind: CueKind): (Finding | null)[] {
  const find = (type: RecordType, salience: number, is: (said: string) => boolean) =>
    fromClause(text, sentences, span, type, salience, is)
  const said = withoutLeading(text.substring(...span)) // slice-ok: at borders of words
  const changed = changeIn(said)
  return [
    changed === null || !standsAlone(said, 3)
      ? null
      : { type: 'user', salience: 5, name: changed, text: said, span },
    find('user', 4, isHealth),
    find('user', 3, isPet),
    find('reference', 4, isPlaceOf),
    find('project', 4, isPractice),
    kind === 'project' ? find('project', 3, (one) => WORKS.test(one) && PLAIN_HEAD.test(one)) : null,
    kind === 'identity' ? find('user', 3, (one) => PLAIN_HEAD.test(one)) : null,
  ]
}

function fromStatement(
  text: string,
  sentences: readonly Span[],
  { subject, category, attribute, relation, clause }: Statement,
  beside: readonly Statement[],
): Finding | null {
  if (category === 'instruction') return fromRule(text, sentenceAround(sentences, clause))
  if (subject !== 'speaker') return null
  const said = text.substring(...clause) // slice-ok: at borders of words
  const isVague = relation?.type === 'works_on' && !WORKS.test(said)
  const salience = isVague ? 2 : salienceOf(category, attribute, relation?.type ?? null)
  const type: RecordType = category === 'project' || category === 'decision' ? 'project' : 'user'
  const found = fromClause(text, sentences, clause, type, salience, (one) => SPEAKER.test(one))
  const name = attribute === null ? null : singleValueName(attribute)
  if (name === null || attribute === null) return found
  // What is said in one breath with something else is kept with it, and no value takes its place.
  const isMixed = beside.some((other) => other.clause[0] < clause[0] || other.clause[0] >= clause[1])
  const isDouble = beside.some((other) => other.clause[1] >= clause[1] && other.attribute !== attribute)
  if (found !== null && (isMixed || isDouble)) return found
  // slice-ok: behind a mark
  const own = withoutLeading(
    // slice-ok: at borders of sentences and words
    text.substring(clause[0], clause[1] + (END.test(text.charAt(clause[1])) ? 1 : 0)),
  )
  // slice-ok: at the borders of a sentence
  const sentence = withoutLeading(text.substring(...sentenceAround(sentences, clause)))
  const isClear =
    own.length <= DESCRIPTION_MAX_CHARS &&
    SPEAKER.test(own) &&
    ![own, sentence].some((one) => VAGUE.test(one))
  return (found !== null || isMainAttribute(attribute)) && isClear
    ? { type, salience, name, text: own, span: clause }
    : null
}

/** A sentence cut where it goes on with something else of who speaks. */
function partsOf(text: string, [from, to]: Span): Span[] {
  const parts: Span[] = []
  let start = from
  // slice-ok: a pattern reads it
  for (const { index, 0: joint } of text.substring(from, to).matchAll(JOINTS)) {
    parts.push([start, from + index])
    start = from + index + joint.length
  }
  return [...parts, [start, to]]
}

const END = /[.!。！]/

const JOINTS = /(?:[,;] ?| )(?:and|but) (?=(?:I|I['’]m|I['’]ve|my|we|our)\b)|，(?=我)/gu

/** The whole sentence where it stands by itself, else the clause where that does. */
function fromClause(
  text: string,
  sentences: readonly Span[],
  clause: Span,
  type: RecordType,
  salience: number,
  is: (said: string) => boolean,
): Finding | null {
  // What goes on behind the clause is part of what was said.
  const isWhole = ENDS_WELL.test(text.substring(clause[1], clause[1] + 20)) // slice-ok: a pattern reads it
  for (const span of [sentenceAround(sentences, clause), ...(isWhole ? [clause] : [])]) {
    const said = withoutLeading(text.substring(...span)) // slice-ok: at borders of words
    const isShort = said.length <= (span === clause ? DESCRIPTION_MAX_CHARS : SENTENCE_MAX_CHARS)
    if (isShort && is(said) && !VAGUE.test(said) && standsAlone(said, span === clause ? 4 : 3)) {
      return { type, salience, name: null, text: said, span: clause }
    }
  }
  return null
}

/** How an agent is to behave: a sentence that tells it so. */
function fromRule(text: string, span: Span): Finding | null {
  const raw = text.substring(...span).trim() // slice-ok: at the borders of a sentence
  const said = withoutLeading(raw)
  const isForm = isFormRequest(said)
  // Whom it is told to may be named in it, and a request for a form may be a question.
  const plain = said.replace(isForm ? /[?？]|\byour?\b/gi : /[你您]/g, '')
  if (said.length > DESCRIPTION_MAX_CHARS || !standsAlone(plain, 2)) return null
  if (/^(?:I|My)\b/.test(said)) {
    const isWanted = WANTED.test(raw) && !VAGUE.test(said)
    return isWanted ? { type: 'user', salience: 5, name: null, text: said, span } : null
  }
  return isForm || isRule(said) ? { type: 'feedback', salience: 5, name: null, text: said, span } : null
}

/** Others say it, it is named and not said, or it stands in a quotation that goes on. */
function isOthers(said: string): boolean {
  if (REPORTED.test(said) || NO_PERSON.test(said)) return true
  return said.split('“').length !== said.split('”').length || said.split('"').length % 2 === 0
}

function sentenceAround(sentences: readonly Span[], [from]: Span): Span {
  return sentences.find(([start, end]) => from >= start && from < end) ?? [from, from]
}

function salienceOf(category: string, attribute: string | null, relation: string | null): number {
  if (attribute !== null && isMainAttribute(attribute)) return 5
  if (attribute !== null) return 4
  if (relation !== null) return RELATIONS.get(relation) ?? 2
  if (category === 'identity' || category === 'decision') return 4
  return category === 'preference' ? 3 : 2
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

/** What is said of the one who speaks; of `we` it is not known who they are. */
const SPEAKER = /^(?:I\b|My\b|我|咱)/u

const SPEAKERS = /^(?:I\b|We\b|我|咱)/u

/** What everybody does all the time, and what is only thought. */
const VAGUE =
  /\b(?:the following|an? (?:[a-z]+ )?(?:style|approach|way|thing)[.!]?$|main components)|^I never (?:want|wanted|understood|meant|asked|knew|thought)|^I(?:['’]d rather| (?:think|guess|suppose|believe|feel|mean|hope|just)|(?:['’]ve| have)(?: also| just| recently)? been (?:using|trying|focus|thinking|considering|having|getting|wondering|working (?!as|for|at|in))|(?:['’]m| am) (?:a (?:bit|little|huge mess)|just|still|also)|(?:['’]m| am) (?:using|trying|focus))/u

/** What may stand behind a clause that is whole; else it was cut in the middle. */
const ENDS_WELL =
  /^\s*(?:$|[.!;。！；]|[-–—] |[,，]\s*(?:so|but|can|could|how|what|which|while|since|because|I|do|does|is|are|please|would|should|and (?:I|my|can|could|how|what|would))\b|[,，]\s*\p{Script=Han})/iu

/** What one works on for longer. */
const WORKS =
  /\b(?:project|app|website|site|book|novel|thesis|dissertation|business|startup|platform|game|course|degree|paper|film|documentary|blog|album|product|store|shop|script|screenplay|portfolio|tracker|library|research|system)\b|项目|论文|小说|网站|应用|产品|课题|书/iu

/** Who one is, and what one works on, in so many words. */
const PLAIN_HEAD =
  /^(?:I(?:['’]m| am) (?:a|an|from|based|married|currently (?:working|learning|studying|writing|building)|working on|writing|building|studying|training for|planning (?:to|my|our))\b|I (?:live|work|study|teach|speak|run|own|manage|have (?:an?|one|two|three|four|five|\d) (?:\p{L}+ ){0,2}(?:kids?|children|sons?|daughters?|brothers?|sisters?|degree)|grew up|was born|usually|always|never|rarely)\b|I(?:['’]ve) (?:always|never)\b|My (?:name|wife|husband|partner|son|daughter|mom|mum|mother|dad|father|boss|manager|dog|cat|birthday|business|company|startup|thesis|team|job|favou?rite)\b|我是(?!真的|说|在|不是|想|为了|觉得|要|因为|来|从|谁|这|那|故意|很|第|个好|个懒)|我叫(?![了你他她它人车外上])|(?:我|我们)(?:现在|目前)?住在|(?:我|我们)在[^，。]{1,12}(?:工作|上班|读书|上学|读研|任职|教书|实习|长大|生活|定居)|(?:我|我们)有(?:[一两二三四五六七八九十几\d]{0,3}[个只条位辆套家台名])?[^，。]{0,8}?(?:孩子|儿子|女儿|哥哥|弟弟|姐姐|妹妹|猫|狗|宠物|车|房子|驾照|学位|公司|店)|我们?的?(?:妻子|丈夫|老婆|老公|太太|女儿|儿子|孩子|爸|妈|父亲|母亲|哥哥|弟弟|姐姐|妹妹|男朋友|女朋友|老板|经理|名字|生日|专业|职业|公司|团队|项目|论文|爱好|母语|时区|猫|狗)|(?:我|我们)对[^，。]{1,12}感兴趣|(?:我|我们)(?:平时|一直|从不|从来|公司|正在|打算|计划|准备))/u

/** What is to be remembered is said to be so. */
const WANTED = /^(?:please )?(?:remember|keep in mind) that\b/i

/** `I said`, `he told me`, `领导说`. Who says which languages they speak says it with the same word in Chinese. */
const REPORTED =
  /\b(?:said|says|saying|told|tells|claim(?:s|ed)?|wrote|writes to|mentioned|according to|states (?:that|I|we))\b|(?:(?<![小学传演解])说|表示|要求|告诉)(?!(?:一口|流利的?)?[\p{Script=Han}]{1,4}[语话文]|明|英文|中文)/iu

/** What stands in front makes it another's, or makes it no statement. */
const LED =
  /[:：]|\b(?:if|unless|whether|as though|wish|wished|imagine|suppose|pretend|dreamt|dreamed)\b|如果|假如|要是|梦见/iu

const NO_PERSON = /\b(?:language model|AI (?:model|assistant)|chatbot|an AI)\b|语言模型|人工智能助手/iu
