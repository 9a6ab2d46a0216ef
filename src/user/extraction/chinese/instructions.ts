import { type Clause, tell } from './clause.js'

/**
 * What is to be done from now on: `以后请用中文回答`, `请不要用表情`, `记住…`. The clause that orders is all of the value, with
 * the clause behind it where that goes on (`以后写代码，都用 TypeScript`).
 */
export function readChineseInstruction(clause: Clause, at: number, sentence: string, index: number): boolean {
  const { text } = clause
  const head = text.slice(at) // slice-ok: a pattern reads it
  const whole = text
  const call =
    /^(?:你(?:可以|以后)?|以后|大家都?|请|就|平时)*(?:叫|喊|称呼)我(?:为|做|作)?([\u4e00-\u9fa5A-Za-z]{1,10}?)(?:就好|就行|就可以|吧|好了|即可)*$/.exec(
      head,
    )
  if (call !== null && call[1] !== undefined) {
    const from = at + head.indexOf(call[1], head.indexOf('我') + 1)
    tellFrom(clause, 'identity', 'name', from, from + call[1].length)
    return true
  }
  if (!lasting.test(head) && !(at > 0 && lasting.test(whole))) return false
  if (/^我/.test(head.replace(/^(?:以后|今后)/, ''))) return false
  let to = text.length
  while (to > at && '了吧啊哦呢。 '.includes(text.charAt(to - 1))) to--
  const isOpen =
    /^(?:以后|今后|从现在(?:起|开始)|从今(?:以后|往后|天起)|每次[^都请]*|接下来)[^请用别不要都]{0,12}$/.test(
      head,
    )
  const rest = isOpen ? restOf(clause, sentence) : 0
  if (to - at + rest < INSTRUCTION_MIN_CHARS) return false
  void index
  tellFrom(clause, 'instruction', null, at, to + rest)
  return true
}

const INSTRUCTION_MIN_CHARS = 4

const lasting =
  /^(?:你|请你?|麻烦你?)?(?:以后|今后|从现在(?:起|开始)|从今(?:以后|往后|天起)|今天起|往后|接下来都)(?!再说|见|我|有|的|会|想|他|她)|^(?:你|请你?|麻烦你?|都)?(?:始终|永远|务必|一律|总是|一直)(?:用|不要|别|要|使用|以|保持|先|给|把|回答|回复|说)|^请(?:你)?(?:不要|别|勿|用|使用|记得|务必|始终|一直|总是|都用|一律|尽量|避免|叫)(?!户|心|力)|^(?:不要再|别再|永远不要|千万不要|千万别|不要总是|别总是)|^(?:回答|回复|答复|输出|写代码|写作|解释|翻译)(?:我|问题|我的问题|时|的时候)*(?:都|请|要|时|一律)?(?:请)?(?:用|使用|以|简短|简洁|详细)|^(?:你|请)?每次(?:都|回答|回复|写|给|我)|^(?:凡是|只要)[^，]*(?:都|就)(?:要|请|用|别)|^记住(?:要|以后|别|不要|用)/

/** The length of what follows in the sentence, where the order goes on behind the comma. */
function restOf(clause: Clause, sentence: string): number {
  const end = sentence.indexOf(clause.text) + clause.text.length
  const next = sentence.slice(end + 1).search(/[，,；]/) // slice-ok: a pattern reads it
  const to = next < 0 ? sentence.length : end + 1 + next
  return Math.max(0, to - end)
}

function tellFrom(
  clause: Clause,
  category: 'identity' | 'instruction',
  attribute: string | null,
  from: number,
  to: number,
): void {
  tell(
    clause,
    { parties: ['speaker'], kind: 'speaker', from, to: from },
    { category, attribute, value: { from, to } },
  )
}
