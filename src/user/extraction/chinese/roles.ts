/** What somebody is by work, by the end of the word. */
const ends =
  /(?:工程师|设计师|程序员|开发者?|经理|总监|主管|老师|教师|教授|医生|护士|律师|记者|编辑|作家|作者|画家|歌手|演员|导演|厨师|司机|会计|翻译|顾问|分析师|架构师|科学家|研究员|研究生|博士生|博士后|硕士生|大学生|学生|实习生|助理|秘书|负责人|组长|队长|院长|校长|主任|主席|总裁|总经理|董事长|创始人|合伙人|老板|店长|摄影师|建筑师|药剂师|心理咨询师|咨询师|理发师|警察|消防员|军人|公务员|农民|工人|销售|运营|产品|测试|前端|后端|运维|财务|人事|行政|法务|市场|自由职业者|插画师|培训师|教练|飞行员|空姐|收银员|服务员|快递员|外卖员|保安|模特|牙医|兽医|技师|技术员|操作员|采购|美工|主播|博主|首席[\u4e00-\u9fa5]{1,4}官|CEO|CTO|CFO|COO|PM|HR|DBA|SRE|QA|VP)$/i

export function isChineseProfession(text: string): boolean {
  return ends.test(text)
}

/** Roles that only a table or an owner tells: `我的助手`. */
export interface ChineseKinship {
  readonly type:
    | 'spouse_of'
    | 'sibling_of'
    | 'friend_of'
    | 'works_with'
    | 'parent_of'
    | 'reports_to'
    | 'mentors'
  /** From the one described to the owner: `我妈妈` is parent_of me. */
  readonly isInverse: boolean
  readonly gender: 'she' | 'he' | null
}

const kin = new Map<string, ChineseKinship>()

function add(
  words: string,
  type: ChineseKinship['type'],
  isInverse: boolean,
  gender: ChineseKinship['gender'] = null,
): void {
  for (const word of words.split(' ')) kin.set(word, { type, isInverse, gender })
}

add('妻子 老婆 太太 媳妇 爱人 夫人', 'spouse_of', false, 'she')
add('丈夫 老公 先生', 'spouse_of', false, 'he')
add('配偶 另一半', 'spouse_of', false)
add('前妻', 'spouse_of', false, 'she')
add('前夫', 'spouse_of', false, 'he')
add('哥哥 弟弟 哥 弟 大哥 二哥', 'sibling_of', false, 'he')
add('姐姐 妹妹 姐 妹 大姐 二姐', 'sibling_of', false, 'she')
add('朋友 好朋友 好友 闺蜜 死党 最好的朋友 老朋友', 'friend_of', false)
add('同事 搭档 队友', 'works_with', false)
add('爸爸 父亲 爸', 'parent_of', true, 'he')
add('妈妈 母亲 妈', 'parent_of', true, 'she')
add('儿子', 'parent_of', false, 'he')
add('女儿', 'parent_of', false, 'she')
add('孩子 大儿子 小儿子 大女儿 小女儿', 'parent_of', false)
add(
  '上司 老板 领导 主管 直属上司 直属领导 直属上级 上级 直接上级 顶头上司 经理 直属经理',
  'reports_to',
  false,
)
add('助理 助手 秘书 下属 下级 手下 直接下属 直属下属', 'reports_to', true)
add('导师 师父 师傅', 'mentors', true)
add('徒弟 学员', 'mentors', false)

export const kinWords = [...kin.keys()].sort((a, b) => b.length - a.length)

/** A spouse no more. */
export function isFormerChineseSpouse(word: string): boolean {
  return word === '前妻' || word === '前夫'
}

export function chineseKinOf(word: string): ChineseKinship | undefined {
  return kin.get(word)
}
