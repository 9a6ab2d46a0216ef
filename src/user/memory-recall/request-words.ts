/**
 * Words that requests and notes of any subject have, in their folded form: that a record has them too says little, and
 * a memory of a few records cannot know by itself how common they are. Stop words are gone before.
 */
export function isRequestWord(form: string): boolean {
  return WORDS.has(form)
}

const WORDS: ReadonlySet<string> = new Set(
  // What is wanted.
  (
    'help need needs want wants like likes know knows think thinks make makes made making give gives given got get gets go ' +
    'goes going gone come comes came coming see sees seen look looks looking find finds found show shows shown say says ' +
    'said saying ask asks asked asking put puts take takes taken taking use uses used using try tries trying start starts ' +
    'begin begins stop stops keep keeps kept let lets set sets add adds added change changes changed check checks work ' +
    'works working worked write writes writing wrote written create creates plan plans planned run runs running open ' +
    'opens read reads reading send sends sent suggest suggests recommend prepare prepares update updates turn turns ' +
    'explain describe summarize summarise list lists fix fixes fixed bring brings leave leaves left call calls called ' +
    'hold holds happen happens happened mean means meant seem seems feel feels belong fill filling finish finished move ' +
    'moves wait waits needs choose pick follow follows carry carries carried mention mentions accept accepted understand ' +
    'understands decide decided get getting handle handles include includes provide believe remember forget wonder ' +
    // How, how much, how often, in what order.
    'good better best well right wrong bad new old big small large little great nice proper properly real really actual ' +
    'actually quick quickly fast slow slowly easy hard simple simply full fully whole half own free ready short long high ' +
    'low early late later soon again still already always never ever often usually sometimes almost enough even maybe ' +
    'perhaps probably please instead rather quite pretty much many more most less least few several other others another ' +
    'each every both either neither all any none next last first second third final finally back away around behind ' +
    'before after ago since until together alone apart else otherwise however though although unless besides yet twice ' +
    'once zero one two three four five six seven eight nine ten twelve twenty hundred thousand different similar certain ' +
    'sure okay ok yes yeah hello hi hey thanks thank sorry fine important possible able available missing anything ' +
    'something nothing everything anyone someone somebody anybody everyone nobody anywhere somewhere without inside ' +
    'outside across along near per instead like ' +
    // What can be of anything.
    'thing things way ways kind sort type types part parts piece bit lot lots side end ends top bottom middle case cases ' +
    'example point points place places people person man woman name names number numbers line lines word words question ' +
    'questions answer answers idea ideas thought thoughts problem problems reason reasons result results step steps ' +
    'detail details information info version user users today tomorrow yesterday tonight now day days week weeks month ' +
    'months year years time times hour hours minute minutes moment date dates morning afternoon evening night weekend ' +
    // The same in Chinese, as pairs and single characters.
    '帮我 帮忙 需要 想要 知道 觉得 看看 看一 写一 一下 给我 告诉 使用 一个 一些 一份 一篇 一张 一段 一次 一点 今天 明天 昨天 现在 ' +
    '时候 时间 问题 东西 事情 用户 项目 应该 没有 这周 下周 上周 本周 这次 上次 下次 今年 明年 去年 刚才 准备 处理 继续 合适 推荐 ' +
    '建议 检查 修改 改一 一改 看一 怎么 哪里 哪儿 几个 几点 几天 几本 几道 几段 两个 三个 一起 然后 已经 还要 不要 不能 可能 能不 ' +
    '不能 会不 要不 什么 想 要 写 做 用 能 会 有 没 不 这 那 好 多 大 小 新 下 上 来 去 说 个 些 看 找 问 改 出 点 一 二 三 两 几 ' +
    '第一 最后 以前 以后 之前 之后 左右 里面 外面 大家 别人 有人 名字 地方 方面 内容 情况 结果 原因 办法 方法 例子 部分 开始 结束'
  ).split(' '),
)
