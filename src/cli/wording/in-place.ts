import type { GlobalFlags } from '../arguments/global-flags.js'
import { printableLine } from './printable.js'

/** The flags by which a command line names another memory than the user's own, as they are typed; empty for that. */
export function placeOf({ workspace, worker }: Pick<GlobalFlags, 'workspace' | 'worker'>): string {
  return [
    ...(workspace === undefined ? [] : [`--workspace ${printableLine(workspace)}`]),
    ...(worker === undefined ? [] : [`--worker ${printableLine(worker)}`]),
  ].join(' ')
}

/** A hint that names a command, for who works in another memory than their own: typed as it is said it must mean that one. */
export function inPlace(text: string, place: string | undefined): string {
  if (place === undefined || place === '' || text.includes(place)) return text
  const at = text.lastIndexOf('recollect ')
  if (at < 0) return text
  // What is quoted may hold anything.
  const command = text.substring(at).replace(/"[^"]*"/g, '""') // slice-ok: at a word
  return /[;:,.] |\.$/.test(command) || PROSE.test(command)
    ? `${text.replace(/\.$/, '')} (with ${place})`
    : `${text} ${place}`
}

/** What is said of a command behind it. */
const PROSE = / (?:lists|shows|opens|takes|gives|makes) /
