import { isSymmetric, type RelationType } from './relation-type.js'
import type { Edge } from './steps.js'
import { otherEnd } from './walk.js'

/** A path as it is read: `Alex Patel —owns→ web chat UI`. */
export function pathText(
  start: number,
  path: readonly Edge[],
  ends: ReadonlyMap<number, { readonly name: string }>,
): string {
  let here = start
  let text = ends.get(start)?.name ?? ''
  for (const edge of path) {
    const there = otherEnd(edge, here)
    text += ` ${arrow(edge, edge.from === here)} ${ends.get(there)?.name ?? ''}`
    here = there
  }
  return text
}

function arrow({ type, status }: Edge, isForward: boolean): string {
  const said = status === 'proposed' ? `${spokenRelation(type)} (proposed)` : spokenRelation(type)
  if (isSymmetric(type)) return `—${said}—`
  return isForward ? `—${said}→` : `←${said}—`
}

/** `reports to` for `reports_to`. */
function spokenRelation(type: RelationType): string {
  return type.replaceAll('_', ' ')
}
