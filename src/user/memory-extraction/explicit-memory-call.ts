import type { Message } from './message.js'
import { latestAssistantTurn } from './window.js'

/**
 * Whether the assistant itself wrote, changed or forgot memory in its latest turn: then what was worth keeping is kept,
 * and extraction would only say it again. Tools are known by their names, whatever a client puts before them
 * (`mcp__recollect__record_save`, `recollect.capture`).
 */
export function hasExplicitMemoryCall(messages: readonly Message[]): boolean {
  return latestAssistantTurn(messages).some(({ toolCalls = [] }) => toolCalls.some(isMemoryCall))
}

/** Whether a tool of this name writes, changes or forgets memory. */
export function isMemoryCall(name: string): boolean {
  const plain = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
  return WRITES.some((tool) => plain === tool || plain.endsWith(`_${tool}`))
}

/** What the table of operations calls those that write, change or forget what is remembered; a test holds it to that. */
const OWN = [
  'record_save',
  'record_update',
  'record_delete',
  'record_import',
  'memory_capture',
  'memory_forget',
  'memory_correct',
  'memory_retract',
  'memory_resolve_conflict',
  'memory_instruct',
  'memory_restore',
  'memory_decide',
  'memory_graph_write',
  'memory_import',
  'memory_clear',
  'memory_merge',
  'memory_merge_entities',
  'memory_split_entity',
  'workspace_note',
] as const

/** The methods of the SDK, and what tools for the same are called elsewhere. */
const OTHERS = [
  'memory_save',
  'memory_update',
  'memory_delete',
  'memory_add',
  'memory_store',
  'memory_insert',
  'memory_create',
  'memory_str_replace',
  'memory_rename',
  'graph_write',
  'forget',
  'capture',
  'add_instruction',
  'remember',
  'save_memory',
  'add_memory',
  'add_memories',
  'update_memory',
  'delete_memory',
  'delete_memories',
  'delete_all_memories',
  'store_memory',
  'create_memory',
  'create_entities',
  'create_relations',
  'add_observations',
  'delete_entities',
  'delete_observations',
  'delete_relations',
] as const

const WRITES: readonly string[] = [...OWN, ...OTHERS]
