import type { ToolTrouble } from '../../model/chat/chat-models.js'

/**
 * Why no model's answer stands in a place. `no_documents`: the task has none that is published; `unverified`: the model
 * quoted nothing that stands in a document; the others as {@link ToolTrouble} says.
 */
export type WithoutModel = ToolTrouble | 'no_documents' | 'unverified'

export const withoutModel = [
  'no_documents',
  'unverified',
  'no_tools',
  'unfinished',
  'off',
  'breaker_open',
  'ceiling',
  'timeout',
  'unavailable',
  'unreadable',
  'wrong_shape',
  'refused',
] as const satisfies readonly WithoutModel[]
