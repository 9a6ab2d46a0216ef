import type { OutputOf } from '../../../api/operation-types.js'
import { words } from '../../../language/language.js'

export type PromptItem = OutputOf<'prompt.show'>['items'][number]
export type BlockName = PromptItem['block']
export type ReasonCode = PromptItem['reason']

/** What a part of a prompt is called. */
export function sayBlock(block: BlockName): string {
  return t(block)
}

/** Why something is in a prompt or out of it, in plain words. */
export function sayReasonCode(reason: ReasonCode): string {
  return t(reason)
}

/** What a block is made of; its colour says so. */
export function familyOf(block: BlockName): 'given' | 'memory' | 'talk' | 'work' {
  return families[block]
}

const families = {
  tools: 'given',
  identity: 'given',
  instructions: 'given',
  core_memory: 'memory',
  workspace_memory: 'memory',
  user_memory: 'memory',
  recall: 'memory',
  remote_recall: 'memory',
  transcript_summary: 'talk',
  recent_turns: 'talk',
  current_turn: 'talk',
  knowledge_map: 'work',
  task: 'work',
  artifacts: 'work',
} as const satisfies Record<BlockName, string>

const t = words({
  en: {
    tools: 'Tools',
    identity: 'Who the assistant is',
    instructions: 'Instructions',
    core_memory: 'Core memory',
    knowledge_map: 'Map of the documents',
    transcript_summary: 'Summary of the conversation',
    recent_turns: 'Latest messages',
    task: 'The task',
    workspace_memory: 'Workspace memory',
    user_memory: 'Records',
    recall: 'Recalled for the question',
    remote_recall: 'Recalled from elsewhere',
    artifacts: 'Large outputs',
    current_turn: 'What is asked now',
    scope_mismatch: 'is for another place',
    low_confidence: 'not certain enough',
    untrusted: 'not trusted enough',
    expired: 'had run out',
    duplicate_content: 'said already',
    authority_loser: 'somebody with more to say says otherwise',
    conflict_loser: 'something later or better believed says otherwise',
    top_k_reached: 'enough of its kind were in',
    token_budget_exceeded: 'no room left',
    placed: 'in',
  } satisfies Record<BlockName | ReasonCode, string>,
  zh: {
    tools: '工具',
    identity: '助手身份',
    instructions: '指令',
    core_memory: '核心记忆',
    knowledge_map: '文档目录',
    transcript_summary: '对话摘要',
    recent_turns: '最近的消息',
    task: '任务',
    workspace_memory: '工作区记忆',
    user_memory: '记录',
    recall: '按问题召回',
    remote_recall: '远程召回',
    artifacts: '大型输出',
    current_turn: '当前提问',
    scope_mismatch: '适用于别处',
    low_confidence: '不够确定',
    untrusted: '可信度不足',
    expired: '已过期',
    duplicate_content: '已经说过',
    authority_loser: '更有权威的说法与之相反',
    conflict_loser: '更新或更可信的说法与之相反',
    top_k_reached: '同类已足够',
    token_budget_exceeded: '没有空间',
    placed: '在内',
  },
})
