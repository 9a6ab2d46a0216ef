import type { EntityType } from '../../../graph/entity-type.js'
import { type Clause, mention, type Part, past, phraseAt, type Subject, tell } from './clause.js'

/** `我做的是搜索项目`. */
export function ownProject(clause: Clause, subject: Subject, at: number): number {
  const part = phraseAt(clause, at, stop)
  if (part === null || typeOf(clause, part.to) !== 'project') return -1
  const object = mention(clause, part, 'project')
  tell(clause, subject, { category: 'project', value: part, relation: { type: 'works_on', object } })
  return part.to
}

export function worksOn(clause: Clause, subject: Subject, at: number): number {
  const { text } = clause
  if (!/(?:在|正在|忙着?|参与|推进|研发|开发)[^，]*$/.test(text.slice(Math.max(0, at - 6), at))) return -1 // slice-ok: a pattern reads it
  const called = calledAt(clause, at)
  const part = called ?? phraseAt(clause, at, stop)
  if (part === null) return -1
  const word = text.slice(part.from, part.to) // slice-ok: whole characters
  const isBuilt = /(?:开发|研发)(?:一个|一款|一套)?$/.test(text.slice(Math.max(0, at - 5), at)) // slice-ok: a pattern reads it
  const isProject = called !== null || works.test(word) || (isBuilt && !noThing.test(word) && word.length > 1)
  if (!isProject) return -1
  const object = mention(clause, part, 'project')
  const isOwn = subject.kind === 'speaker' || subject.kind === 'we'
  tell(clause, subject, {
    category: isOwn ? 'project' : 'relation',
    value: part,
    relation: { type: 'works_on', object },
  })
  return part.to
}

const works =
  /^[A-Z]|(?:项目|系统|平台|服务|模块|网站|应用|App|app|小程序|插件|引擎|工具|游戏|产品|重构|迁移|改版|助手|机器人|后台|前端|后端|论文|库|SDK|API|计划$|工程$|课题|模型|算法|框架|看板|报表|组件|脚本|软件|固件|专题|接口|课程)/

/** `一个叫小桥的东西`: the name. */
function calledAt(clause: Clause, at: number): Part | null {
  const from = past(/(?:一个|一款|一套|个)?(?:名)?叫(?:做|作)?/y, clause, at)
  const to = from < 0 ? -1 : past(/[^的，]{1,12}(?=的)/y, clause, from)
  return to < 0 ? null : { from, to }
}

/** `周涛和我一起做搜索`. */
export function jointly(clause: Clause, subject: Subject, at: number): number {
  const [first, second] = subject.parties
  if (first === undefined || second === undefined) return -1
  const relation = { type: 'works_with', object: second } as const
  tell(clause, subject, {
    category: 'relation',
    value: { from: subject.from, to: at },
    relation,
    about: first,
  })
  const work = past(/(?:做|负责|开发|写|搞|维护|推进)/y, clause, at)
  const part = work < 0 ? null : phraseAt(clause, work, stop)
  if (part === null) return at
  const object = mention(clause, part, 'project')
  tell(clause, subject, { category: 'relation', value: part, relation: { type: 'works_on', object } })
  return part.to
}

export const stop = /，|、|，|以及|并|，|且|，|而(?=[他她])|，/g

export const noThing = /^(?:我|你|他|她|它|这|那|什么|一切|所有人|大家|自己|的|人|得|不|没)$|^(?:的|得|不|没)/

const projects = /(?:项目|系统|平台|服务|模块|网站|应用|界面|前端|后端|App|app|接口|小程序|插件)$/

export function typeOf({ text }: Clause, end: number): EntityType | null {
  const words = text.slice(0, end) // slice-ok: a pattern reads it
  if (/(?:团队|小组|部门|[^\s]组)$/.test(words)) return 'team'
  if (projects.test(words)) return 'project'
  return null
}
