import type { ComponentChildren } from 'preact'
import type { Pages } from '../../../api/use-pages.js'
import { sayList } from '../../../language/say-list.js'
import { go, href } from '../../../location/location.js'
import { select, selection } from '../../../location/selection.js'
import { List } from '../../../parts/list.js'
import { Waiting } from '../facts/fact-list.js'
import './known.css'
import { t } from './words.js'

export interface KnownListProps<R extends { readonly id: string }> {
  readonly label: string
  readonly pages: Pages<R>
  /** `entity` leads to the graph when it is opened. */
  readonly kind: 'entity' | 'item'
  readonly first: (row: R) => ComponentChildren
  readonly second: (row: R) => ComponentChildren
  readonly empty: ComponentChildren
}

/** People, projects, decisions: a name, and what is most worth knowing of it. Enter leads on to the graph. */
export function KnownList<R extends { readonly id: string }>(props: KnownListProps<R>) {
  const { label, pages, kind, first, second, empty } = props
  if (pages.rows === undefined) return <Waiting pages={pages} />
  return (
    <List
      label={label}
      rows={pages.rows}
      keyOf={({ id }) => id}
      rowHeight={56}
      row={(row) => (
        <div class="row-two">
          <div class="row-line">{first(row)}</div>
          <div class="row-line meta">{second(row)}</div>
        </div>
      )}
      selected={selection.value?.id ?? null}
      onSelect={({ id }) => select(kind, id)}
      {...(kind === 'entity'
        ? { onOpen: ({ id }: R) => go(href('graph', { focus: id, on: `entity:${id}` })) }
        : {})}
      onEnd={pages.more}
      empty={empty}
    />
  )
}

/** Names as a list of words: at most three, and how many more. */
export function namesOf(ends: readonly { readonly name: string }[]): string {
  const shown = ends.slice(0, NAMES_MAX).map(({ name }) => nameOf(name))
  return ends.length > NAMES_MAX ? `${sayList(shown)} +${ends.length - NAMES_MAX}` : sayList(shown)
}

const NAMES_MAX = 3

/** The user is known as `you`, in whatever language the page is. */
export function nameOf(name: string): string {
  return name === 'you' ? t('you') : name
}
