import type { Log, LogEvent } from '../../http/log-event.js'
import type { Terminal } from '../terminal.js'

/** A line of JSON for each event that is wanted, beside the results. */
export function logLines({ note }: Pick<Terminal, 'note'>, level: LogLevel): Log {
  return (event) => {
    if (isWanted(event, level))
      note(JSON.stringify({ at: new Date().toISOString(), level: levelOf(event), ...event }))
  }
}

export const logLevels = ['requests', 'mistakes', 'off'] as const

/** Mistakes are the server's own: what it answered with a status of 500 and above. */
export type LogLevel = (typeof logLevels)[number]

function isWanted(event: LogEvent, level: LogLevel): boolean {
  if (level === 'off') return false
  return level === 'requests' || levelOf(event) === 'error'
}

function levelOf(event: LogEvent): 'info' | 'error' {
  const isOurs = event.event === 'mistake' || (event.event === 'request' && event.status >= SERVER_ERRORS)
  return isOurs ? 'error' : 'info'
}

const SERVER_ERRORS = 500
