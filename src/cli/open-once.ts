import type { Engine, Memory } from '../engine.js'
import type { GlobalFlags } from './global-flags.js'

/** A store that is opened when it is first needed, and closed if it was. */
export interface LazyStore {
  open(): Promise<{ readonly engine: Engine; readonly memory: Memory }>
  close(): Promise<void>
}

export function openOnce({ home, user, zone }: GlobalFlags): LazyStore {
  let opened: ReturnType<LazyStore['open']> | undefined
  async function openStore(): ReturnType<LazyStore['open']> {
    const { openMemory } = await import('../engine.js')
    const engine = await openMemory({
      ...(home === undefined ? {} : { home }),
      ...(zone === undefined ? {} : { zone }),
    })
    try {
      return { engine, memory: engine.as(user === undefined ? {} : { user }) }
    } catch (error) {
      await engine.close()
      throw error
    }
  }
  return {
    open: () => {
      opened ??= openStore()
      return opened
    },
    close: async () => {
      // What failed to open has nothing to close, and its error has been told.
      const store = await opened?.catch(() => undefined)
      await store?.engine.close()
    },
  }
}
