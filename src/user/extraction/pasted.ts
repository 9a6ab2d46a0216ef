import { announcedAt } from './announced.js'
import { chineseNameEnd } from './chinese/names.js'
import { isGivenName } from './english/given-names.js'
import { createLetters, type Letters } from './letters.js'

/**
 * Tells line by line what of a text its writer only pasted: fences, quotations, mails, pages, markup, comments, logs,
 * chats. It goes on over lines, so one of these reads one text from its beginning to its end.
 */
export interface Paste {
  /**
   * Where the writer's own words of the line [start, end) end: `begin` where it has none.
   *
   * @param begin behind the blanks and the bullet of the line
   */
  ownEnd(start: number, begin: number, end: number): number
}

/** @param letters of the same text, where several read it */
export function createPaste(text: string, letters: Letters = createLetters(text)): Paste {
  let isRest = false
  let fence: string | null = null
  let asideTo = 0
  let isBlock = false
  let isAnnounced = false
  let roles = 0
  let mailHeaders = 0
  let isCode = false
  let isFirst = true
  let draftLevel = 0
  const unclosed = new Set<string>()
  let colon = -1

  /** Most of what is looked for has a colon; it is looked for once. */
  const hasColon = (begin: number, end: number): boolean => {
    if (colon < begin) {
      colons.lastIndex = begin
      colon = colons.exec(text)?.index ?? text.length
    }
    return colon < end
  }

  /** Sets aside all to the mark that closes; false where none follows. */
  const setAside = (from: number, closing: string): boolean => {
    if (unclosed.has(closing)) return false
    const at = text.indexOf(closing, from)
    if (at < 0) unclosed.add(closing)
    else asideTo = at + closing.length
    return at >= 0
  }

  const isFence = (begin: number, end: number): boolean => {
    const run = matchAt(fences, text, begin)
    if (run !== null && fence === null) {
      const isInline = run.startsWith('`') && lineHas(text, '`', begin + run.length, end)
      if (!isInline) fence = run
      return !isInline
    }
    if (fence === null) return false
    if (run === fence && isBlank(text, begin + run.length, end)) fence = null
    return true
  }

  const isMarkup = (begin: number, end: number): boolean => {
    const name = matchAt(tag, text, begin)
    if (name === null) return false
    const close = `</${name.replace(/^<[/!?]?/, '')}>`
    if (name.startsWith('</') || endless.test(name)) return true
    if (loose.test(name) || lineHas(text, '/>', begin, end)) isBlock = !lineHas(text, close, begin, end)
    else if (!setAside(begin, close)) isBlock = true
    return true
  }

  const isComment = (begin: number): boolean => {
    const mark = matchAt(comments, text, begin)
    const closing = mark === '/*' ? '*/' : mark === '<!--' ? '-->' : null
    if (closing !== null && !setAside(begin, closing)) isRest = true
    return mark !== null
  }

  const isMail = (begin: number, isTold: boolean): boolean => {
    if (!isTold && !startsWith(borderHead, text, begin)) return false
    const isHeader = startsWith(mailHeader, text, begin)
    mailHeaders = isHeader ? mailHeaders + 1 : 0
    if (mailHeaders > 1 || startsWith(mailBorder, text, begin) || startsWith(sender, text, begin))
      isRest = true
    return isRest || isHeader
  }

  /** It tells some other one who to be. */
  const isPrompt = (begin: number): boolean => {
    isRest ||= startsWith(prompt, text, begin) || startsWith(calledOther, text, begin)
    return isRest
  }

  const isSpoken = (begin: number, isTold: boolean): boolean => {
    if (!isTold && text.charAt(begin) !== '[') return false
    const isRole = startsWith(role, text, begin)
    if (!isRole && !isNamed(text, begin)) return false
    if (isRole) roles++
    isRest ||= roles > 1
    isBlock = true
    return true
  }

  /** `Tom Smith  10:42 AM`: what follows is his, and who pasted it does not say where it ends. */
  const isChatHead = (begin: number): boolean => {
    if (!startsWith(chatHead, text, begin)) return false
    isRest = true
    return true
  }

  /** What stands under the heading of a draft, to the next that is not below it. */
  const isDraft = (start: number): boolean => {
    const level = matchAt(heading, text, start)?.trim().length ?? 0
    if (level > 0 && startsWith(draftHeading, text, start))
      draftLevel = draftLevel > 0 ? Math.min(level, draftLevel) : level
    else if (level > 0 && level <= draftLevel) draftLevel = 0
    return draftLevel > 0
  }

  const isLetter = (begin: number): boolean => {
    const to = letters.endAt(begin)
    asideTo = Math.max(asideTo, to)
    return to > begin
  }

  const isQuotation = (begin: number, end: number): boolean => {
    const closing = quotations.get(text.charAt(begin))
    return closing !== undefined && !lineHas(text, closing, begin + 1, end) && setAside(end, closing)
  }

  return {
    ownEnd(start, begin, end) {
      if (isRest || start < asideTo) return begin
      if (isFence(begin, end)) {
        isAnnounced = false
        return begin
      }
      if (begin >= end) {
        isBlock = false
        isCode = !isFirst
        return begin
      }
      const isIndented = isCode && startsWith(indented, text, start) && !startsWith(bullet, text, start)
      isCode = isIndented
      isFirst = false
      if (startsWith(quoted, text, start) || isIndented || isBlock) {
        isAnnounced = false
        return begin
      }
      isRest = isAnnounced
      const isTold = hasColon(begin, end)
      if (
        isRest ||
        isComment(begin) ||
        isMarkup(begin, end) ||
        isMail(begin, isTold) ||
        isSpoken(begin, isTold) ||
        isDraft(start) ||
        isLetter(begin) ||
        isPrompt(begin) ||
        isQuotation(begin, end) ||
        isChatHead(begin) ||
        startsWith(log, text, begin)
      ) {
        return begin
      }
      const told = isTold ? announcedAt(text, begin, end) : -1
      if (told < 0) return end
      isAnnounced = true
      isRest = !isBlank(text, told, end)
      return told
    },
  }
}

const colons = /[:：]/g
const borderHead = /[-_=—*bB转]/y
const fences = /`{3,}|~{3,}/y
const quoted = /[ \t]{0,200}[>|]/y
const indented = / {4}|\t/y
const bullet = /[ \t]{0,200}(?:[-*•·‣◦+]|\d{1,3}[.)、])[ \t]/y
const comments = /\/\/|\/\*|<!--|--(?=[ \t])|;;|%%/y

/** `<div`, `</div`, `<|im_start|>`, `[INST]`; not `<3`, not `<https://…>`. */
const tag = /<[/!?]?[A-Za-z][\w-]{0,40}(?=[\s>/])|<\||\[\/?(?:INST|SYS)\]/y
const endless = /^(?:<[!?|]|\[|<(?:br|hr|img|input|link|meta|area|base|col|source|wbr)$)/i
/** They are often left open. */
const loose = /^<(?:p|li|tr|td|th|dt|dd|option|thead|tbody)$/i

const quotations = new Map([
  ['“', '”'],
  ['"', '"'],
  ['「', '」'],
  ['『', '』'],
  ['«', '»'],
  ['„', '“'],
])

const mailHeader =
  /(?:\*\*)?(?:from|to|cc|bcc|subject|date|sent|reply-to|发件人|收件人|抄送|主题|日期|时间|发送时间|寄件人|寄件者|收件者|主旨)(?:\*\*)?[ \t]?[:：]/iy
const sender =
  /(?:\*\*)?(?:(?:from|reply-to)(?:\*\*)?[ \t]?:[^\n@]{0,80}@|(?:发件人|收件人|抄送|寄件人|寄件者)[ \t]?[:：])/iy
const mailBorder =
  /[-_=—*]{2,40}[ \t]?(?:forwarded|original|begin forwarded|转发|原始|原邮件|已转发)|begin forwarded message|(?:fwd?|转发)[:：]|转发(?:的)?(?:邮件|消息|信息)[:：]?|on [^\n]{4,120}\bwrote:|(?:在|于)?[^\n]{2,60}写道[:：][ \t\r]*(?:\n|$)/iy

const role =
  /(?:\*\*)?(?:\[(?:user|assistant|system|human|tool)\]|(?:user|assistant|system|human|ai|bot|tool|claude|chatgpt|gpt|gemini|copilot|speaker \d{1,3}|customer|agent|interviewer|q|a|用户|助手|系统|客户|客服|[A-Z][\w.]{0,20}(?: [A-Z][\w.]{0,20})?(?= ?[[(]\d))(?: ?[[(][^\])\n]{1,30}[\])])?(?:\*\*)?\s?[:：](?:\*\*)?)/iy

const heading = /[ \t]{0,3}#{1,6}(?=[ \t])/y
const draftHeading =
  /[ \t]{0,3}#{1,6}[ \t]{1,20}(?:\S{1,20} ){0,4}?(?:draft|drafts|template|templates|sample|samples|example|examples)\b/iy

/** `You are Claw, an agent …`, `You are a helpful assistant`: not `You are my assistant`, `You are great`. */
const prompt =
  /(?:you are|you['’]re|act as|you will act as)(?: now)? (?:[A-Z][\w-]{0,30}(?: [A-Z][\w-]{0,30}){0,2}, )?(?:an?|the) (?:[\w’'-]{1,30},? ){0,6}?(?:agent|assistant|bot|chatbot|ai|model|expert|specialist|copilot|tutor|advisor|persona|system|engineer|developer|programmer|architect|analyst|consultant|writer|editor|teacher|coach|researcher|scientist|lawyer|translator|reviewer|companion|designer)\b/iy
/** `You are Claw.` */
const calledOther =
  /(?:You are|You['’]re|Your name is)(?: now)? [A-Z][\w-]{0,30}(?: [A-Z][\w-]{0,30})?[.,\n]/y

const log =
  /(?:\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\[?\d\d:\d\d:\d\d|\[(?:info|warn|warning|error|debug|trace)\]|(?:INFO|WARN|WARNING|ERROR|DEBUG|TRACE)\b|at [\w$.]{1,80}[ (]|Traceback|\$ |(?:import|export|const|let|var|function|class|def|return|from [\w.]{1,60} import|#include|public|private|select|insert|update|delete|create|alter) [^.\n]{0,200}[;{}=()])/y

/** A name and a time alone on a line, as chats are copied; or a time, a name and a colon. */
const chatHead =
  /(?:\[?\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4},? )?\[?\d{1,2}:\d\d(?::\d\d)?(?: ?[AP]M)?\]?(?: -)? [\p{Lu}\p{Script=Han}][\p{L} .'’-]{0,40}[:：]|[\p{Lu}\p{Script=Han}][\p{L}'’.-]{0,30}(?: [\p{Lu}][\p{L}'’.-]{0,30}){0,3}(?: \([^)\n]{1,20}\)| APP)?[ \t]{1,8}(?:(?:today|yesterday|今天|昨天|\d{4}[-/.]\d{1,2}[-/.]\d{1,2}),?(?: at)? )?[[(]?\d{1,2}:\d\d(?::\d\d)?(?: ?[AP]M)?[\])]?[ \t\r]{0,8}(?:\n|$)/iuy

/** `Ana: …`, `小红：…`: pasted from a chat, so that `I` in it is somebody else. */
function isNamed(text: string, at: number): boolean {
  speaker.lastIndex = at
  const given = speaker.exec(text)?.[1]
  if (given !== undefined) return isGivenName(given.toLowerCase())
  const end = chineseNameEnd(text, at)
  return end > at && text.charAt(end) === '：'
}

const speaker = /([A-Z][\p{L}'’-]{1,20})(?: [A-Z][\p{L}'’-]{1,20})?:/uy

function isBlank(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (text.charCodeAt(at) > 0x20) return false
  return true
}

function lineHas(text: string, what: string, from: number, to: number): boolean {
  // slice-ok: a line; the search would go on to the end of the text
  return text.slice(from, to).includes(what)
}

function startsWith(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at
  return pattern.test(text)
}

function matchAt(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? null
}
