import { MemoryError } from '../../errors.js'
import { runningServer, type ServerFile } from '../../http/server-file.js'
import { nameOfStore } from '../../store-place.js'
import type { GlobalFlags } from '../arguments/global-flags.js'
import { homeOf, storeOf } from '../home-of.js'

/**
 * The server of the memory that a command line means; undefined where none runs. Throws `conflict` where this home folder
 * serves another one.
 */
export async function runningHere(
  flags: Pick<GlobalFlags, 'home' | 'store'>,
): Promise<ServerFile | undefined> {
  const store = nameOfStore(storeOf(flags))
  const running = await runningServer(homeOf(flags))
  if (running === undefined || running.store === undefined || running.store === store) return running
  throw new MemoryError(
    'conflict',
    `this home folder serves another memory, ${running.store}, at ${running.url} (process ${running.pid})`,
    'give this one a home folder of its own (--home DIR), or end the other server first',
  )
}
