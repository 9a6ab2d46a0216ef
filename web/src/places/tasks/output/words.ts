import { words } from '../../../language/language.js'

export const t = words({
  en: {
    lines: (from: string, to: string, all: string) => `lines ${from}–${to} of ${all}`,
    previous: 'Page before',
    next: 'Next page',
    find: 'Find in this output',
    found: (matches: number, isMore: boolean) =>
      matches === 0
        ? 'No line says this'
        : `${matches}${isMore ? ' and more' : ''} ${matches === 1 ? 'line' : 'lines'}`,
    text: 'Text of the output',
    output: 'output',
    from: (tool: string) => `of ${tool}`,
    inConversation: 'In its conversation',
    forget: 'Forget…',
    nowhere: 'No event holds it any more.',
  },
  zh: {
    lines: (from, to, all) => `第 ${from}–${to} 行，共 ${all} 行`,
    previous: '上一页',
    next: '下一页',
    find: '在输出中查找',
    found: (matches, isMore) =>
      matches === 0 ? '没有这样的行' : `${matches} 行${isMore ? '，还有更多' : ''}`,
    text: '输出文本',
    output: '输出',
    from: (tool) => `来自 ${tool}`,
    inConversation: '查看所在对话',
    forget: '遗忘…',
    nowhere: '已没有事件引用它。',
  },
})
