import { type Clause, type Part, past } from './clause.js'

const cities =
  /(?:北京|上海|广州|深圳|杭州|南京|苏州|成都|重庆|武汉|西安|天津|长沙|郑州|青岛|大连|厦门|宁波|无锡|合肥|福州|济南|沈阳|哈尔滨|长春|昆明|贵阳|南宁|海口|三亚|珠海|佛山|东莞|石家庄|太原|南昌|兰州|银川|西宁|乌鲁木齐|拉萨|呼和浩特|香港|澳门|台北|台湾|高雄|常州|温州|绍兴|嘉兴|泉州|烟台|扬州|徐州|桂林|丽江|大理|洛阳|东京|大阪|京都|首尔|釜山|新加坡|曼谷|吉隆坡|雅加达|河内|伦敦|巴黎|柏林|慕尼黑|汉堡|法兰克福|罗马|米兰|马德里|巴塞罗那|里斯本|阿姆斯特丹|布鲁塞尔|维也纳|苏黎世|日内瓦|莫斯科|纽约|洛杉矶|旧金山|西雅图|波士顿|芝加哥|华盛顿|硅谷|休斯顿|多伦多|温哥华|蒙特利尔|悉尼|墨尔本|奥克兰|迪拜|开罗|斯德哥尔摩|哥本哈根|奥斯陆|赫尔辛基|都柏林|爱丁堡|中国|美国|英国|法国|德国|日本|韩国|加拿大|澳大利亚|澳洲|新西兰|意大利|西班牙|葡萄牙|荷兰|瑞士|瑞典|挪威|丹麦|芬兰|印度|泰国|越南|马来西亚|俄罗斯|巴西|广东|浙江|江苏|四川|山东|河南|湖北|湖南|福建|安徽|河北|陕西|辽宁|吉林|黑龙江|江西|云南|贵州|广西|海南|山西|甘肃|内蒙古|新疆|西藏)(?:[\u4e00-\u9fa5]{1,4}?[市省区县镇村路街])?[市省区县]?/y

const named =
  /[\u4e00-\u9fa5]{1,6}?(?:市|省|区|县|镇|村|州|岛)(?![\u4e00-\u9fa5]*公司)|[A-Z][A-Za-z'’-]{1,24}(?: [A-Z][A-Za-z'’-]{1,24}){0,2}/y

const any = /[\u4e00-\u9fa5]{2,6}(?=$|[了的啦吧呢、和\s])/y

/** A place that is known or says that it is one. */
export function knownPlaceAt(clause: Clause, at: number): Part | null {
  const city = past(cities, clause, at)
  if (city > at) return { from: at, to: city }
  const to = past(named, clause, at)
  return to > at ? { from: at, to } : null
}

/** Behind a verb that only places follow, any word. */
export function placeAt(clause: Clause, at: number): Part | null {
  const known = knownPlaceAt(clause, at)
  if (known !== null) return known
  const to = past(any, clause, at)
  if (to < 0 || noPlace.test(clause.text.slice(at, to))) return null // slice-ok: whole characters
  let end = to
  while (end > at + 1 && '了的啦吧呢'.includes(clause.text.charAt(end - 1))) end--
  return { from: at, to: end }
}

const noPlace =
  /[我你他她它们的]|(?:家|公寓|房间|房子|对面|那儿|这儿|宿舍|酒店|楼|里|边|起)$|^(?:这里|那里|这边|那边|家里|一起|学校|宿舍|酒店|公司|附近|城里|乡下|农村|郊区|市区|楼上|楼下|隔壁|医院|外面|哪|一个|一楼|二楼|新家|新房|别人|我家|他家|她家|父母家)/
