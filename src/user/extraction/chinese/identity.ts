import { type Clause, mention, type Part, past, phraseAt, type Reader, type Subject, tell } from './clause.js'
import { chineseNameEnd } from './names.js'
import { knownPlaceAt, placeAt } from './places.js'
import { chineseKinOf, isChineseProfession } from './roles.js'

/** Name, age, birthday, home, work, language of whom the clause is about. */
export const readIdentity: Reader = (clause, subject, at) => {
  if (subject.kind === 'thing' || subject.kind === 'team') return -1
  for (const [pattern, read] of predicates) {
    const next = past(pattern, clause, at)
    if (next < 0) continue
    const end = read(clause, subject, next)
    if (end > next) return end
  }
  return -1
}

const predicates: readonly (readonly [RegExp, Reader])[] = [
  [/(?:的)?(?:名字|姓名|全名|本名|大名)?(?:叫做|叫作|名叫|叫)|(?:的)?(?:名字|姓名|全名)(?:是|叫)/y, readName],
  [/(?:快)?(?:满|刚满)?(?=\d{1,3}岁|[一二三四五六七八九十]{1,3}岁)/y, readAge],
  [/(?:的)?(?:年龄|年纪)是/y, readAge],
  [
    /(?:的)?生日(?:是|在|为)?|(?:出)?生于|(?:出生)?(?:是在|在)?(?=\d{2,4}年[^，]{0,8}(?:出生|生的))/y,
    readBirthday,
  ],
  [
    /(?:的)?家(?:就|也)?(?:住|安|搬)?(?:在|到)|住在|住(?![不得过惯])|定居(?:在|于)?|(?:常住|居住|生活|居住在|生活在|落户)(?:在|于)|现居(?:住)?(?:在|于)?|搬(?:家)?(?:到|去|回|来)了?|移居(?:到)?/y,
    readHome,
  ],
  [/从[\u4e00-\u9fa5A-Za-z]{2,10}(?:搬|移居)(?:家)?(?:到|去|回|来)了?/y, readHome],
  [/(?:就职|任职|供职|受雇|效力)于|加入了?|入职了?|(?:[^，跳]{1,12})?跳槽(?:到|去)了?/y, readEmployer],
  [/(?:是)?(?:来自于?|从(?=[^，]{2,8}来))/y, readOrigin],
  [/在/y, readWhere],
  [
    /(?:的)?时区(?:是|为|在|[:：])|(?:处于|位于|在)(?=[东西][一二三四五六七八九十]{1,2}(?:时)?区|[\u4e00-\u9fa5A-Z]{1,4}时区)/y,
    readTimezone,
  ],
  [/(?:这边|这里|这儿)?(?:的)?(?:时间)?(?:用|按|走|在|过|使用|遵循)?(?:的)?(?:是)?(?=\S)/y, readClock],
  [
    /(?:的)?母语(?:是|为)|(?:平时)?(?:说|讲)(?=(?:中文|普通话|英[语文]|法[语文]|德[语文]|日[语文]|韩[语文]|粤语|西班牙语|葡萄牙语|俄语|意大利语|阿拉伯语))/y,
    readLanguage,
  ],
  [
    /(?:的)?(?:职业|工作|身份|岗位|职位|职务)(?:是|为)|(?:担任|当上了?|做的是|从事|任)|当(?=[^时天年])|做(?=[^了过完好])/y,
    readRole,
  ],
  [/是|为/y, readRole],
  [/是|(?<=本人)(?=[\u4e00-\u9fa5])/y, readOwnName],
]

function readName(clause: Clause, subject: Subject, from: number): number {
  // `管理员小李`
  const at = Math.max(
    from,
    past(/[\u4e00-\u9fa5]{0,4}(?:员|师|经理|老师|主任|总监)(?=[小老阿][\u4e00-\u9fa5]$)/y, clause, from),
  )
  const to = chineseNameEnd(clause.text, at)
  const any = past(/(?![你他她它了不别人什怎啥过一])[\u4e00-\u9fa5]{2,4}$/y, clause, at)
  const end = to > at ? to : any
  if (end <= at || subject.kind !== 'speaker') return -1
  tell(clause, subject, { category: 'identity', attribute: 'name', value: { from: at, to: end } })
  return end
}

/** `我是李明`: a name that is all of the rest, and no kind of people. */
function readOwnName(clause: Clause, subject: Subject, at: number): number {
  const to = chineseNameEnd(clause.text, at)
  const isAll = to > at && to === clause.text.length
  if (subject.kind !== 'speaker' || subject.parties.length > 1 || !isAll) return -1
  // slice-ok: whole characters
  if (kindOfPeople.test(clause.text.slice(at, to))) return -1
  tell(clause, subject, { category: 'identity', attribute: 'name', value: { from: at, to } })
  return to
}

const kindOfPeople =
  /[人员师生者家手工粉党控迷身派族男女徒民兵士货客]$|^(?:单身|高兴|万能|安全|白领|金牛|石油|元老)/

function readAge(clause: Clause, subject: Subject, at: number): number {
  const to = past(/(?:\d{1,3}|[一二三四五六七八九十]{1,3})(?=岁)/y, clause, at)
  if (to < 0) return -1
  tell(clause, subject, { category: 'identity', attribute: 'age', value: { from: at, to }, to: to + 1 })
  return to + 1
}

function readBirthday(clause: Clause, subject: Subject, at: number): number {
  const to = past(
    /(?:\d{2,4}年)?(?:农历|阴历)?(?:\d{1,2}|[一二三四五六七八九十]{1,3})月(?:(?:\d{1,2}|[一二三四五六七八九十]{1,3})[日号]?)?|\d{4}[-/.]\d{1,2}[-/.]\d{1,2}/y,
    clause,
    at,
  )
  if (to < 0) return -1
  tell(clause, subject, { category: 'identity', attribute: 'birthday', value: { from: at, to } })
  return to
}

function readHome(clause: Clause, subject: Subject, at: number): number {
  const place = placeAt(clause, at)
  if (place === null) return -1
  tellHome(clause, subject, place)
  return place.to
}

/** Where one is from is not where one lives now. */
function readOrigin(clause: Clause, subject: Subject, at: number): number {
  return clause.draft.includesPast ? readHome(clause, subject, at) : -1
}

function tellHome(clause: Clause, subject: Subject, place: Part): void {
  const object = mention(clause, place, 'place')
  const isOwn = subject.kind === 'speaker' || subject.kind === 'we'
  tell(clause, subject, {
    category: isOwn ? 'identity' : 'relation',
    attribute: 'location',
    value: place,
    relation: { type: 'lives_in', object },
  })
}

export function tellEmployer(clause: Clause, subject: Subject, employer: Part): void {
  const object = mention(clause, employer, 'organisation')
  const isOwn = subject.kind === 'speaker' || subject.kind === 'we'
  tell(clause, subject, {
    category: isOwn ? 'identity' : 'relation',
    attribute: 'employer',
    value: employer,
    relation: { type: 'works_at', object },
  })
}

function readEmployer(clause: Clause, subject: Subject, at: number): number {
  const part = phraseAt(clause, at, /(?:担任|做|当|工作|上班|的|了|团队|项目)/g)
  if (part === null || noEmployer.test(clause.text.slice(part.from, part.to))) return -1 // slice-ok: whole characters
  if (/^(?:的)?(?:团队|项目)/.test(clause.text.slice(part.to))) return -1 // slice-ok: a pattern reads it
  tellEmployer(clause, subject, part)
  return part.to
}

const noEmployer =
  /(?:[^\s]组|部|部门)$|^(?:我|你|他|她|这|那|一|家|家里|外地|外面|国外|线上|讨论|会议|群|队|公司|单位)/

/** `在腾讯做后端开发`, `在上海生活`, `在谷歌上班`. */
function readWhere(clause: Clause, subject: Subject, at: number): number {
  const { text } = clause
  const verb =
    /(?:这?家公司|公司|集团)?(?:工作|上班|任职|就职|供职|实习|当|做|担任|负责|生活|居住|定居|长住|教|住)/g
  verb.lastIndex = at
  const match = verb.exec(text)
  if (match === null || match.index - at > 24 || match.index === at) return -1
  let to = match.index
  const company = /^(?:公司|集团)/.exec(match[0])
  if (company !== null) to += company[0].length
  const does = match[0].replace(/^(?:这?家公司|公司|集团)/, '')
  const place = knownPlaceAt(clause, at)
  const isPlace = place !== null && place.to >= to && /[\u4e00-\u9fa5]/.test(text.charAt(at))
  if (/^(?:生活|居住|定居|长住|住)$/.test(does)) {
    const home = place ?? { from: at, to }
    if (home.to !== to) return -1
    tellHome(clause, subject, home)
    return verb.lastIndex
  }
  const isWork = /^(?:工作|上班|任职|就职|供职|实习|当|做|担任|教)$/.test(does)
  if (!isWork) return -1
  const part = { from: at, to }
  const name = text.slice(at, to) // slice-ok: whole characters
  const called = /^(?:一家|一个)?(?:叫|名叫)([^的]{2,16})的/.exec(name)
  if (called?.[1] !== undefined) {
    const from = at + name.indexOf(called[1])
    tellEmployer(clause, subject, { from, to: from + called[1].length })
  } else if (
    !isPlace &&
    !indefinite.test(name) &&
    to - at >= 2 &&
    !/^(?:家里?$|这|那|外面|外地|里面|网上|线上|群里|国外|一(?!家))/.test(name) &&
    !/[里上下面中]$/.test(name) &&
    !generic.test(name) &&
    !/[我你他她过的]|^(?:电脑|手机|网上|心里)/.test(name)
  ) {
    tellEmployer(clause, subject, /^一家/.test(name) ? { from: at + 2, to } : part)
  }
  if (does === '当' || does === '做' || does === '担任') {
    const end = readRole(clause, subject, verb.lastIndex)
    if (end > 0) return end
  }
  return verb.lastIndex
}

/** What stands before `的` and is no organisation: what kind of people, or when. */
const noOwner =
  /团队|项目|小组|部门|这里|那里|[我你他她它过最很太真更]|优秀|好的?$|厉害|出色|普通|专业|年轻|退休|兼职|全职|业余|有名|著名|资深|今年|去年/

/** `一家数据公司`: some company or other. */
const indefinite =
  /^一[家个所间].{0,16}(?:公司|企业|机构|银行|工厂|医院|学校|中学|小学|大学|集团|店|餐厅|咖啡馆|工作室|事务所|律所|幼儿园)$/

const generic =
  /^(?:一[所家个])?(?:中学|小学|大学|高中|初中|学校|公司|医院|银行|工厂|国企|外企|私企|创业公司|互联网公司|大厂|机关|政府|幼儿园|本地|老家|线下|当地)$/

/** `用的是北京时间`, `这边是UTC+8`, which is all of the clause: not `北京时间早上九点`. */
function readClock(clause: Clause, subject: Subject, at: number): number {
  const to = past(clocks, clause, at)
  if (to < 0) return -1
  tell(clause, subject, { category: 'identity', attribute: 'timezone', value: { from: at, to } })
  return to
}

const clocks =
  /(?:(?:北京|东京|首尔|香港|台北|新加坡|印度|莫斯科|柏林|巴黎|伦敦|纽约|悉尼|美东|美西|太平洋|欧洲中部|格林[尼威]治|东部|西部|中部)(?:标准)?时间|(?:UTC|GMT)(?:[+\-−]\d{1,2}(?::\d\d)?)?|[A-Z][a-z]{2,12}\/[A-Z][A-Za-z_]{2,20})(?=$|的?(?:工作|作息|办公|上班|生活)|时区)/y

function readTimezone(clause: Clause, subject: Subject, at: number): number {
  const part = phraseAt(clause, at)
  if (part === null || /什么|哪|不/.test(clause.text.slice(part.from, part.to))) return -1 // slice-ok: whole characters
  tell(clause, subject, { category: 'identity', attribute: 'timezone', value: part })
  return part.to
}

function readLanguage(clause: Clause, subject: Subject, at: number): number {
  const part = phraseAt(clause, at, /也|还/g)
  if (part === null) return -1
  const isMore = /[也还]/.test(clause.text.slice(subject.to, at)) // slice-ok: a pattern reads it
  tell(clause, subject, { category: 'identity', attribute: isMore ? null : 'language', value: part })
  return part.to
}

/** `一名护士`, `腾讯的产品经理`. */
function readRole(clause: Clause, subject: Subject, at: number): number {
  const { text } = clause
  if (subject.kind === 'we' || subject.parties.length > 1) return -1
  const from = past(/(?:了)?(?:一)?[名位个]?(?:的)?/y, clause, at)
  const part = phraseAt(
    clause,
    Math.max(from, at),
    /(?:，|并|兼|、|已经|有[\d一二两三四五六七八九十]|快[\d一二两三四五六七八九十]|[\d一二两三四五六七八九十]+年)/g,
  )
  if (part === null) return -1
  const of = text.lastIndexOf('的', part.to - 1)
  const begin = of > part.from ? of + 1 : part.from
  const role = text.slice(begin, part.to) // slice-ok: whole characters
  if (text.slice(part.from, begin) === '你的') return -1 // slice-ok: a pattern reads it
  if (!isChineseProfession(role) || role.length > 14 || /^[不没]/.test(role)) return -1
  const owner = of > part.from ? text.slice(part.from, of) : '' // slice-ok: whole characters
  // `我的经理` says whose manager somebody is
  if (/^(?:我|他|她)$/.test(owner) && chineseKinOf(role) !== undefined) return -1
  if (
    owner !== '' &&
    /^(?:我|我们|咱们|他|她|他们)$/.test(owner) === false &&
    /[\u4e00-\u9fa5A-Za-z]{2,}/.test(owner)
  ) {
    if (owner.length <= 14 && !noOwner.test(owner)) tellEmployer(clause, subject, { from: part.from, to: of })
  }
  tell(clause, subject, {
    category: 'identity',
    attribute: subject.kind === 'speaker' ? 'profession' : 'role',
    value: { from: begin, to: part.to },
  })
  return part.to
}
