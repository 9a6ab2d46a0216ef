import type { ComponentChildren } from 'preact'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useKeys } from '../keys/use-keys.js'
import './list.css'
import { createRowMap } from './row-map.js'

export interface ListProps<R> {
  /** What the list is of; said aloud. */
  readonly label: string
  readonly rows: readonly R[]
  readonly keyOf: (row: R) => string
  /** What a row shows. Nothing in it can be pressed: what can be done with a row stands in the inspector, and has a key. */
  readonly row: (row: R, index: number) => ComponentChildren
  /** In pixels: one for all rows, or each its own. */
  readonly rowHeight: number | ((row: R) => number)
  /** The key of the selected row. */
  readonly selected?: string | null
  /** A row was pointed at or moved to. */
  readonly onSelect?: (row: R) => void
  /** Enter, or a second press on the selected row. */
  readonly onOpen?: (row: R) => void
  /** The end is near: there may be more to load. */
  readonly onEnd?: () => void
  /** Stands where there are no rows. */
  readonly empty?: ComponentChildren
}

/** Rows beyond what is seen, above and below. */
const SPARE_PX = 400

/**
 * A list that draws only the rows in sight, so that 100,000 cost what 20 do. `j` and `k` move, Enter opens. When its rows
 * change, the one under the pointer, else the selected one, stays where it is.
 */
export function List<R>(props: ListProps<R>) {
  const { label, rows, keyOf, row, rowHeight, selected = null, onSelect, onOpen, onEnd, empty } = props
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const [view, setView] = useState({ top: 0, height: 800 })
  const map = createRowMap(rows, keyOf, rowHeight)
  const hovered = useRef<string | null>(null)
  const before = useRef<{ map: typeof map } | null>(null)

  const at = selected === null ? -1 : map.indexOf(selected)

  // What is under the pointer stays there, also when rows appear above it.
  useLayoutEffect(() => {
    const element = box.current
    const was = before.current
    if (element !== null && was !== null && was.map.rows !== map.rows) {
      const anchor = anchorOf(was, hovered.current, selected, element.scrollTop)
      const to = anchor === null ? -1 : map.indexOf(anchor)
      if (anchor !== null && to !== -1) {
        const moved = map.topOf(to) - was.map.topOf(was.map.indexOf(anchor))
        if (moved !== 0) scrollBy(element, moved)
      }
    }
    before.current = { map }
  })

  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    const measure = () => setView({ top: element.scrollTop, height: element.clientHeight })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [rows.length === 0])

  useEffect(() => {
    if (at !== -1 && box.current !== null) bringIntoView(box.current, map.topOf(at), map.topOf(at + 1))
  }, [selected, at === -1])

  useEffect(() => {
    if (rows.length > 0 && view.top + view.height + SPARE_PX * 2 > map.height) onEnd?.()
  }, [view.top, view.height, rows])

  const moveTo = (index: number) => {
    const next = rows[Math.min(rows.length - 1, Math.max(0, index))]
    if (next !== undefined) onSelect?.(next)
  }
  const open = () => {
    const current = rows[at]
    if (current !== undefined) (onOpen ?? onSelect)?.(current)
  }
  useKeys({ next: () => moveTo(at + 1), previous: () => moveTo(at - 1), open })

  if (rows.length === 0) return <>{empty}</>
  const first = map.indexAt(view.top - SPARE_PX)
  const last = map.indexAt(view.top + view.height + SPARE_PX)
  const page = Math.max(1, map.indexAt(view.top + view.height) - map.indexAt(view.top) - 1)

  return (
    <div
      ref={box}
      class="list"
      role="listbox"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={at >= first && at <= last ? `${id}-${at}` : undefined}
      onScroll={(event) => {
        const { scrollTop, clientHeight } = event.currentTarget
        // The spare rows cover what lies between: drawing for every pixel would cost frames.
        if (Math.abs(scrollTop - view.top) > SPARE_PX / 2) setView({ top: scrollTop, height: clientHeight })
      }}
      onPointerLeave={() => {
        hovered.current = null
      }}
      onKeyDown={(event) => {
        const to = new Map([
          ['ArrowDown', at + 1],
          ['ArrowUp', at - 1],
          ['PageDown', at + page],
          ['PageUp', at - page],
          ['Home', 0],
          ['End', rows.length - 1],
        ]).get(event.key)
        if (to === undefined) return
        event.preventDefault()
        moveTo(to)
      }}
    >
      <div class="list-inside" role="presentation" style={{ '--height': `${map.height}px` }}>
        {rows.slice(first, last + 1).map((each, offset) => {
          const index = first + offset
          const key = keyOf(each)
          return (
            <div
              key={key}
              id={`${id}-${index}`}
              class={index === at ? 'row row-on' : 'row'}
              role="option"
              aria-selected={index === at}
              aria-posinset={index + 1}
              aria-setsize={rows.length}
              style={{
                '--top': `${map.topOf(index)}px`,
                '--row-height': `${map.topOf(index + 1) - map.topOf(index)}px`,
              }}
              onPointerEnter={() => {
                hovered.current = key
              }}
              onClick={() => (index === at ? open() : onSelect?.(each))}
            >
              {row(each, index)}
            </div>
          )
        })}
      </div>
    </div>
  )
}

/** The row that must not move: under the pointer, else the selected one in sight, else the first where one has scrolled. */
function anchorOf<R>(
  was: { readonly map: ReturnType<typeof createRowMap<R>> },
  hovered: string | null,
  selected: string | null,
  scrollTop: number,
): string | null {
  if (hovered !== null && was.map.indexOf(hovered) !== -1) return hovered
  if (selected !== null && was.map.indexOf(selected) !== -1) return selected
  return scrollTop > 0 ? was.map.keyAt(was.map.indexAt(scrollTop)) : null
}

/** Also past the end of a short list, which is given the room for it. */
function scrollBy(box: HTMLElement, px: number): void {
  const to = Math.max(0, box.scrollTop + px)
  const inside = box.firstElementChild
  if (inside instanceof HTMLElement) inside.style.setProperty('--room', `${to + box.clientHeight}px`)
  box.scrollTop = to
}

function bringIntoView(box: HTMLElement, top: number, bottom: number): void {
  if (top < box.scrollTop) box.scrollTop = top
  else if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight
}
