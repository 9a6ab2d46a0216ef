/** Family names, by how common they are. */
const families =
  '王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许韩邓冯曹彭曾肖田董潘袁蔡蒋余于杜叶程魏苏吕丁任卢姚沈钟姜崔谭陆范汪廖石金韦贾夏付方邹熊白孟秦邱侯江尹薛阎段雷龙黎史陶贺毛郝顾龚邵万覃武钱戴严莫孔汤康易乔赖文庞樊兰殷施洪翟安颜倪温季俞章鲁葛毕聂焦柳邢岳齐梅庄辛管祝左涂谷祁时舒耿牟卜詹关苗凌费纪靳盛童欧甄项曲游裴席卫查屈鲍覃霍翁隋植甘景薄包司柏宁柯阮桂闵柴华冉辜吉饶刁瞿戚丘古米池滕晋苑邬臧畅宫嵇'
const compounds = [
  '欧阳',
  '司马',
  '上官',
  '诸葛',
  '东方',
  '皇甫',
  '尉迟',
  '公孙',
  '慕容',
  '令狐',
  '宇文',
  '司徒',
  '南宫',
  '端木',
]

/** Japanese family names of two and three characters; what is a place as well needs a given name. */
const japanese =
  /(?:佐佐木|长谷川|田中|佐藤|铃木|鈴木|高桥|高橋|渡边|渡辺|渡邊|伊藤|山本|中村|小林|加藤|吉田|山田|松本|井上|木村|斋藤|斎藤|清水|山崎|池田|桥本|橋本|阿部|前田|藤田|小川|冈田|岡田|村上|近藤|坂本|远藤|遠藤|青木|藤井|西村|太田|三浦|藤原|松田|中岛|中島|原田|小野|田村|竹内|金子|中山|上田|森田|柴田|酒井|工藤|宫本|内田|高木|安藤|谷口|大野|丸山|今井|武田|藤本|杉山|增田|平野|大塚|久保|松井|岩崎|野口|菅原|木下|佐野|野村|新井)(?:先生|女士|小姐|桑|老师)?|(?:山口|石川|福田|石井|宫崎|千叶|上野|横山|中野|本田)(?=[\u4e00-\u9fa5]{2})/y

const noGiven =
  /[的是和跟与在住叫也都向有对用了说做我你他她们这那个管带指教写开任]|汇报|负责|工作|结婚|合作|加入|领导|主管|喜欢/

function japaneseEnd(text: string, at: number): number {
  japanese.lastIndex = at
  if (!japanese.test(text)) return -1
  const family = japanese.lastIndex
  for (const given of [3, 2, 1, 0]) {
    const end = family + given
    if (!isHanRun(text, at, end) || !isFollowed(text, end)) continue
    if (noGiven.test(text.slice(family, end))) continue // slice-ok: whole characters
    return end
  }
  return -1
}

/** Whether a word begins with a family name. */
export function isFamilyName(text: string): boolean {
  return familySet.has(text.charAt(0)) || compoundSet.has(text.substring(0, 2)) // slice-ok: whole characters
}

/** Characters that foreign names are written with: `瑞秋`, `克里斯`. */
const foreign =
  '阿艾安奥巴贝本比波伯布查达大戴黛丹道德蒂东杜多恩尔菲弗芙福戈格古哈海汉赫亨华霍基吉加嘉杰金卡凯康柯科克肯拉莱兰朗劳雷蕾里莉丽利丝斯列林琳卢鲁露伦罗洛马玛麦曼梅门蒙米密妮尼娜纳南内诺欧帕派佩皮普奇琪乔钱切琼瑞若萨塞赛莎山珊史舒斯苏索塔泰汤特提托瓦万威韦维薇温沃乌西希夏谢辛雪雅亚延伊依英约泽扎詹珍朱兹佐崔比崔秋洁迪黛萝茜贾茱蒂芬葛姬娅翠凡登顿逊森生德崴惠图宾昂芮娃缇妲汀丁夫劳黎迈梵弥莉'
const foreignSet: ReadonlySet<string> = new Set(foreign)
const compoundSet: ReadonlySet<string> = new Set(compounds)
const familySet: ReadonlySet<string> = new Set(families)

const honorifics = [
  '经理',
  '老师',
  '总监',
  '总',
  '工',
  '医生',
  '教授',
  '主任',
  '博士',
  '先生',
  '女士',
  '小姐',
  '师傅',
  '哥',
  '姐',
  '律师',
  '院长',
  '校长',
  '局长',
  '部长',
  '队长',
  '组长',
  '主管',
  '导师',
  '师兄',
  '师姐',
  '同学',
  '叔',
  '阿姨',
  '奶奶',
  '爷爷',
  '董',
]

const honorific = new RegExp(`(?:${honorifics.join('|')})`, 'y')

/** What a name is followed by, when it is no longer: verbs, particles, the end. */
const followers =
  /^(?:去年|前年|上周|上个|昨天|[的是和跟与同、及，,：:；;）)（(“”"'\s。！？!?]|$|向|在|住|叫|今年|也|都|现在|目前|管|带|指|搬|主|每|有|对|用|嫁|娶|结|加入|说|负责|做|汇报|一起|直接|正|刚|已|去年|上|下|来自|毕业|属于|拥有|专|擅|参|兼|就职|任|供职|担任|当|当上|成|离|接|和我|开|讨论|最近|将|会|讲|喜欢|爱|了|吧|一下|合作|两|俩|他|她|这|目前|主攻|主要|统|拍|决|定|审|批|维|牵头|夫|组|团队|共|进行|才|还|就|聊|碰|不|没|原|从|转|被|教|领|分|协|都|换|那|谈|是我)/

/** The end of the name that begins at a place, or -1. */
export function chineseNameEnd(text: string, at: number): number {
  const latin = latinName(text, at)
  if (latin > at) return latin
  const first = text.charAt(at)
  if (first === '小' || first === '老' || first === '阿') {
    const end = at + 2
    if (isHan(text, at + 1) && !noNickname.has(text.charAt(at + 1)) && isFollowed(text, end)) return end
    return -1
  }
  const ofJapan = japaneseEnd(text, at)
  if (ofJapan > at) return ofJapan
  const isCompound = compoundSet.has(text.substring(at, at + 2)) // slice-ok: whole characters
  const family = isCompound ? 2 : familySet.has(first) ? 1 : 0
  if (family > 0) {
    const called = honorificEnd(text, at + family)
    if (called > 0) return called
    for (const given of [2, 1]) {
      const end = at + family + given
      if (!isHanRun(text, at, end) || !isFollowed(text, end)) continue
      if (given === 2 && badEndings.has(text.charAt(end - 1))) continue
      if (badSeconds.has(text.charAt(at + family))) continue
      return Math.max(end, honorificEnd(text, end))
    }
    const titled = at + family + 2
    const end = isHanRun(text, at, titled) ? honorificEnd(text, titled) : -1
    if (end > 0) return end
  }
  return foreignEnd(text, at)
}

/** Behind what one is called, such as `老师`, or -1. */
function honorificEnd(text: string, at: number): number {
  honorific.lastIndex = at
  return honorific.test(text) ? honorific.lastIndex : -1
}

const noNickname = new Set('时的是板家公婆师说学组区队姨哥姐妹弟孩子心事百司伯奶爷爸妈朋年人')
const badEndings = new Set(
  '的是和跟与在住叫也都向有对用了说做嫁娶搬管带教写开任加每负今现目主汇一不没两从由被才又再该决拍审牵维',
)
const badSeconds = new Set('的是和跟与在住叫也都向有对用了说做时候里上下家们个')

/** `瑞秋`, `乔伊·崔比安尼`: two to five such characters, with dots between more. */
function foreignEnd(text: string, at: number): number {
  let to = at
  let run = 0
  while (to < text.length && to - at < 16) {
    const letter = text.charAt(to)
    if (foreignSet.has(letter)) {
      run++
      if (run > 6) return -1
    } else if ((letter === '·' || letter === '・') && run > 0) run = 0
    else break
    to++
  }
  for (let end = to; end > at + 1; end--) {
    if (isFollowed(text, end) && end - at >= 2) return end
  }
  return -1
}

/** The name in foreign characters round a dot: `哈利·波特`. */
export function foreignNameAround(text: string, dot: number): { readonly from: number; readonly to: number } {
  let from = dot
  let to = dot + 1
  while (from > dot - 6 && foreignSet.has(text.charAt(from - 1))) from--
  while (to < dot + 14 && (foreignSet.has(text.charAt(to)) || text.charAt(to) === '·')) to++
  return { from, to }
}

const latin = /[A-Z][A-Za-z\d.'’-]{0,24}(?: [A-Z][A-Za-z\d.'’-]{0,24}){0,3}/y

function latinName(text: string, at: number): number {
  latin.lastIndex = at
  return latin.test(text) ? latin.lastIndex : -1
}

function isFollowed(text: string, at: number): boolean {
  // slice-ok: names end behind a whole Han character
  return followers.test(text.slice(at, at + 4))
}

function isHanRun(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (!isHan(text, at)) return false
  return to <= text.length
}

function isHan(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  return unit >= 0x4e00 && unit <= 0x9fff
}
