/**
 * Words that most requests have, whatever they are about, in their folded form: that a record has them too says little,
 * and a memory of a few records cannot know by itself how common they are.
 */
export function isRequestWord(form: string): boolean {
  return WORDS.has(form)
}

const WORDS: ReadonlySet<string> = new Set(
  (
    'help need want like know think make made give get got go going come see look find found show say said ask put take ' +
    'use used using try start stop keep let set add change check work works working write written draft create build ' +
    'explain describe summarize summarise list plan fix run open send read review suggest recommend prepare update ' +
    'new good best better right way thing things something anything everything someone people lot bit more most many ' +
    'much few other another each every all both now today tomorrow yesterday week month year day time next last first ' +
    'second again still back long short quick quickly really sure okay ok yes hello hi thanks thank ' +
    'user users project 帮 帮我 帮忙 需要 想要 想 要 知道 觉得 看看 看 写 写一 一下 给我 告诉 做 用 使用 一个 一些 今天 明天 昨天 ' +
    '现在 时候 时间 问题 东西 事情 用户 项目 怎 能 会 应该 应该 有 没有 没 不 这 那 好 多 大 小 新 下 上 来 去 说 个 些'
  ).split(' '),
)
