import { MemoryError } from '../../errors.js'
import type { Store } from '../../store/store.js'
import { codeBank } from './code-bank.js'

/** As {@link codeBank}, where nobody waits for it: what the store refuses is left to whoever searches next. */
export async function codeBehind(store: Store, bank: string, goesOn: () => boolean): Promise<void> {
  try {
    await codeBank(store, bank, goesOn)
  } catch (error) {
    if (!(error instanceof MemoryError)) throw error
  }
}
