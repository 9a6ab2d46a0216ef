import { homeFolder } from '../config.js'
import type { Engine, Memory } from '../engine.js'
import { MemoryError } from '../errors.js'
import { fileTrouble } from './file-trouble.js'
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
    }).catch((error: unknown) => {
      throw unusableFolder(error, homeFolder(home === undefined ? process.env : { RECOLLECT_HOME: home }))
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

/** What the file system says of the store's folder, as a thing to act on. */
function unusableFolder(error: unknown, folder: string): unknown {
  const trouble = fileTrouble(error)
  if (trouble === undefined) return error
  const message = `the store cannot live in ${folder}: ${trouble}`
  return new MemoryError('store_failed', message, 'name another folder: --home DIR, or RECOLLECT_HOME', {
    cause: error,
  })
}
