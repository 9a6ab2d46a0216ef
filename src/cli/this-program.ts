import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { holdsPassword } from '../store-place.js'
import type { GlobalFlags } from './arguments/global-flags.js'
import { UsageError } from './arguments/usage-error.js'
import type { ServerCommand } from './client-config.js'
import { homeOf } from './home-of.js'

/**
 * How another program starts this one as a memory server, for the same memory: this Node and this file, by their
 * whole paths, as a program that is started from a dock knows no PATH of a shell.
 */
export function serverCommand(flags: GlobalFlags): ServerCommand {
  const { user, zone, store } = flags
  const isElsewhere = flags.home !== undefined || (process.env['RECOLLECT_HOME'] ?? '') !== ''
  const env = {
    ...(isElsewhere ? { RECOLLECT_HOME: homeOf(flags) } : {}),
    // Only what was asked for: where the environment or config.json says it, they keep it.
    ...(store === undefined || holdsPassword(store) ? {} : { RECOLLECT_STORE: store }),
  }
  return {
    command: process.execPath,
    args: [
      programFile(),
      'mcp',
      ...(user === undefined ? [] : ['--user', user]),
      ...(zone === undefined ? [] : ['--zone', zone]),
    ],
    ...(Object.keys(env).length === 0 ? {} : { env }),
  }
}

/** What stands between Node and the word of a command, for a program that runs one: for the same memory. */
export function hookWords(flags: GlobalFlags): string[] {
  const { args, env } = serverCommand(flags)
  const [program = '', , ...rest] = args
  const [home, store] = [env?.['RECOLLECT_HOME'], env?.['RECOLLECT_STORE']]
  return [
    program,
    ...(home === undefined ? [] : ['--home', home]),
    ...(store === undefined ? [] : ['--store', store]),
    ...rest,
  ]
}

/** For settings of other programs: a password would stand in them in clear, and in the list of processes. */
export function refusePassword({ store, home }: Pick<GlobalFlags, 'store' | 'home'>): void {
  if (store === undefined || !holdsPassword(store)) return
  throw new UsageError(
    'a password would stand in clear in the settings of the other program',
    `keep the address in ${join(homeOf(home === undefined ? {} : { home }), 'config.json')}, for your eyes alone: ` +
      '{ "store": "postgres://…" }, and leave --store out',
  )
}

/** What to tell who sets another program up in a shell whose environment that program may not have; null for nothing. */
export function unseenStore({ store }: Pick<GlobalFlags, 'store'>): string | null {
  if (store !== undefined || (process.env['RECOLLECT_STORE'] ?? '') === '') return null
  return (
    'RECOLLECT_STORE is set here, and is not written into these settings: a program that is started elsewhere would use ' +
    'another memory. Keep the address as store in config.json of the home folder instead.'
  )
}

/** Whether the program runs from a place that npx may empty at any time. */
export function isRunByNpx(): boolean {
  return /[\\/]_npx[\\/]/.test(programFile())
}

/** What a link on the PATH leads to: the link itself may go with a version of Node. */
function programFile(): string {
  return realpathSync(process.argv[1] ?? '')
}
