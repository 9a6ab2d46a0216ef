import { selection } from '../location/selection.js'
import type { PlaceModule } from '../places.js'
import { ItemInspector } from './item-inspector.js'

/** Shows the one thing selected: an item always in the same way; what else a place can select, the place shows. */
export function Inspector({ module }: { readonly module: PlaceModule | undefined }) {
  const selected = selection.value
  if (selected === null) return null
  const Own = module?.inspectors?.[selected.kind]
  if (Own !== undefined) return <Own key={selected.id} id={selected.id} />
  return selected.kind === 'item' ? <ItemInspector key={selected.id} id={selected.id} /> : null
}
