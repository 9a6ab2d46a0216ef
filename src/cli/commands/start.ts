import { MemoryError } from '../../errors.js'
import { askForLink } from '../../http/link.js'
import { DEFAULT_PORT } from '../../http/serve-http.js'
import type { CommandCall, ExitCode } from '../command.js'
import { searchOf } from '../serve/dashboard-url.js'
import { openBrowser } from '../serve/open-browser.js'
import { openDashboard } from '../serve/open-dashboard.js'
import { runningHere } from '../serve/running-here.js'
import { isWatched, sayServing } from '../serve/say-serving.js'
import { type ServedHere, serveHere } from '../serve/serve-here.js'
import { untilStopped } from '../serve/until-stopped.js'

/** Serves this memory to this machine and shows it in the browser; where that is done already, shows it. */
export async function runStart(call: CommandCall): Promise<ExitCode> {
  const { flags, input, terminal } = call
  const running = await runningHere(flags)
  if (running !== undefined) {
    if (!flags.quiet) terminal.note(`This memory is served already, at ${running.url}.`)
    return openDashboard(call, running)
  }
  const stop = untilStopped()
  try {
    const served = await serveSomewhere(call)
    const { port } = new URL(served.url)
    if (typeof input['port'] !== 'number' && port !== String(DEFAULT_PORT) && !flags.quiet)
      terminal.note(
        `Port ${DEFAULT_PORT} is taken by another program: this memory is served at port ${port}.`,
      )
    sayServing(call, served)
    // Without a terminal nobody has asked for a window: a service manager, a container, a test.
    if (isWatched(terminal) && input['no-browser'] !== true)
      await openBrowser(await askForLink(served, searchOf(flags)))
    await stop.stopped
    if (isWatched(terminal)) terminal.note('Everything is kept. Until next time.')
    await served.close()
    return 0
  } finally {
    stop.dismiss()
  }
}

/** At the port that was asked for; else at the first of a few that is free, so that the address stays the same. */
async function serveSomewhere(call: CommandCall): Promise<ServedHere> {
  const { port } = call.input
  if (typeof port === 'number') return serveHere(call, { port })
  for (let tried = DEFAULT_PORT; tried < DEFAULT_PORT + PORTS; tried++) {
    try {
      return await serveHere(call, { port: tried })
    } catch (error) {
      if (!(error instanceof MemoryError) || error.code !== 'conflict') throw error
      // Another start of this memory was quicker.
      if ((await runningHere(call.flags)) !== undefined) throw error
    }
  }
  return serveHere(call, { port: 0 })
}

const PORTS = 10
