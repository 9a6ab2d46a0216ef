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

function isMemoryCall(name: string): boolean {
  const plain = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
  return WRITES.some((tool) => plain === tool || plain.endsWith(`_${tool}`))
}

/** Also the methods of the SDK, and what the same tools are called elsewhere. */
const WRITES = [
  'record_save',
  'record_update',
  'record_delete',
  'memory_save',
  'memory_update',
  'memory_delete',
  'memory_capture',
  'memory_add',
  'memory_forget',
  'memory_correct',
  'memory_decide',
  'graph_write',
  'forget',
  'capture',
  'add_instruction',
  'remember',
  'save_memory',
] as const
