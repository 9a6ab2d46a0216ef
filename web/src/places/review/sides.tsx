import type { ComponentChildren } from 'preact'
import type { Item } from '../../api/operation-types.js'
import { ItemLine } from '../../inspector/item-line.js'
import { hrefHere } from '../../location/location.js'
import { Highlight } from '../../parts/highlight.js'
import { statusOf } from '../../parts/item-row.js'
import { Status } from '../../parts/status.js'
import { Time, TimeSpan } from '../../parts/time.js'
import { Trust } from '../../parts/trust.js'
import { t } from './words.js'

/** Two things beside each other, the older one first; below each other where there is no room. */
export function Sides({ children }: { readonly children: ComponentChildren }) {
  return <div class="sides">{children}</div>
}

export interface SideProps {
  readonly label?: string | undefined
  /** Whether it is what one is asked about. */
  readonly isAsked?: boolean
  readonly children: ComponentChildren
}

export function Side({ label, isAsked, children }: SideProps) {
  return (
    <section class={isAsked ? 'side side-asked' : 'side'}>
      {label !== undefined && <h3 class="side-label">{label}</h3>}
      {children}
    </section>
  )
}

/** What an item says, how far to trust it, since when, and what it rests on. */
export function SideItem({ item, sources }: { readonly item: Item; readonly sources?: readonly Item[] }) {
  const { fact, trust, text } = item
  const status = statusOf(item)
  return (
    <>
      <a class="side-says verbatim" href={hrefHere({ on: `item:${item.id}` })}>
        <Highlight text={text} spans={valueIn(text, fact?.value)} maxChars={1_200} />
      </a>
      <p class="side-meta meta">
        <Trust of={trust} isNamed />
        {status !== undefined && status !== 'active' && <Status of={status} />}
        {fact === null ? (
          <Time at={item.occurredAt ?? item.recordedAt} />
        ) : (
          <TimeSpan from={fact.validFrom} until={fact.validUntil} />
        )}
      </p>
      {sources !== undefined && <Sources sources={sources} />}
    </>
  )
}

function Sources({ sources }: { readonly sources: readonly Item[] }) {
  if (sources.length === 0) return <p class="side-sources meta">{t('noSources')}</p>
  return (
    <div class="side-sources">
      <h4 class="meta">{t('sources')}</h4>
      <ul>
        {sources.map((source) => (
          <li key={source.id}>
            <ItemLine item={source} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Where a text says what its key holds. */
function valueIn(text: string, value: string | null | undefined): readonly (readonly [number, number])[] {
  const at = value == null || value === '' ? -1 : text.indexOf(value)
  return at === -1 || value == null || value === text ? [] : [[at, at + value.length]]
}
