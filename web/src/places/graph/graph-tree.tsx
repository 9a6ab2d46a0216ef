import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useKeys } from '../../keys/use-keys.js'
import { sayCount } from '../../language/numbers.js'
import type { GraphRow, NodeRow } from './graph-rows.js'
import { NodeMark } from './node-mark.js'
import { typeOf } from './picture.js'
import { isSymmetric, sayRelation } from './relation-words.js'
import { sayNode, saySentence, t } from './words.js'

export interface GraphTreeProps {
  readonly rows: readonly GraphRow[]
  /** The selected node. */
  readonly selected: string | null
  readonly focus: string
  readonly path: ReadonlySet<string>
  readonly onSelect: (id: string) => void
  readonly onToggle: (id: string) => void
  readonly onMore: (id: string) => void
}

const ROW_PX = 28
const SPARE = 8

/**
 * The picture as a tree of words, its equal: right goes along a relation, left goes back, Enter opens and closes. Only rows
 * in sight are drawn.
 */
export function GraphTree({ rows, selected, focus, path, onSelect, onToggle, onMore }: GraphTreeProps) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const [view, setView] = useState({ top: 0, height: 600 })
  const [cursor, setCursor] = useState<string | null>(null)
  const at = placeOf(rows, cursor, selected)
  const current = rows[at]

  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    const measure = () => setView({ top: element.scrollTop, height: element.clientHeight })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  useEffect(() => {
    const element = box.current
    if (element === null || at < 0) return
    const top = at * ROW_PX
    if (top < element.scrollTop) element.scrollTop = top
    else if (top + ROW_PX > element.scrollTop + element.clientHeight)
      element.scrollTop = top + ROW_PX - element.clientHeight
  }, [cursor, selected])

  const goTo = (row: GraphRow | undefined) => {
    if (row === undefined) return
    setCursor(row.key)
    if (row.kind === 'node') onSelect(row.node.id)
  }
  const move = (by: number) => goTo(rows[Math.min(rows.length - 1, Math.max(0, at + by))])
  const toggle = () => {
    if (current?.kind === 'more') onMore(current.of)
    else if (current?.isAgain) goTo(rows.find(({ key }) => key === current.node.id))
    else if (current !== undefined) onToggle(current.node.id)
  }
  const forth = () => {
    if (current?.kind !== 'node' || current.isAgain) toggle()
    else if (rows[at + 1]?.parent === current.key) move(1)
    else if (!current.isOpen) toggle()
  }
  const back = () => {
    if (current?.kind === 'node' && !current.isAgain && current.isOpen && current.node.id !== focus) toggle()
    else goTo(rows.find(({ key }) => key === current?.parent))
  }
  useKeys({ next: () => move(1), previous: () => move(-1), open: toggle })
  const keys = new Map<string, () => void>([
    ['ArrowDown', () => move(1)],
    ['ArrowUp', () => move(-1)],
    ['ArrowRight', forth],
    ['ArrowLeft', back],
    ['Home', () => goTo(rows[0])],
    ['End', () => goTo(rows.at(-1))],
    ['PageDown', () => move(Math.floor(view.height / ROW_PX) - 1)],
    ['PageUp', () => move(1 - Math.floor(view.height / ROW_PX))],
  ])
  const first = Math.max(0, Math.floor(view.top / ROW_PX) - SPARE)
  const last = Math.min(rows.length, Math.ceil((view.top + view.height) / ROW_PX) + SPARE)

  return (
    <div
      ref={box}
      class="graph-tree"
      role="tree"
      aria-label={t('list')}
      tabIndex={0}
      aria-activedescendant={at >= first && at < last ? `${id}-${at}` : undefined}
      onScroll={(event) => {
        const { scrollTop, clientHeight } = event.currentTarget
        setView({ top: scrollTop, height: clientHeight })
      }}
      onKeyDown={(event) => {
        const act = event.altKey || event.ctrlKey || event.metaKey ? undefined : keys.get(event.key)
        if (act === undefined) return
        event.preventDefault()
        act()
      }}
    >
      <div class="graph-tree-inside" role="presentation" style={{ '--height': `${rows.length * ROW_PX}px` }}>
        {rows.slice(first, last).map((row, offset) => {
          const index = first + offset
          return (
            <div
              key={row.key}
              id={`${id}-${index}`}
              class={classOf(row, index === at, path)}
              role="treeitem"
              aria-level={row.depth + 1}
              aria-selected={index === at}
              aria-expanded={row.kind === 'node' && !row.isAgain ? row.isOpen : undefined}
              style={{ '--top': `${index * ROW_PX}px`, '--depth': String(Math.min(row.depth, 12)) }}
              onClick={() => (row.kind === 'more' ? onMore(row.of) : goTo(row))}
              onDblClick={() => row.kind === 'node' && onToggle(row.node.id)}
            >
              {row.kind === 'more' ? (
                <span class="graph-more">{t('more', row.left)}</span>
              ) : (
                <>
                  <span class="only-heard">{heardOf(row)}</span>
                  <Told row={row} />
                </>
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}

function Told({ row }: { readonly row: NodeRow }) {
  const { node, via, isForward, isOpen, isAgain, standing } = row
  return (
    <span class="graph-told" aria-hidden="true">
      <NodeMark type={typeOf(node)} isOpen={isOpen && !isAgain} />
      {via !== null && (
        <span class={`graph-via graph-via-${standing}`}>
          {isSymmetric(via.type) || isForward ? sayRelation(via.type) : `← ${sayRelation(via.type)}`}
        </span>
      )}
      <span class="graph-name clip">{sayNode(node)}</span>
      {isAgain ? (
        <span class="graph-again">↩</span>
      ) : (
        !isOpen && node.relations > 1 && <span class="graph-count">{sayCount(node.relations)}</span>
      )}
    </span>
  )
}

function classOf(row: GraphRow, isOn: boolean, path: ReadonlySet<string>): string {
  const isOnPath = row.kind === 'node' && path.has(row.node.id)
  const isOver = row.kind === 'node' && row.standing === 'over'
  return `graph-row${isOn ? ' graph-row-on' : ''}${isOnPath ? ' graph-row-path' : ''}${isOver ? ' graph-row-over' : ''}`
}

/** The whole relation as a sentence. */
function heardOf(row: NodeRow): string {
  const { node, via, isForward, standing, isAgain } = row
  const name = sayNode(node)
  const count = isAgain ? t('again') : t('relations', node.relations)
  if (via === null) return `${name}, ${count}`
  return `${saySentence(via.type, name, isForward, standing)}, ${count}`
}

/** The row that was moved to, while it shows what is selected; else the selected node's own. */
function placeOf(rows: readonly GraphRow[], cursor: string | null, selected: string | null): number {
  const at = cursor === null ? -1 : rows.findIndex(({ key }) => key === cursor)
  const row = rows[at]
  if (row !== undefined && (row.kind === 'more' || row.node.id === selected || selected === null)) return at
  return selected === null ? -1 : rows.findIndex(({ key }) => key === selected)
}
