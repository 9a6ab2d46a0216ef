import { errorPlace } from '../error-place.js'
import type { LogEvent } from './log-event.js'

/** An error that nobody expected, as the log has it. */
export function mistakeOf(route: string, error: unknown): LogEvent {
  return { event: 'mistake', route, ...errorPlace(error) }
}
