import { counted } from './wording/spoken-number.js'

/** What is attached and does not answer; undefined where nothing waits. */
export function sayWaiting(waiting: number): string | undefined {
  if (waiting === 0) return undefined
  const verb = waiting === 1 ? 'waits' : 'wait'
  return `${counted(waiting, 'attached document')} ${verb} for review: recollect knowledge list --status pending`
}
