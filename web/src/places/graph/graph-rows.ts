import type { GraphEdge, GraphNode, Picture } from './picture.js'
import { otherEnd } from './picture.js'
import { type Shown, type ShownEdge, type ShownNode, sorted } from './shown.js'
import type { Standing } from './standing.js'

/** One line of the list that says what the picture shows. */
export type GraphRow = NodeRow | MoreRow

export interface NodeRow {
  readonly kind: 'node'
  readonly key: string
  readonly depth: number
  readonly node: GraphNode
  /** The relation that leads here from the row that it stands under; null for where one began. */
  readonly via: GraphEdge | null
  /** Whether that relation goes from the row above to here. */
  readonly isForward: boolean
  readonly standing: Standing
  /** The node has a row of its own elsewhere: this is another relation that leads to it. */
  readonly isAgain: boolean
  readonly isOpen: boolean
  readonly hasChildren: boolean
  /** The row that it stands under. */
  readonly parent: string | null
}

export interface MoreRow {
  readonly kind: 'more'
  readonly key: string
  readonly depth: number
  readonly of: string
  /** Relations that were not loaded. */
  readonly left: number
  readonly parent: string
}

/**
 * The picture as a list: under each node what it is related to. Every relation that is shown stands in it: under both ends
 * where both are open, else under the one that comes first.
 */
export function graphRows(shown: Shown, picture: Picture): readonly GraphRow[] {
  const places = new Map([...shown.nodes.keys()].map((id, index) => [id, index]))
  const rows: GraphRow[] = []
  const waiting: (() => void)[] = []
  for (const [id, one] of [...shown.nodes].reverse())
    if (one.parent === null) waiting.push(() => put(id, one, null))
  // A stack of our own: what was opened one from the other may be as deep as it likes.
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) next()
  return rows

  function put(id: string, one: ShownNode, from: { key: string; step: ShownEdge } | null): void {
    const listed = listedUnder(id, one)
    rows.push({
      kind: 'node',
      key: id,
      depth: one.depth,
      node: one.node,
      via: one.via,
      isForward: one.via !== null && one.via.to === id,
      standing: from?.step.standing ?? 'holds',
      isAgain: false,
      isOpen: one.isOpen,
      hasChildren: listed.length > 0,
      parent: from?.key ?? null,
    })
    const later: (() => void)[] = []
    for (const step of listed) {
      const there = otherEnd(step.edge, id)
      const other = shown.nodes.get(there) as ShownNode
      const isOwn = other.parent === id && other.via === step.edge
      later.push(
        isOwn
          ? () => put(there, other, { key: id, step })
          : () =>
              rows.push({
                kind: 'node',
                key: `${id}>${step.edge.key}`,
                depth: one.depth + 1,
                node: other.node,
                via: step.edge,
                isForward: step.edge.from === id,
                standing: step.standing,
                isAgain: true,
                isOpen: other.isOpen,
                hasChildren: false,
                parent: id,
              }),
      )
    }
    const left =
      one.isOpen && picture.asked.get(id) === false
        ? one.node.relations - (picture.edgesOf.get(id)?.length ?? 0)
        : 0
    if (left > 0)
      later.push(() =>
        rows.push({ kind: 'more', key: `${id}>more`, depth: one.depth + 1, of: id, left, parent: id }),
      )
    waiting.push(...later.reverse())
  }

  /** All but the way here; of one that is not open what leads further down. */
  function listedUnder(id: string, one: ShownNode): readonly ShownEdge[] {
    const own = sorted(shown.edgesOf.get(id) ?? [], id)
    return own.filter((step) => {
      if (step.edge === one.via) return false
      const there = otherEnd(step.edge, id)
      const other = shown.nodes.get(there)
      if (other?.parent === id && other.via === step.edge) return true
      return one.isOpen || (!other?.isOpen && (places.get(there) ?? 0) > (places.get(id) ?? 0))
    })
  }
}
