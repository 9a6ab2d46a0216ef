import type { ComponentChildren } from 'preact'
import type { Item } from '../api/operation-types.js'
import { sayKindOf } from '../language/kind-words.js'
import { hrefHere } from '../location/location.js'
import { Highlight } from '../parts/highlight.js'
import { Time } from '../parts/time.js'
import { Trust } from '../parts/trust.js'

const SHOWN_CHARS = 160

/** One item in one line of the inspector; pressing it selects it. */
export function ItemLine({ item, beside }: { readonly item: Item; readonly beside?: ComponentChildren }) {
  return (
    <a class="item-line" href={hrefHere({ on: `item:${item.id}` })}>
      <Trust of={item.trust} />
      <span class="item-line-text">
        <Highlight text={item.text} spans={[]} maxChars={SHOWN_CHARS} />
        <span class="item-line-meta meta">
          {beside ?? sayKindOf(item)} · <Time at={item.occurredAt ?? item.recordedAt} />
        </span>
      </span>
    </a>
  )
}
