import { type GraphEdge, type GraphNode, type NodeType, otherEnd, type Picture, typeOf } from './picture.js'
import { type Standing, standingOf } from './standing.js'

export type TrustLevel = NonNullable<GraphEdge['trust']>

/** What of the picture is to be seen. */
export interface View {
  /** Where one began; '' before that. */
  readonly focus: string
  /** Those whose relations are shown, beside the focus, in the order in which they were opened. */
  readonly open: readonly string[]
  readonly path: readonly string[]
  readonly hiddenTypes: ReadonlySet<string>
  readonly hiddenRelations: ReadonlySet<string>
  /** The least trust that a relation must have. */
  readonly trust: TrustLevel
  /** Milliseconds UTC; null: now. */
  readonly at: number | null
  /** Whether what holds no more is shown, faded. */
  readonly hasPast: boolean
}

export interface ShownNode {
  readonly node: GraphNode
  /** Through which edge it was reached first; null for the focus. */
  readonly via: GraphEdge | null
  readonly parent: string | null
  readonly depth: number
  readonly isOpen: boolean
  /** Nothing that leads to it holds at the time. */
  readonly isOver: boolean
}

export interface ShownEdge {
  readonly edge: GraphEdge
  readonly standing: Standing
}

export interface Shown {
  /** In the order in which they are reached: the focus first. */
  readonly nodes: ReadonlyMap<string, ShownNode>
  readonly edges: readonly ShownEdge[]
  /** The shown edges of each node. */
  readonly edgesOf: ReadonlyMap<string, readonly ShownEdge[]>
}

export const trustLevels: readonly TrustLevel[] = ['definitive', 'stated', 'observed', 'untrusted']

/**
 * What is seen: what can be reached from the focus over those that are open, by relations that pass the filters and have
 * begun by then. Whatever joins two that are seen is seen too.
 */
export function shownOf(picture: Picture, view: View): Shown {
  const passing = new Map<string, ShownEdge | null>()
  const pass = (edge: GraphEdge): ShownEdge | null => {
    const known = passing.get(edge.key)
    if (known !== undefined) return known
    const made = passes(edge, view)
    passing.set(edge.key, made)
    return made
  }
  const openSet = new Set([view.focus, ...view.open])
  const pathSet = new Set(view.path)
  const isSeen = (id: string) => {
    const node = picture.nodes.get(id)
    return node !== undefined && (id === view.focus || pathSet.has(id) || !view.hiddenTypes.has(typeOf(node)))
  }
  const nodes = new Map<string, ShownNode>()
  const begin = (id: string) => {
    const node = picture.nodes.get(id)
    if (node === undefined || nodes.has(id)) return
    nodes.set(id, { node, via: null, parent: null, depth: 0, isOpen: openSet.has(id), isOver: false })
    follow(id)
  }
  function follow(start: string): void {
    const queue = [start]
    for (const here of queue) {
      if (!openSet.has(here) && !pathSet.has(here)) continue
      const steps = sorted(passingEdges(picture, here, pass), here).filter(
        ({ edge }) => openSet.has(here) || isOnPath(view.path, here, otherEnd(edge, here)),
      )
      for (const { edge, standing } of steps) {
        const there = otherEnd(edge, here)
        if (nodes.has(there) || !isSeen(there)) continue
        const node = picture.nodes.get(there) as GraphNode
        nodes.set(there, {
          node,
          via: edge,
          parent: here,
          depth: (nodes.get(here)?.depth ?? 0) + 1,
          isOpen: openSet.has(there),
          isOver: standing === 'over',
        })
        queue.push(there)
      }
    }
  }
  begin(view.focus)
  for (const id of view.path) begin(id)
  return withEdges(picture, nodes, pass)
}

function passes(edge: GraphEdge, view: View): ShownEdge | null {
  const standing = standingOf(edge, view.at)
  if (standing === 'yet' || (standing === 'over' && !view.hasPast)) return null
  if (view.hiddenRelations.has(edge.type) || !isTrusted(edge, view.trust)) return null
  return { edge, standing }
}

function isTrusted({ trust }: GraphEdge, least: TrustLevel): boolean {
  return trust === null || trustLevels.indexOf(trust) <= trustLevels.indexOf(least)
}

/** Whether two follow each other on the path that is looked at. */
function isOnPath(path: readonly string[], a: string, b: string): boolean {
  const at = path.indexOf(a)
  return at !== -1 && (path[at - 1] === b || path[at + 1] === b)
}

function passingEdges(
  { edgesOf }: Picture,
  here: string,
  pass: (edge: GraphEdge) => ShownEdge | null,
): readonly ShownEdge[] {
  return (edgesOf.get(here) ?? []).flatMap((edge) => pass(edge) ?? [])
}

/** As they are listed under one: what holds before what is over, then by kind and direction, then the newest. */
export function sorted(edges: readonly ShownEdge[], here: string): readonly ShownEdge[] {
  return edges.length < 2 ? edges : edges.toSorted((a, b) => compareEdges(a, b, here))
}

function compareEdges(a: ShownEdge, b: ShownEdge, here: string): number {
  return (
    order[a.standing] - order[b.standing] ||
    compareText(a.edge.type, b.edge.type) ||
    Number(a.edge.from !== here) - Number(b.edge.from !== here) ||
    b.edge.validFrom - a.edge.validFrom ||
    compareText(a.edge.key, b.edge.key)
  )
}

const order: Readonly<Record<Standing, number>> = { holds: 0, waits: 1, over: 2, yet: 3 }

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function withEdges(
  picture: Picture,
  nodes: Map<string, ShownNode>,
  pass: (edge: GraphEdge) => ShownEdge | null,
): Shown {
  const edges: ShownEdge[] = []
  const edgesOf = new Map<string, readonly ShownEdge[]>()
  for (const [id, node] of nodes) {
    const own = passingEdges(picture, id, pass).filter(({ edge }) => nodes.has(otherEnd(edge, id)))
    edgesOf.set(id, own)
    for (const one of own) if (one.edge.from === id) edges.push(one)
    const isOver = node.parent !== null && own.length > 0 && own.every(({ standing }) => standing === 'over')
    if (isOver !== node.isOver) nodes.set(id, { ...node, isOver })
  }
  return { nodes, edges, edgesOf }
}

/** What can be hidden: the kinds that are in the picture, with how many there are of each. */
export function countTypes({ nodes }: Picture): ReadonlyMap<NodeType, number> {
  return counted([...nodes.values()].map(typeOf))
}

export function countRelations({ edges }: Picture): ReadonlyMap<string, number> {
  return counted([...edges.values()].map(({ type }) => type))
}

function counted<T extends string>(all: readonly T[]): ReadonlyMap<T, number> {
  const counts = new Map<T, number>()
  for (const one of all) counts.set(one, (counts.get(one) ?? 0) + 1)
  return new Map([...counts].sort(([a, n], [b, m]) => m - n || compareText(a, b)))
}
