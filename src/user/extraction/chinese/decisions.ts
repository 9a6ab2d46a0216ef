import type { Span } from '../../../text/span.js'
import { type Clause, mention, type Part, past, phraseAt, spanOf } from './clause.js'

/** `我们决定用 Postgres 而不是 MySQL，因为…`, `就用 X 吧`: all of the sentence behind it belongs to it. */
export function readChineseDecision(part: Clause, sentence: Clause, from: number): boolean {
  const at = Math.max(0, past(lead, part, 0))
  const next = past(openings, sentence, from + at)
  if (next < 0) return false
  const clause = sentence
  const reason = why.exec(sentence.text.slice(next)) // slice-ok: a pattern reads it
  const whole = wholeAt(clause, next)
  if (whole === null || /^(?:不|没|吗|要不要|是否)/.test(clause.text.slice(next))) return false // slice-ok: a pattern reads it
  const { choice, alternatives, appliesTo } = readChineseChoice(clause, next)
  const reasonFrom = reason === null ? 0 : next + reason.index + reason[0].length
  clause.draft.decide({
    clause: spanOf(clause, { from: from + at, to: whole.to }),
    title: spanOf(clause, whole),
    choice,
    alternatives,
    reasons:
      reason === null || whole.to <= reasonFrom ? [] : [spanOf(clause, { from: reasonFrom, to: whole.to })],
    tradeOffs: [],
    appliesTo,
  })
  return true
}

const lead = /(?:经过讨论|讨论后|商量后|另外|好的|好|嗯|那|所以|最后|最终|[，,\s])*/y
const why = /[，, ]?(?:因为|由于|原因是|毕竟)/

function wholeAt({ text }: Clause, at: number): Part | null {
  let from = at
  while (text.charAt(from) === ' ') from++
  let to = text.length
  while (to > from && '了吧啊呢。 '.includes(text.charAt(to - 1))) to--
  return to > from ? { from, to } : null
}

const openings =
  /(?:我们?|咱们|团队|大家)(?:最终|最后|今天|昨天|刚刚|刚|已经|一致|都|商量后|讨论后|还是)*(?:决定了?|选定了?|选择了?|敲定了?|定下来了?|商定|确定(?=用|采用|使用|选))|(?:那|还是|那就|我们就|就)+(?=(?:选|用|采用|定|按)[^，]{1,20}吧)|(?:我们)?(?:决定|定)了[，,](?=用|选|采用|就用)|(?:我们|咱们)就(?=[选用定])|(?:最终|最后)?(?:决定|定)了?(?=用|采用|使用|选|不用|改用|把)/y

/** `[用] X [而不是 Y]`, from a place to the end of the clause. */
export function readChineseChoice(
  clause: Clause,
  from: number,
): {
  readonly choice: Span | null
  readonly alternatives: readonly Span[]
  readonly appliesTo: readonly number[]
} {
  const { text } = clause
  const alternatives: Span[] = []
  const appliesTo: number[] = []
  const target = /(?:在|给|为)([^，用]{2,20}?)(?:里|中|上)?(?:用|采用|使用|选用|选择)/y
  let at = from
  target.lastIndex = at
  const leading = target.exec(text)
  const placed = leading ?? before(text, at)
  if (placed !== null && placed[1] !== undefined) {
    const start = placed.index + placed[0].indexOf(placed[1])
    appliesTo.push(mention(clause, { from: start, to: start + placed[1].length }, 'project'))
  }
  const verb = past(/[^，]{0,20}?(?:采用|使用|选用|选择|改用|换成|换用|迁移到|用|选)/y, clause, at)
  if (verb > at) at = verb
  const chosen = upTo(clause, at)
  for (const pattern of [
    /(?:而不是|而非|不用|不选|不再用|不要|代替|替代|取代|替换掉?|放弃了?|，?不是)([^，。；（(]{1,24}?)(?=$|[，。；（(]|来|作为|做|，因为)/g,
  ]) {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    if (match?.[1] !== undefined) {
      const start = match.index + match[0].indexOf(match[1])
      const part = trimmed(text, start, start + match[1].length)
      if (part.to > part.from) alternatives.push(spanOf(clause, part))
    }
  }
  return { choice: chosen === null ? null : spanOf(clause, chosen), alternatives, appliesTo }
}

/** `用户数据库使用 X`: for what, in front of the verb. */
function before(text: string, at: number): RegExpExecArray | null {
  const pattern = /([^，用]{0,2}用?[^，用]{2,16}?)(?:采用|使用|选用)/y
  pattern.lastIndex = at
  return pattern.exec(text)
}

function upTo(clause: Clause, at: number): Part | null {
  return phraseAt(
    clause,
    at,
    /而不是|而非|,|[，,]?不用|不选|代替|替代|取代|替换|来|作为|做|，|因为|，|放弃|（|\(|吧|当/g,
  )
}

function trimmed(text: string, from: number, end: number): Part {
  let to = end
  let start = from
  while (start < to && ' 　'.includes(text.charAt(start))) start++
  while (to > start && ' 　了的吧。'.includes(text.charAt(to - 1))) to--
  return { from: start, to }
}
