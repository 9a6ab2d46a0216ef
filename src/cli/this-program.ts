import { realpathSync } from 'node:fs'
import type { GlobalFlags } from './arguments/global-flags.js'
import type { ServerCommand } from './client-config.js'
import { homeOf } from './home-of.js'

/**
 * How another program starts this one as a memory server, for the same memory: this Node and this file, by their
 * whole paths, as a program that is started from a dock knows no PATH of a shell.
 */
export function serverCommand(flags: GlobalFlags): ServerCommand {
  const { user, zone } = flags
  const isElsewhere = flags.home !== undefined || (process.env['RECOLLECT_HOME'] ?? '') !== ''
  return {
    command: process.execPath,
    args: [
      programFile(),
      'mcp',
      ...(user === undefined ? [] : ['--user', user]),
      ...(zone === undefined ? [] : ['--zone', zone]),
    ],
    ...(isElsewhere ? { env: { RECOLLECT_HOME: homeOf(flags) } } : {}),
  }
}

/** What stands between Node and the word of a command, for a program that runs one: for the same memory. */
export function hookWords(flags: GlobalFlags): string[] {
  const { args, env } = serverCommand(flags)
  const [program = '', , ...rest] = args
  const home = env?.['RECOLLECT_HOME']
  return [program, ...(home === undefined ? [] : ['--home', home]), ...rest]
}

/** Whether the program runs from a place that npx may empty at any time. */
export function isRunByNpx(): boolean {
  return /[\\/]_npx[\\/]/.test(programFile())
}

/** What a link on the PATH leads to: the link itself may go with a version of Node. */
function programFile(): string {
  return realpathSync(process.argv[1] ?? '')
}
