import { clip } from '../../text/clip.js'
import type { JunkReason } from './junk-reason.js'
import { isProgramOutput } from './program-output.js'

/**
 * Why a text by itself is no memory; undefined where it may be one. Looks at its beginning only, so that the cost of
 * a long text is that of a short one. In doubt it is none: junk is counted to be acted on.
 */
export function junkOf(text: string): JunkReason | undefined {
  const head = clip(text, LOOK_CHARS).trim()
  if (!/[\p{L}\p{N}]/u.test(head)) return 'empty'
  const isShort = head.length <= SHORT_CHARS
  if (isShort && HEARTBEAT.test(head)) return 'heartbeat'
  if (SYSTEM_PROMPT.some((form) => form.test(head))) return 'system_prompt'
  if (ECHO.some((form) => form.test(head))) return 'echo'
  if (isProgramOutput(head)) return 'tool_output'
  if (isBoilerplate(head)) return 'boilerplate'
  if (isShort && (isAcknowledgement(head) || VAGUE.some((form) => form.test(head)))) return 'vague'
  if (isShort && PLACEHOLDER.test(head)) return 'placeholder'
  return undefined
}

/** Half of it or more. A useful answer may end in a courtesy. */
function isBoilerplate(text: string): boolean {
  if (!BOILERPLATE.test(text)) return false
  const total = text.length
  let courtesy = 0
  for (const sentence of text.split(/(?<=[.!?。！？])\s*|\n+/)) {
    if (BOILERPLATE.test(sentence)) courtesy += sentence.length
  }
  return courtesy * 2 >= total
}

/** `ok, thanks!`: courtesies, however many of them. */
function isAcknowledgement(text: string): boolean {
  const words = text
    .toLowerCase()
    .split(/[\s.,!。，！、~]+/)
    .filter((word) => word !== '')
  return words.every((word) => COURTESIES.has(word))
}

const COURTESIES: ReadonlySet<string> = new Set(
  (
    'ok okay yes yep no nope sure thanks thank you thx hi hello hey great cool nice done got it test testing good ' +
    'morning evening night bye understood noted please continue go on 好 好的 谢谢 嗯 嗯嗯 你好 收到 明白 明白了 知道了 继续 测试'
  ).split(' '),
)

const LOOK_CHARS = 4_000
const SHORT_CHARS = 300

const HEARTBEAT = new RegExp(
  [
    String.raw`\bheartbeat(?:[_ ](?:ok|check|poll|received|acknowledged|triggered))\b`,
    String.raw`^\W*(?:heartbeat|no_reply)\W*$`,
    String.raw`^(?:the )?(?:cron|scheduled|periodic|background) (?:job|task|check|run|poll)\b.{0,80}\b(?:ran|run|completed|triggered|finished|executed|succeeded|started|fired)\b`,
    String.raw`^(?:there (?:are|were) )?no (?:new|pending|unread) (?:messages|e-?mails|events|updates|notifications|tasks|changes)\b`,
    String.raw`^(?:all )?(?:systems?|services|checks) (?:are |is )?(?:nominal|operational|healthy|green|idle)\b`,
    String.raw`^(?:nothing (?:new )?to report|health ?check (?:passed|ok|succeeded))\b`,
    '^(?:心跳|定时任务.{0,20}(?:执行|完成|触发)|没有新(?:消息|邮件|通知)|一切正常)',
  ].join('|'),
  'i',
)

const SYSTEM_PROMPT = [
  /^\W{0,20}you are (?:an?|the) [^.\n]{0,80}\b(?:assistants?|agent|ai|chatbot|language model)\b/i,
  /^\W{0,20}(?:system prompt|system message|developer message)\b\W/i,
  /^\s*<\/?(?:system|system-reminder|instructions|system_prompt)>/i,
  /^(?:the |this )?(?:ai )?(?:assistant|agent|ai)(?:'s (?:name|role|persona|identity|job|purpose|workspace) is| (?:is (?:an? (?:ai|personal|helpful|virtual)|instructed|configured|required|expected|supposed|named|called|designed|prohibited|running)|must|should|follows|operates|identifies as))\b/i,
  /\b(?:SOUL|IDENTITY|AGENTS|HEARTBEAT|BOOTSTRAP|TOOLS)\.md\b/,
  /^(?:你是(?:一个|一名)?.{0,20}(?:助手|助理|智能体|机器人)|系统提示词?[:：]|(?:助手|智能体)(?:必须|应该|应当|被要求))/,
]

const ECHO = [
  /<\/?(?:recalled|relevant|retrieved)?[-_ ]?memor(?:y|ies)\b[^>]{0,120}>/i,
  /^\W{0,20}(?:relevant|recalled|retrieved|related) memor(?:y|ies)\b/i,
  /^(?:based on|according to|from) (?:my|your|the|our) (?:(?:stored|recalled|saved) )?(?:memor(?:y|ies)|(?:previous|past|earlier) conversations?)\b/i,
  /^(?:the )?user(?:'s)? (?:memor(?:y|ies) (?:contains?|includes?|shows?|states?)|was reminded|has been reminded)\b/i,
  /^(?:as you (?:mentioned|told me|said) (?:before|earlier|previously)|i (?:remember|recall) that you)\b/i,
  /^(?:根据(?:我的|你的|已有的)?(?:记忆|历史对话)|相关记忆|我记得你(?:说|提)过|正如你之前(?:说|提到)的)/,
]

const BOILERPLATE = new RegExp(
  [
    String.raw`\b(?:let me know|feel free to (?:ask|reach out)|don't hesitate to)\b.{0,60}\b(?:need|have|questions?|help|further|else|ask|contact)\b`,
    String.raw`\bi hope (?:this|that) helps\b`,
    String.raw`\bis there anything else (?:i can|you)\b`,
    String.raw`\bhow (?:can|may) i (?:help|assist) you\b`,
    String.raw`\bas an ai(?: language)? (?:model|assistant)\b`,
    String.raw`\bi(?:'m| am) sorry,? but i (?:can't|cannot|can not|am unable)\b`,
    String.raw`\ball rights reserved\b`,
    String.raw`\bthis (?:e-?mail|message) (?:and any attachments )?(?:is|are|may be) confidential\b`,
    String.raw`\b(?:unsubscribe from|accept all cookies|terms of service and privacy policy)\b`,
    '希望(?:这|以上)?.{0,10}(?:有帮助|能帮到)',
    '还有(?:什么|其他).{0,12}(?:帮|问题)',
    '作为(?:一个|一名)?(?:AI|人工智能)',
    '(?:抱歉|对不起)[，,]?我(?:无法|不能)',
  ].join('|'),
  'i',
)

const VAGUE = [
  /^(?:the )?user (?:asked|asks|wants?|wanted|inquired|requested|is asking|said|mentioned|expressed|greeted|thanked|likes?|needs?|acknowledged|confirmed|agreed|responded|replied)(?: (?:about|for|to|with|the|assistant|an?|question|help|something|information|hello|hi|it|this|that|gratitude|interest|agreement|know|more|details|assistance|things?))*\W*$/i,
  /^(?:用户(?:问了|说了|想要|想|需要|表示|确认|同意|感谢)(?:一个问题|问题|帮助|一下|什么|了)?)[。！\s]*$/,
  /^(?:he|she|it|they|this|that)(?: \w+){1,2}\W*$/i,
]

const PLACEHOLDER =
  /\b(?:john|jane) doe\b|\blorem ipsum\b|\b(?:user|name|test|your\.?name)@example\.com\b|\b123 main st(?:reet)?\b/i
