import { type Clause, type Part, tell } from './clause.js'

/** Fewer characters are no instruction. */
const INSTRUCTION_MIN_CHARS = 4

/**
 * What is to be done from now on: `以后请用中文回答`, `请不要用表情`, `每次…都…`. Clauses that order, one behind the other, are
 * one instruction; so is a condition in front. Answers how many clauses of the sentence were read.
 */
export function readOrders(sentence: Clause, clauses: readonly Named[], mark: string): number {
  if (mark === '?' || mark === '？') return 0
  const first = clauses[0]
  if (first === undefined) return 0
  const skip = (opener.exec(first.text)?.[0] ?? '').length
  const named = leads.test(first.text) ? 1 : 0
  if (readCalling(sentence, clauses[named], named === 0 ? skip : 0)) return named + 1
  let count = 0
  let isOrdered = false
  for (const { text } of clauses) {
    const words = text.slice(count === 0 ? skip : 0) // slice-ok: a pattern reads it
    const orders: boolean = isOrder(words) || (isOrdered && goesOn.test(words))
    if (!orders && !(count === 0 && leads.test(words))) break
    isOrdered ||= orders
    count++
  }
  const last = clauses[count - 1]
  if (!isOrdered || last === undefined) return 0
  const from = first.from + skip
  const to = trimmedEnd(sentence.text, last.from + last.text.length)
  if (to - from < INSTRUCTION_MIN_CHARS) return 0
  tellFrom(sentence, 'instruction', { from, to })
  return count
}

/** `叫我小王就好`. */
function readCalling(sentence: Clause, clause: Named | undefined, skip: number): boolean {
  if (clause === undefined) return false
  const name = calling.exec(clause.text.slice(skip))?.groups?.['name'] // slice-ok: a pattern reads it
  if (name === undefined || noName.test(name)) return false
  const from = clause.from + clause.text.indexOf(name, clause.text.indexOf('我') + 1)
  tellFrom(sentence, 'preference', { from, to: from + name.length })
  return true
}

const noName = /^(?:[怎什不别你他她它干去来做帮写给吃起走滚再]|一声|一下|过去|回)/

/** The same order goes on behind a comma. */
const goesOn = /^(?:都|就|一律|请|要|不要|别|用|使用|并|也|而且|先|尽量|除非)/

/** `记住：提交前先跑一遍测试`, where what is to be remembered states nothing of its own. */
export function readReminder(sentence: Clause): void {
  const head = /^(?:请|你)?(?:一定)?(?:要)?(?:记住|记得)了?[：:，, ]*(?!我[是的叫住]|他|她|这|那)/.exec(
    sentence.text,
  )
  if (head === null || /[：:]$/.test(sentence.text)) return
  const from = head[0].length
  const to = trimmedEnd(sentence.text, sentence.text.length)
  if (to - from < INSTRUCTION_MIN_CHARS) return
  tellFrom(sentence, 'instruction', { from, to })
}

interface Named {
  readonly text: string
  readonly from: number
}

const opener = /^(?:另外|还有|对了|好的|嗯|麻烦|那|顺便|同时|并且|而且|[\s：:])*/
const calling =
  /^(?:你(?:可以|以后)?|以后|大家都?|朋友们?都?|同事们?都?|请|就|平时|他们都?)*(?:叫|喊|称呼)我(?:为|做|作)?(?<name>[\u4e00-\u9fa5A-Za-z]{1,10}?)(?:就好|就行|就可以|就是|吧|好了|即可|了)*$/

/** In front of an order: when it holds. */
const leads =
  /^(?:以后|今后|从现在(?:起|开始)|从今(?:以后|往后|天起)|今天起|往后|每次|每当|凡是|只要|当我|如果我|要是我|我问|写代码|回答)[^吗么？]{0,16}$/

function isOrder(text: string): boolean {
  if (!lasting.test(text) && !guarded.test(text)) return false
  return (
    !/^(?:以后|今后|往后)?(?:我们?|他|她|它)(?!说|问|发|贴|写|要求|让|提)/.test(text) &&
    !/(?:吗|么|呢)$/.test(text)
  )
}

const lasting =
  /^(?:你|请你?|麻烦你?)?(?:以后|今后|从现在(?:起|开始)|从今(?:以后|往后|天起)|今天起|往后)[，：]?(?!再说|见|有|的|会|想|就是|还|没|再(?:聊|看|谈|议|来))[^我]|^(?:你|请你?|麻烦你?|都)?(?:始终|永远|务必|一律|总是|一直)(?:用|不要|别|要|使用|以|保持|先|给|把|回答|回复|说|记得)|^请(?:你)?(?:不要|别|勿|务必|始终|一直|总是|都用|一律|尽量|避免|记得|用[^，]{1,12}(?:回答|回复|跟我|和我|交流|称呼|写))|^(?:不要再|别再|永远不要|永远别|千万不要|千万别|不要总是|别总是|不许再)|^(?:别|不要)(?:用|使用|给我|在|加|写)[^，]{2,}|^(?:都|一律)?用[^，]{1,8}(?:回答|回复)(?:我|问题)?$|^(?:回答|回复|答复|输出|写代码|写作|解释|翻译)(?:我|问题|我的问题|时|的时候|代码)*(?:都|请|要|时|一律|尽量)?(?:请)?(?:控制在|限制在|保持|不超过|不要超过|别超过|用|使用|以|简短|简洁|详细|附|加|带|给出|注明|标注)|^(?:请你?|麻烦你?)?(?:把|将)(?:你的|所有)?(?:回答|回复|答复|输出|解释|篇幅|字数|长度)(?:都|尽量|请)*(?:控制|限制|保持|压缩)|^(?:你|请)?每次[^，]*(?:都(?=[要请用先给加把附写得])|先|要(?!是)|请)|^(?:凡是|只要)[^，]*(?:都|就)(?:要|请|用|别)/

/** `删除文件之前一定要先问我`, `写代码的时候别用缩写`. */
const guarded =
  /^(?:遇到|碰到|如果|要是|有)[^，]{1,14}(?:先|请|要|就|一定)+(?:问|告诉|提醒|通知)我|^[^我你他她它，]{2,12}(?:之前|以前|前|时|时候|之后|后)，?(?:都)?(?:一定要|必须|务必|都要|请|先|要先|不要|别|要)/

function trimmedEnd(text: string, end: number): number {
  let to = end
  while (to > 0 && '了吧啊哦呢。 '.includes(text.charAt(to - 1))) to--
  return to
}

function tellFrom(clause: Clause, category: 'preference' | 'instruction', value: Part): void {
  const subject = { parties: ['speaker'], kind: 'speaker', from: value.from, to: value.from } as const
  tell(clause, subject, { category, value })
}
