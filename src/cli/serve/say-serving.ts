import type { CommandCall } from '../command.js'
import { homeOf, nameOfPlace, userOf } from '../home-of.js'
import { hookClients } from '../hooks/payload.js'
import { packageVersion } from '../package-version.js'
import { described } from '../render/described.js'
import type { Terminal } from '../terminal.js'
import { typedAs } from '../typed-as.js'
import { printableLine } from '../wording/printable.js'
import { dashboardUrl } from './dashboard-url.js'
import type { ServedHere } from './serve-here.js'

/**
 * Says where the memory is served. The token is told to a person at a terminal alone: elsewhere it would stay in a log, and
 * who may read that would have everything.
 */
export function sayServing({ terminal, flags, view }: CommandCall, served: ServedHere): void {
  const { url } = served
  const place = nameOfPlace(flags)
  const here = printableLine(typedAs(flags).here)
  if (flags.json) terminal.out(JSON.stringify({ url, home: homeOf(flags), pid: process.pid }))
  else if (!isWatched(terminal)) terminal.out(`${place} is served at ${url}; ${here} open opens it`)
  else {
    const { columns, style } = view
    const rows = [
      ['Whose memory', `${printableLine(userOf(flags))}, in ${printableLine(place)}`],
      ['Coding agents', `${here} setup NAME in another terminal, NAME one of ${hookClients.join(', ')}`],
      ['MCP', 'at /mcp: docs/mcp.md'],
      ['To stop', 'Ctrl-C'],
    ] as const
    const lines = described(rows, { columns, name: style.dim })
    const heading = style.bold(`recollect ${packageVersion()} is running`)
    // Never wrapped: an address that is cut in two can be neither clicked nor copied.
    terminal.out([heading, '', `  ${style.accent(dashboardUrl(served, flags))}`, '', ...lines, ''].join('\n'))
  }
}

/** A person sees what is written, and nothing else does. */
export function isWatched({ isInteractive, results }: Terminal): boolean {
  return isInteractive && results.isTTY === true
}
