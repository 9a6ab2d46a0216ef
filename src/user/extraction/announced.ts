/** Behind `here is the page:`, or -1: what follows is that page. */
export function announcedAt(text: string, begin: number, end: number): number {
  for (let at = colonBefore(text, end, begin); at >= 0; at = colonBefore(text, at, begin)) {
    // slice-ok: a pattern reads it
    const said = text.slice(Math.max(begin, at - ANNOUNCEMENT_MAX_CHARS), at)
    if (mailed.test(said) || cited.test(said) || isReported(said)) return at + 1
    if (own.test(said)) return -1
    if (brought.test(said) || (isBlank(text, at + 1, end) && quoting.test(said))) return at + 1
    if (end - at > 4 * ANNOUNCEMENT_MAX_CHARS) return -1
  }
  return -1
}

/** What is long is no announcement: only the last of it is looked at. */
const ANNOUNCEMENT_MAX_CHARS = 160

function colonBefore(text: string, at: number, begin: number): number {
  const limit = Math.max(begin, at - 4 * ANNOUNCEMENT_MAX_CHARS)
  for (let back = at - 1; back >= limit; back--) {
    const unit = text.charCodeAt(back)
    if (unit === 0x3a || unit === 0xff1a) return back
  }
  return -1
}

/** What is to be remembered, or is told to hold, is the writer's. */
const own =
  /\b(?:remember|save|note|store|keep|memori[sz]e|know|decision|from now on|always|never|prefer)\b|记住|记得|记一下|保存|备注|以后|决定/i

const brought =
  /\b(?:here(?:['’]s| is| are)|this is|these are|below is|below are|from|in|got|found|see|attached) (?:the|a|an|this|that|his|her|their|its|some|what|all) (?:[\w-]{1,20} ){0,4}?(?:page|webpage|website|article|mail|e-?mail|message|text|post|thread|ticket|issue|logs?|output|transcript|document|doc|file|readme|snippet|excerpt|paragraph|passage|comments?|review|letter|contents?|response|reply|quote|chat|conversation|code|error|trace|newsletter|lyrics|poem|listing|ad|announcement|press release|abstract|paper|report|changelog|diff|prompt|notes|minutes)(?: [\w@.-]{1,30}){0,4}$|(?:这是|以下是|下面是|以下为|下面这|附上)[^，。：]{0,16}(?:内容|网页|页面|文章|邮件|文档|日志|消息|聊天记录|代码|报错|评论|帖子|公告|通知|新闻|合同|原文|文字|这段话|会议记录)$/i

/** `Email from Tom`, `a note by Ana Berg`. */
const mailed =
  /(?:^|\b(?:an?|the|this|new|my) )(?:e-?mail|mail|message|letter|note|text|sms|dm|reply|answer|post|comment|review) (?:from|by) [^.:!?]{1,60}$|\b(?:wrote|sent|forwarded|e-?mailed|texted|messaged) (?:me|us)(?: [\w’'-]{1,20}){0,4}$/i

/** `The test sentence is`, `the draft of the mail`. */
const cited =
  /(?:^|\b(?:the|this|a|an|my|our|first|second|next|following) )(?:[\w-]{1,20} ){0,3}?(?:sentence|phrase|paragraph|passage|string|caption|quote|quotation|lyrics|fixture|draft|template|prompt|example (?:text|input|message)|(?:test|sample|dummy) (?:text|input|message|data))s?(?: (?:to|for|of|in) [\w -]{1,30})?(?: (?:is|are|was|were|reads?|goes|says))?$/i

/** Somebody else says what stands behind the colon. */
function isReported(said: string): boolean {
  return (
    (reported.test(said) && !byMe.test(said)) || (chineseReported.test(said) && !byMeInChinese.test(said))
  )
}

const reported =
  /\b(?:says|said|reads|wrote|writes|states|stated|replied|answered|returned|returns|responded|printed|prints|posted|commented|announced|claims|claimed|texted|messaged|e-?mailed|(?:told|wrote|asked) (?:me|us|everyone)|(?:my|his|her|their|the|our|\p{L}{1,30}['’]s|\p{L}{1,30}s['’]) (?:[\w-]{1,20} ){0,3}?(?:message|mail|e-?mail|note|reply|answer|comment|post|tweet|review|letter|exact words|words|instructions)|(?:output|results?|response|contents?|reply|logs?|transcript|text|body|excerpt|stdout|message|mail|e-?mail|quote|answer|instructions) (?:of|from|by) [^.:!?]{1,60}|(?:tool|command|search|script|terminal|model|api|server) (?:output|results?|response|reply|message))(?: back)?$/iu
/** `I said`, `my note`, `my answer`: the writer's own. */
const byMe =
  /\b(?:I|we)(?:['’](?:ve|d)| have| had)?(?: (?:just|also|always|already|once|previously|actually)){0,2} (?:said|wrote|stated?|replied|answered|posted|commented|claim(?:ed)?|announced|texted|messaged|e-?mailed|told (?:you|them|everyone))(?: back)?$|\b(?:my|our) (?:[\w-]{1,20} )?(?:message|mail|e-?mail|note|reply|answer|comment|post|tweet|review|letter|exact words|words|instructions)$/i

const chineseReported =
  /(?:原文(?:如下)?|内容如下|原话(?:是|如下)?|写道|写着|回复(?:说|道)?|发来的?(?:消息|邮件)?|转发的?|(?:领导|老板|上司|经理|主管|同事|客户|老师|甲方|对方|公司|医生|朋友|他们?|她们?|妈妈?|爸爸?|妻子|丈夫|老婆|老公|邮件|消息|短信|微信|网页|网站|文章|文档|系统|工具|模型|程序|搜索|页面|通知|公告)[^，。：；]{0,8}(?:要求|说道?|表示|通知|返回(?:了|说|的)?|写(?:道|着)?|显示|输出|告诉我们?|的(?:消息|邮件|回复|留言|话|原话|要求)))$/u
const byMeInChinese =
  /我们?(?:的|想|要|刚才?|再|也|一直|曾经?)?(?:原话|说道?|要求|写道|回复|表示|意思)(?:是|如下)?$/u

const quoting =
  /\b(?:says|said|reads|wrote|writes|states|goes|replied|answered|returned|printed|prints|below|the following|verbatim)$|\b(?:summari[sz]e|shorten|translate|rewrite|rephrase|paraphrase|proofread|explain|review|edit|correct|simplify|condense|polish|improve|analy[sz]e|tl;?dr)\b[^.:]{0,60}$|(?:原文|写道|写着|说道|回复道|内容如下|翻译|润色|总结|缩短|改写|解释|校对)[^，。：]{0,12}$/i

function isBlank(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (text.charCodeAt(at) > 0x20) return false
  return true
}
