import { isTool } from '../english/tools.js'
import type { Clause } from './clause.js'
import { chineseNameEnd, foreignNameAround, isFamilyName } from './names.js'

/**
 * Names whom and what a sentence surely names, where nothing need be stated of them: a name with a family name behind
 * `和`, `见了`, `找` and the like, a foreign name with its dot, `Apollo项目`.
 */
export function noteChineseNames({ draft, text, start }: Clause): void {
  positions.lastIndex = 0
  let looks = 0
  for (let match = positions.exec(text); match !== null; match = positions.exec(text)) {
    if (looks++ > LOOKS_MAX) break
    let at = positions.lastIndex
    for (let end = nameEnd(text, at); end > at; end = nameEnd(text, at)) {
      draft.note([start + at, start + end], 'person')
      const next = /^[和跟与、及]/.test(text.charAt(end)) ? end + 1 : end
      positions.lastIndex = next
      at = next
      if (next === end) break
    }
  }
  dots.lastIndex = 0
  for (let match = dots.exec(text); match !== null; match = dots.exec(text)) {
    const { from, to } = foreignNameAround(text, match.index)
    if (from < match.index && to > match.index + 1) draft.note([start + from, start + to], 'person')
    dots.lastIndex = Math.max(to, match.index + 1)
  }
  projects.lastIndex = 0
  for (let match = projects.exec(text); match !== null; match = projects.exec(text)) {
    const name = match[1] ?? ''
    if (isTool(name.toLowerCase()) || /^(?:Web|Java|App|Demo|Code|Open)/.test(name)) continue
    draft.note([start + match.index, start + match.index + match[0].length], 'project')
  }
}

/** A sentence has no more places where a name may stand. */
const LOOKS_MAX = 30

const positions =
  /见了|见到|遇到了?|碰到了?|联系了?|感谢|谢谢|请教|通知|提醒|拜访|采访|[和跟与找约见问陪@]|\b(?:with|and|met|from|by) /g
const dots = /[·・]/g
const projects = /(?<![A-Za-z])([A-Z][a-z]{3,20}(?: [A-Z][a-z]{2,20})?) ?项目/g

/** A name of three characters or two where a verb or a mark follows, or with what one is called behind it. */
function nameEnd(text: string, at: number): number {
  if (at >= text.length || !isFamilyName(text.slice(at, at + 2))) return -1 // slice-ok: whole characters
  if (words.test(text.slice(at, at + 2))) return -1 // slice-ok: whole characters
  for (const length of [3, 2]) {
    const name = text.slice(at, at + length) // slice-ok: whole characters
    const isWhole = name.length === length && given.test(name)
    if (isWhole && isBehind(text, at + length)) return at + length
  }
  const end = chineseNameEnd(text, at)
  return end > at + 2 && called.test(text.slice(at, end)) ? end : -1 // slice-ok: whole characters
}

const given =
  /^[\u4e00-\u9fa5](?:(?![的是和跟与在住叫也都向有对用了说做我你他她们吃聊谈去喝打开会讨一这那个不没过来到])[\u4e00-\u9fa5]){1,2}$/
const called = /(?:经理|老师|总监|总|工|医生|教授|主任|博士|先生|女士|小姐|师傅|律师|同学)$/

function isBehind(text: string, at: number): boolean {
  return behind.test(text.slice(at, at + 2)) // slice-ok: a pattern reads it
}

const behind =
  /^(?:$|[、，,。和跟与及\s@]|一起|一块|吃|聊|开会|开了|讨论|见面|见了|说|谈|去|喝|打|通话|通了|商量|确认|在|也|都|的)/

/** Words that begin like a name. */
const words =
  /^(?:高兴|高级|高中|高手|高层|高速|方便|方法|方案|方面|方向|马上|马路|石头|金额|金融|金钱|黄色|黄金|白天|白色|江南|江苏|江西|海南|安全|安排|安静|平时|平台|平常|钱包|常见|常用|成功|成本|成员|成绩|万一|于是|任务|任何|余额|温度|温暖|水平|程序|程度|时间|时候|时代|谢谢|文章|文件|文化|文字|关系|关于|关键|单位|项目|花费|包括|包装|左右|阳光|周末|周[一二三四五六日天围年期边]|田野|胡说|宁静|严重|严格|元素|卫生|费用|席位|司机|司法|路上|路人|古代|古典|古老|毛病|毛衣|史料|杜绝|雷达|雷同|康复|龙头|武器|武术|戴着|戴上|孔子|易于|施工|安装|季度|章节|毕业|毕竟|解决|童年|童话|游戏|游客|曲子|何时|何种|何必|林业|罗列|宋代|唐代|韩国|韩语|曾经|叶子|丁香|钟头|陆续|陆地|范围|夏天|夏季|付款|付费|熊猫|段落|黎明|陶瓷|顾客|顾问|华为|华语|管理|舒服|凌晨|纪念|纪律|卫星|查看|查询|包子|吉他|米饭)/
