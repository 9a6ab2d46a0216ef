import type { Command } from './command.js'

/**
 * All commands, with the schemas they are made from. Loaded only when one is needed: `--version` must not wait.
 * A command checks each of its values once, so compiling the schemas first, as a server would, costs more than it
 * saves: 60 to 120 ms of every start.
 */
export async function loadCommands(): Promise<Command[]> {
  const { config } = await import('zod')
  config({ jitless: true })
  const { commands } = await import('./commands.js')
  return commands()
}
