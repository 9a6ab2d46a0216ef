import type { Span } from '../../text/span.js'
import type { CueKind, CueSentence } from './cue.js'
import { isFormRequest, isHealth, isPlaceOf, isRule } from './said-patterns.js'
import { withoutLeading } from './without-leading.js'

/** The sentences of a line of Chinese, as the gate weighs them. Linear: every pattern looks at a bounded run. */
export function chineseCues(text: string, [from, to]: Span): CueSentence[] {
  const sentences: CueSentence[] = []
  let start = from
  for (let at = from; at <= to; at++) {
    const isEnd = at === to || ENDS.includes(text.charAt(at))
    if (!isEnd) continue
    const end = Math.min(at + 1, to)
    // slice-ok: at the borders of a sentence
    const said = text.slice(start, end)
    if (LETTER.test(said)) sentences.push(sentenceOf(said, [start, end]))
    start = end
  }
  return sentences
}

const ENDS = '。！？!?；;…'
const LETTER = /[\p{L}\p{N}]/u

function sentenceOf(said: string, span: Span): CueSentence {
  const told: CueKind[] = []
  for (const clause of said.split(/[，,、：:]/)) {
    const kind = toldIn(clause)
    if (kind !== null) told.push(kind)
  }
  const isOwn = SPEAKER.test(said)
  return {
    span,
    isQuestion: QUESTION.test(said),
    words: Math.ceil(said.length / CHARS_PER_WORD),
    told,
    isDated: isOwn && TIME.test(said),
    names: (said.match(LATIN_NAME) ?? []).length,
    you: (said.match(/[你您]/g) ?? []).length,
    isRequest: REQUEST.test(said),
    isCasting: CASTING.test(said),
    isComment: COMMENT.test(said),
    isAdvice: ADVICE.test(said),
    isAhead: AHEAD.test(said),
    isAside: ASIDE.test(said),
    plain: plainCue(said) ?? told.find((kind) => kind !== 'event') ?? null,
  }
}

/** What a clause tells of its speaker; one that goes on without `我` counts where its verb says enough. */
function toldIn(clause: string): CueKind | null {
  if (QUESTION.test(clause) || PASSING.test(clause)) return null
  if (TASTE.test(clause)) return 'preference'
  if (WHO.test(clause)) return 'identity'
  if (PROJECT.test(clause)) return 'project'
  if (SPEAKER.test(clause) && (DONE.test(clause) || TIME.test(clause))) return 'event'
  return null
}

/** What counts by itself, however short. */
function plainCue(said: string): CueKind | null {
  const plain = withoutLeading(said)
  if (isRule(said.trim()) || isRule(plain) || isFormRequest(plain)) return 'preference'
  if (isPlaceOf(plain)) return 'project'
  if (isHealth(plain)) return 'identity'
  if (CORRECTION.test(said)) return 'correction'
  if (CONFIRMATION.test(said)) return 'confirmation'
  return null
}

/** A word of Chinese has about this many characters. */
const CHARS_PER_WORD = 1.6

const SPEAKER = /[我咱俺]/
const QUESTION =
  /[？?]|[吗呢么]\s*[。！]?$|什么|怎么|为什么|如何|哪[里个些儿]|多少|是不是|有没有|能不能|可不可以/
const PASSING =
  /我(?:们)?(?:觉得|认为|以为|希望|想知道|想问|想请|猜|明白|知道|懂|不知道|不明白|需要你|要你|能|可以)|我(?:再)?(?:看看|想想|试试)/
const TASTE =
  /[我咱](?:们|一直|最|很|特别|非常|比较|更|真的|还是|其实|也|都|从来|平时|通常|一般|挺|蛮){0,4}(?:喜欢|偏好|偏爱|热爱|爱[吃喝看听玩]|最爱|讨厌|不爱|不喜欢|受不了|习惯|宁愿|更愿意|不吃|不喝|吃素|过敏)|(?:^|[^一-鿿])(?:喜欢|讨厌|不吃|不喝|习惯|偏好)|对.{1,12}过敏|我的?最?喜[欢爱]|我的爱好/
const WHO =
  /我(?:的名字)?(?:是|叫|姓|来自|住|在.{1,12}(?:工作|上班|读书|上学|读研|任职|教书)|今年.{1,4}岁|有[一两二三四五几]?[个只条位辆套]|毕业于|生于|出生|家在|属于|负责)|我的?(?:妻子|丈夫|老婆|老公|太太|先生|女儿|儿子|孩子|爸|妈|父亲|母亲|哥哥|弟弟|姐姐|妹妹|男朋友|女朋友|老板|经理|同事|生日|名字|狗|猫|公司|专业|职业)|(?:^|[^一-鿿])(?:住在|来自)/
const PROJECT =
  /[我咱](?:们)?(?:团队|公司|小组)?(?:现在|最近|目前|这个月|今年)?(?:正在|在|打算|计划|准备|开始)(?:做|写|开发|搭|建|学|筹备|准备|设计|研究|创业|翻译|整理|重构|装修|备考|考)|我(?:们)?的(?:项目|论文|创业|网站|小说|课题)/
const DONE = /[了过]|刚|曾|已经|一直/
const TIME =
  /\d|[一二三四五六七八九十百千]+(?:年|月|日|号|天|周|岁|次|个月|小时|点)|今天|昨天|前天|明天|后天|上周|下周|上个月|下个月|去年|今年|明年|最近|平时|每天|每周|每年|经常|周末|周[一二三四五六日]|星期/
const LATIN_NAME = /[A-Z][a-z]{2,20}/g
const REQUEST =
  /^\s*(?:请(?!记住|以后|始终|一直)|麻烦|帮|给我|替我|写|翻译|解释|列|总结|生成|告诉我|介绍|推荐|什么|怎么|为什么|如何|能不能|能否|可以|可否|你能|你可以|谁|哪|有没有|分析|比较|继续)/
const CASTING =
  /(?:我(?:想|要|希望)(?:让)?你(?:扮演|充当|作为|来当)|扮演|你(?:现在)?是一[个名位]|假设你是|假装)/
const COMMENT = /^\s*(?:这|那|它|不错|太好了|好的|谢谢|真)/
const ADVICE = /建议|推荐|技巧|点子|主意|例子/
const AHEAD = /我(?:会|将|要去|就去)|等.{1,6}再/
const ASIDE = /顺便|对了|话说|说起来|另外/
const CORRECTION =
  /说错了|更正|纠正一下|我(?:的)?意思(?:其实)?是|我是说|^\s*(?:不对|不是的?|错了)[，,。！!]|不再.{1,12}了|已经不.{1,12}了|改(?:成|为|到)了/
const CONFIRMATION = /^\s*(?:对|对的|是的|没错|正是|正确|嗯|就是这样|确实)(?:[，,。！!]|$)/
