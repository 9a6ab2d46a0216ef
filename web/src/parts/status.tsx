import { words } from '../language/language.js'
import './marks.css'

export type StatusOf = keyof typeof looks

/** Where a thing stands: the line around the word says it before the colour does (solid, dashed, struck). */
export function Status({ of }: { readonly of: StatusOf }) {
  return <span class={`status status-${looks[of]}`}>{t(of)}</span>
}

/** holds: solid. waits: dashed. gone: struck. trouble: solid, in the colour of trouble. */
const looks = {
  active: 'holds',
  published: 'holds',
  open: 'holds',
  done: 'holds',
  approved: 'holds',
  proposed: 'waits',
  pending: 'waits',
  draft: 'waits',
  paused: 'waits',
  superseded: 'gone',
  retracted: 'gone',
  expired: 'gone',
  revoked: 'gone',
  withdrawn: 'gone',
  rejected: 'gone',
  closed: 'gone',
  disabled: 'gone',
  conflict: 'trouble',
  failed: 'trouble',
} as const

const t = words({
  en: {
    active: 'active',
    published: 'published',
    open: 'open',
    done: 'done',
    approved: 'approved',
    proposed: 'proposed',
    pending: 'to review',
    draft: 'draft',
    paused: 'paused',
    superseded: 'superseded',
    retracted: 'taken back',
    expired: 'run out',
    revoked: 'revoked',
    withdrawn: 'withdrawn',
    rejected: 'rejected',
    closed: 'closed',
    disabled: 'off',
    conflict: 'conflict',
    failed: 'failed',
  },
  zh: {
    active: '有效',
    published: '已发布',
    open: '进行中',
    done: '完成',
    approved: '已批准',
    proposed: '待确认',
    pending: '待审阅',
    draft: '草稿',
    paused: '暂停',
    superseded: '已被取代',
    retracted: '已撤回',
    expired: '已过期',
    revoked: '已吊销',
    withdrawn: '已下架',
    rejected: '已拒绝',
    closed: '已关闭',
    disabled: '停用',
    conflict: '冲突',
    failed: '失败',
  },
})
