import { selection } from '../location/selection.js'
import { Empty } from '../parts/empty.js'
import { Skeleton } from '../parts/skeleton.js'
import type { PlaceModule } from '../places.js'
import { InspectorFrame } from './inspector-frame.js'
import { ItemInspector } from './item-inspector.js'
import { t } from './words.js'

/** Shows the one thing selected: an item always in the same way; what else a place can select, the place shows. */
export function Inspector({ module }: { readonly module: PlaceModule | undefined }) {
  const selected = selection.value
  if (selected === null) {
    return (
      <div class="idle">
        <p>{t('idle')}</p>
        <p class="meta">{t('idleHint')}</p>
      </div>
    )
  }
  const Own = module?.inspectors?.[selected.kind]
  if (Own !== undefined) return <Own key={selected.id} id={selected.id} />
  if (selected.kind === 'item') return <ItemInspector key={selected.id} id={selected.id} />
  return (
    <InspectorFrame head={null}>
      {module === undefined ? <Skeleton /> : <Empty title={t('notThere')} hint={t('notThereHint')} />}
    </InspectorFrame>
  )
}
