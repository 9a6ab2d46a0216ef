import { type Engine, type Memory, openMemory } from '../engine.js'
import type { MemoryOptions } from '../memory-options.js'
import type { GlobalFlags } from './arguments/global-flags.js'
import { homeOf } from './home-of.js'

/** An open store, as a command uses it. */
export interface OpenStore {
  readonly engine: Engine
  /** The workspace that is meant, by its name; undefined for a memory of the user's own. */
  readonly workspace: string | undefined
  /** For the user at the keyboard. */
  readonly memory: Memory
  /** The same, for the owner of the file: what concerns the whole store. */
  administrator(): Memory
}

/** A store that is opened when it is first needed, and closed if it was. */
export interface LazyStore {
  open(): Promise<OpenStore>
  close(): Promise<void>
}

/**
 * `isBrief`: the command ends in a moment, and loads no model for it; `isWarm`: it will be asked soon; `records`: before
 * what is set elsewhere.
 */
export function openOnce(
  flags: GlobalFlags,
  stay: Pick<MemoryOptions, 'isBrief' | 'isWarm' | 'records' | 'workers'>,
): LazyStore {
  const { store, user, worker, workspace: given, zone } = flags
  let opened: ReturnType<LazyStore['open']> | undefined
  async function openStore(): ReturnType<LazyStore['open']> {
    const engine = await openMemory({
      ...stay,
      home: homeOf(flags),
      ...(store === undefined ? {} : { store }),
      ...(zone === undefined ? {} : { zone }),
    })
    try {
      const workspace = given === HERE ? await engine.workspaceOf('.') : given
      const who = {
        ...(user === undefined ? {} : { user }),
        ...(workspace === undefined ? {} : { workspace }),
        // Whoever is at the keyboard owns the file, and looks into a sub-agent's memory as its owner.
        ...(worker === undefined ? {} : { worker, administrator: true }),
      }
      return {
        engine,
        workspace,
        memory: engine.as(who),
        administrator: () => engine.as({ ...who, administrator: true }),
      }
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

/** As a workspace, the project of the folder that the command is typed in. */
export const HERE = '.'
