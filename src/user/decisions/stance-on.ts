import { fold } from '../../text/fold.js'
import type { Span } from '../../text/span.js'

/**
 * How a sentence speaks of something that it names. `rejected`: it is ruled out, or something is better. `doubted`:
 * something is wrong with it, or it is only compared with.
 */
export type Stance = 'praised' | 'neutral' | 'doubted' | 'rejected'

/** Read from the words right before and behind the name; patterns are bounded, so that long reasons cost no more. */
export function stanceOn(text: string, [from, to]: Span, [start, end]: Span): Stance {
  const before = fold(text.substring(Math.max(from, start - NEAR_CHARS), start)) // slice-ok: only looked at
  const after = fold(text.substring(end, Math.min(to, end + NEAR_CHARS))) // slice-ok: only looked at
  const isMixed = MIXED.test(before) || MIXED.test(after)
  const isDenied = DENIED_BEFORE.test(before) && NOTHING_BEHIND.test(after)
  if (isDenied || RULED_OUT_BEFORE.test(before) || RULED_OUT_BEHIND.test(after) || isBeaten(before))
    return isMixed ? 'doubted' : 'rejected'
  if (DOUBTED_BEFORE.test(before)) return 'doubted'
  if (WRONG_BEHIND.test(after) || isMixed || COMPARED_BEFORE.test(before)) return 'doubted'
  return PRAISED_BEFORE.test(before) || PRAISED_BEHIND.test(after) ? 'praised' : 'neutral'
}

const NEAR_CHARS = 120

/** What is said on both sides of it cannot be told apart by words. */
const MIXED = /\b(?:but|although|however|though|yet|despite|except|whereas|while)\b|虽然|但是|但|不过|尽管/

/** `avoid running a`: up to three words between what rules out and the name. */
const RULED_OUT_BEFORE =
  /(?:\b(?:avoid(?:s|ing)?|drop(?:s|ping)?|away from|off of|replac(?:es|ing)|rul(?:e|es|ed|ing) out|reject(?:s|ed|ing)?|(?:decided|argued?|argues|speaks?|spoke|voted) against|instead of|rather than|unlike|preclud(?:e|es|ing)|exclud(?:e|es|ing)|forbid(?:s|ding)?|(?:do not|don't|cannot|can't|won't|never|nobody|no one|none of us) (?:want|wants|need|needs|use|uses|run|runs|trust|trusts|like|likes|afford|host|operate)s?)(?: (?:a|an|the|any|to|run|running|use|using|of|more|separate|on|own)){0,3}|不用|不要|放弃|弃用|取代|替代|而不是|不选|不会用|拒绝|排除)\s*["'(]?$/

/** `SQLite, not PostgreSQL.`; not `no PostgreSQL licence`, nor `not only`. */
const DENIED_BEFORE = /\b(?:no|not)\s*["'(]?$/
const NOTHING_BEHIND = /^["')]?\s*(?:$|[,.;:!?)])/

const RULED_OUT_BEHIND =
  /^["')]?(?:(?: \S{1,20}){0,2}? (?:is|was|are|were|seems?|looks?|would be|feels?) (?:too \w|not (?:suitable|an option|a fit|fit|enough|good enough|viable|acceptable|allowed|supported|available|possible|what we)|no longer (?:maintained|supported|an option|viable|allowed)|ruled out|rejected|out of the question|overkill|unsuitable|unfit|inadequate|insufficient|unacceptable|the wrong|a bad|a poor|wrong)|(?: \S{1,20}){0,2}? (?:cannot|can't|can not|could not|couldn't|does not|doesn't|did not|didn't|won't|will not|would not|wouldn't) (?:meet|support|scale|handle|work|fit|satisfy|cope|suffice|offer|provide|keep up)\b|\s*(?:太|无法|不能|不支持|不行|不够|不适合|过于|被否决|被排除|满足不了))/

/** `faster than`, `beats`; not where nothing is. */
function isBeaten(before: string): boolean {
  return BEATEN.test(before) && !NOTHING.test(before)
}

const BEATEN =
  /(?:\b(?:faster|simpler|cheaper|easier|better|safer|lighter|smaller|stronger|quicker|leaner|nicer|cleaner|richer|smoother|more (?:mature|stable|reliable|efficient|flexible|productive|popular|proven|portable|secure|robust|suitable)|less (?:complex|work|effort|risky|expensive|costly|trouble)) (?:\S{1,20} ){0,3}?than|\b(?:beats?|outperforms?|outclass(?:es)?|preferable to|superior to)|\b(?:prefers?|preferred|chose|choose|favou?r|favou?red|picked?)\b[^.]{0,60} (?:over|to)|优于|胜过|强于|比)\s*["'(]?$/

const NOTHING = /\b(?:nothing|no one|nobody|none|no|not|never|hardly|isn't|aren't|neither)\b|没有/

const DOUBTED_BEFORE =
  /\b(?:no|not|without|nobody knows|leav(?:e|es|ing)|lacks?)(?: (?:a|an|the|any|enough)){0,2}\s*$/

const WRONG_BEHIND =
  /\b(?:lacks?|fails?|failed|cannot|can't|does not|doesn't|did not|won't|would not|wouldn't|struggles?|breaks|loses|lost|limited|limits|expensive|slow|slower|heavy|deprecated|immature|unstable|unmaintained|risky|worse|weaker|harder|hard|difficult|complex|complicated|overkill|too|missing|problems?|issues?|outages?|lock-in|has no|have no|had no|would need|would require|would mean|would cost|no longer|needs a|requires a|restrictive|painful|poor|bad)\b|不支持|不能|无法|缺|没有|太|难|差|慢|贵|问题/

const COMPARED_BEFORE =
  /\b(?:than|like|compared (?:to|with)|versus|vs\.?|(?:compatible|integrates?|works?|talks?|pairs?) (?:well )?(?:with|to)|from|migrat\w{1,4} (?:off|away)|as \w{1,20} as)\s*["'(]?$|(?:兼容|不像|相比)\s*$/

const PRAISED_BEFORE =
  /(?:\b(?:already|we|team|everyone|developers|engineers|us|all)(?: (?:have|has|had|use|uses|run|runs|know|knows|trust|trusts|love|loves|like|likes|prefer|prefers|own|ship|ships|rely|relies|operate|operates|on|pay|for|write|writes|well|deep|production|experience|with|in|a|an|the|our|already|of|years)){1,6}|\b(?:experience (?:with|in)|familiar with|skilled in|standardi[sz]ed on|invested in|expertise in|thanks to|because of)|已经在用|已经有|已有|熟悉|在用|会用|喜欢)\s*["'(]?$/

const PRAISED_BEHIND =
  /^["')]?(?:(?: \S{1,20}){0,3}? (?:is|are|was|has|have|gives?|offers?|supports?|scales?|handles?|provides?|covers?|lets?|makes?|comes?|fits?|works?|runs?|meets?|can|ships?|includes?|needs? (?:no|little)|requires? (?:no|little)|stores?|allows?|enables?|integrates?|keeps?|saves?|reduces?|solves?|performs?|wins?|excels?|does|already|gets?|brings?|delivers?|answers?|costs? (?:less|nothing|little)|starts?|adds?|serves?|takes?|beats?|outperforms?)\b|\s*(?:已经|成熟|支持|可以|能|提供|够|适合|稳定|好|快|简单|足够|自带|更|是|有))/
