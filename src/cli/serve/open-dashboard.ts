import { askForLink } from '../../http/link.js'
import type { ServerFile } from '../../http/server-file.js'
import type { CommandCall, ExitCode } from '../command.js'
import { searchOf } from './dashboard-url.js'
import { openBrowser } from './open-browser.js'

/** In the browser; else by a link to follow, which may stand in a log: it is good for once, and for five minutes. */
export async function openDashboard(call: CommandCall, running: ServerFile): Promise<ExitCode> {
  const { terminal, flags, input } = call
  const link = await askForLink(running, searchOf(flags))
  if (flags.json) terminal.out(JSON.stringify({ url: running.url, link }))
  else if (input['no-browser'] !== true && (await openBrowser(link))) {
    if (!flags.quiet) terminal.note(`Opened ${running.url} in the browser.`)
  } else {
    terminal.out(link)
    if (!flags.quiet)
      terminal.note('Follow it in a browser of this machine: it works once, within five minutes.')
  }
  return 0
}
