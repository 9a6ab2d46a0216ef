import { words } from '../language/language.js'

/** Every key of the dashboard, once: what handles keys, the page of `?`, and the hints on buttons read it here. */
const keyMap = {
  search: ['/'],
  palette: ['mod+k'],
  help: ['?'],
  next: ['j'],
  previous: ['k'],
  open: ['Enter'],
  close: ['Escape'],
  correct: ['e'],
  pin: ['p'],
  forget: ['x'],
  restore: ['b'],
  create: ['n'],
  save: ['mod+s', 'mod+Enter'],
  accept: ['a'],
  reject: ['r'],
  undo: ['u'],
  copyLink: ['y'],
  goOverview: ['g o'],
  goSearch: ['g s'],
  goMemory: ['g m'],
  goReview: ['g r'],
  goGraph: ['g g'],
  goDocuments: ['g d'],
  goTasks: ['g t'],
  goTrail: ['g a'],
  goSystem: ['g y'],
} as const satisfies Record<string, readonly string[]>

export type KeyId = keyof typeof keyMap

export const keyIds = Object.keys(keyMap) as readonly KeyId[]

/** As they are typed: `j`, `g m`, `mod+k`. */
export function keysOf(id: KeyId): readonly string[] {
  return keyMap[id]
}

/** As they are shown: `⌘K` on a Mac, `Ctrl K` elsewhere. */
export function sayKey(id: KeyId): string {
  const isMac = /mac|iphone|ipad/i.test(navigator.platform)
  return keyMap[id][0]
    .replace(/^mod\+(\w)$/, (_, key: string) => `${isMac ? '⌘' : 'Ctrl '}${key.toUpperCase()}`)
    .replace('Enter', '⏎')
    .replace('Escape', 'Esc')
}

/** What a key does, for the page of `?`. */
export function sayKeyPurpose(id: KeyId): string {
  return t(id)
}

const t = words({
  en: {
    search: 'Search',
    palette: 'Do anything',
    help: 'Show the keys',
    next: 'Next',
    previous: 'Previous',
    open: 'Open',
    close: 'Close, go back',
    correct: 'Correct',
    pin: 'Pin, unpin',
    forget: 'Forget',
    restore: 'Take back, let hold again',
    create: 'New',
    save: 'Save',
    accept: 'Accept',
    reject: 'Reject',
    undo: 'Undo',
    copyLink: 'Copy the link of this view',
    goOverview: 'Go to Overview',
    goSearch: 'Go to Search',
    goMemory: 'Go to Memory',
    goReview: 'Go to Review',
    goGraph: 'Go to Graph',
    goDocuments: 'Go to Documents',
    goTasks: 'Go to Tasks',
    goTrail: 'Go to Trail',
    goSystem: 'Go to System',
  } satisfies Record<KeyId, string>,
  zh: {
    search: '搜索',
    palette: '执行任何操作',
    help: '显示快捷键',
    next: '下一项',
    previous: '上一项',
    open: '打开',
    close: '关闭、返回',
    correct: '更正',
    pin: '置顶或取消置顶',
    forget: '遗忘',
    restore: '撤回或恢复',
    create: '新建',
    save: '保存',
    accept: '接受',
    reject: '拒绝',
    undo: '撤销',
    copyLink: '复制当前视图的链接',
    goOverview: '前往概览',
    goSearch: '前往搜索',
    goMemory: '前往记忆',
    goReview: '前往审阅',
    goGraph: '前往图谱',
    goDocuments: '前往文档',
    goTasks: '前往任务',
    goTrail: '前往操作记录',
    goSystem: '前往系统',
  },
})
