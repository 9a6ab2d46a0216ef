import type { Item, ItemKind } from '../api/operation-types.js'
import { words } from './language.js'

/** What a kind of item is called. */
export function sayKind(kind: ItemKind): string {
  return t(kind)
}

/** What an item is called: a relation that somebody stated is a fact to a person, who finds it among the facts. */
export function sayKindOf({ kind, fact }: Pick<Item, 'kind' | 'fact'>): string {
  return t(kind === 'relation' && fact !== null ? 'fact' : kind)
}

/** And many of them, as a filter names them. */
export function sayKinds(kind: ItemKind): string {
  return many(kind)
}

const t = words({
  en: {
    turn: 'message',
    artifact: 'output',
    thought: 'note',
    fact: 'fact',
    decision: 'decision',
    relation: 'relation',
    record: 'record',
    document: 'document',
    section: 'section',
    task: 'task',
  } satisfies Record<ItemKind, string>,
  zh: {
    turn: '消息',
    artifact: '输出',
    thought: '笔记',
    fact: '事实',
    decision: '决定',
    relation: '关系',
    record: '记录',
    document: '文档',
    section: '章节',
    task: '任务',
  },
})

const many = words({
  en: {
    turn: 'messages',
    artifact: 'outputs',
    thought: 'notes',
    fact: 'facts',
    decision: 'decisions',
    relation: 'relations',
    record: 'records',
    document: 'documents',
    section: 'sections',
    task: 'tasks',
  } satisfies Record<ItemKind, string>,
  zh: {
    turn: '消息',
    artifact: '输出',
    thought: '笔记',
    fact: '事实',
    decision: '决定',
    relation: '关系',
    record: '记录',
    document: '文档',
    section: '章节',
    task: '任务',
  },
})
