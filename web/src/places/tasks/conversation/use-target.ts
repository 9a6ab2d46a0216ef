import { useOperation } from '../../../api/use-operation.js'
import { param } from '../../../location/location.js'
import { selection } from '../../../location/selection.js'

/**
 * The number of the event that the address points at: what is selected, where it was said here; else `?at=`. null: none,
 * undefined: not known yet.
 */
export function useTarget(session: string): number | null | undefined {
  const selected = selection.value
  const item = useOperation('memory.get', selected?.kind === 'item' ? { id: selected.id } : null)
  const prompt = useOperation('prompt.show', selected?.kind === 'prompt' ? { id: selected.id } : null)
  const at = Number(param('at'))
  const given = Number.isInteger(at) && at > 0 ? at : null
  if (selected?.kind === 'item') {
    if (item.value?.id !== selected.id) return item.problem === undefined ? undefined : given
    return item.value.turn?.session === session ? item.value.turn.seq : given
  }
  if (selected?.kind === 'prompt') {
    if (prompt.value?.assemblyId !== selected.id) return prompt.problem === undefined ? undefined : given
    return prompt.value.session === session ? prompt.value.seq : given
  }
  return given
}
