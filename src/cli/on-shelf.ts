import type { Memory } from '../engine.js'
import { MemoryError } from '../errors.js'
import type { CommandCall } from './command.js'

/** Whose documents a command looks after. */
export interface OnShelf {
  readonly memory: Memory
  /** Goes with each call. */
  readonly shelf: { readonly shelf?: 'system' }
}

/** With --system those for every user of the store, which its owner, at the keyboard, looks after. */
export async function onShelf({ input, open }: Pick<CommandCall, 'input' | 'open'>): Promise<OnShelf> {
  const { memory, administrator } = await open()
  return input['system'] === true
    ? { memory: administrator(), shelf: { shelf: 'system' } }
    : { memory, shelf: {} }
}

/** Says of a document for everyone how it is looked after here. */
export function explainShelf(error: unknown): unknown {
  if (!(error instanceof MemoryError) || error.code !== 'denied') return error
  return new MemoryError('denied', error.message, 'the store is yours: the same command with --system', {
    cause: error,
  })
}
