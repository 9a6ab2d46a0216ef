import { createGround, type Ground, type Point } from './ground.js'
import { type GraphEdge, type NodeType, typeOf } from './picture.js'
import { sizeOf } from './shapes.js'
import type { Shown } from './shown.js'
import type { Standing } from './standing.js'

/** What is drawn, by index: thousands of nodes are drawn 60 times a second. */
export interface Scene {
  readonly nodes: readonly SceneNode[]
  readonly edges: readonly SceneEdge[]
  readonly indexOf: ReadonlyMap<string, number>
  /** The edges of each node, by its index. */
  readonly edgesOf: ReadonlyMap<number, readonly SceneEdge[]>
  /** The edges of the path that is looked at. */
  readonly path: readonly SceneEdge[]
  /** The most important name first: where there is no room for all. */
  readonly byImportance: readonly number[]
  readonly ground: Ground
}

export interface SceneNode {
  readonly id: string
  /** Short enough to be drawn. */
  readonly name: string
  readonly type: NodeType
  readonly size: number
  readonly isOpen: boolean
  readonly isFocus: boolean
  readonly isOver: boolean
  readonly isOnPath: boolean
  /** Relations that are not shown. */
  readonly hidden: number
  at: Point
  /** Where it comes from, while it moves. */
  from: Point | null
}

export interface SceneEdge {
  readonly edge: GraphEdge
  readonly from: number
  readonly to: number
  readonly standing: Standing
  readonly isOnPath: boolean
  readonly isSymmetric: boolean
  /** How far its middle stands aside: several between the same two lie beside each other. */
  readonly bend: number
  readonly label: string
}

export interface SceneOptions {
  readonly focus: string
  readonly path: readonly string[]
  readonly labelOf: (type: GraphEdge['type']) => string
  readonly isSymmetric: (type: GraphEdge['type']) => boolean
  readonly nameOf: (node: { readonly name: string; readonly isUser: boolean }) => string
  /** Where nodes that are new come from. */
  readonly before: ReadonlyMap<string, Point>
}

const BEND = 26
const CELL = 80

export function sceneOf(shown: Shown, places: ReadonlyMap<string, Point>, options: SceneOptions): Scene {
  const { focus, path, before } = options
  const onPath = new Set(path)
  const indexOf = new Map<string, number>()
  const nodes: SceneNode[] = []
  const ground = createGround(CELL)
  for (const [id, { node, parent, isOpen, isOver }] of shown.nodes) {
    const at = places.get(id)
    if (at === undefined) continue
    const type = typeOf(node)
    const comesFrom = before.size === 0 || before.has(id) || parent === null ? undefined : places.get(parent)
    indexOf.set(id, nodes.length)
    ground.add(id, at)
    nodes.push({
      id,
      name: shortened(options.nameOf(node)),
      type,
      size: sizeOf(type, node.relations),
      isOpen,
      isFocus: id === focus,
      isOver,
      isOnPath: onPath.has(id),
      hidden: Math.max(0, node.relations - (shown.edgesOf.get(id)?.length ?? 0)),
      at,
      from: comesFrom ?? null,
    })
  }
  const labels = new Map<GraphEdge['type'], string>()
  const straight: SceneEdge[] = []
  for (const { edge, standing } of shown.edges) {
    const from = indexOf.get(edge.from)
    const to = indexOf.get(edge.to)
    if (from === undefined || to === undefined) continue
    const label = labels.get(edge.type) ?? options.labelOf(edge.type)
    labels.set(edge.type, label)
    straight.push({
      edge,
      from,
      to,
      standing,
      isOnPath: path.length > 0 && areNeighbours(path, edge.from, edge.to),
      isSymmetric: options.isSymmetric(edge.type),
      bend: 0,
      label,
    })
  }
  const edges = bent(straight)
  return {
    nodes,
    edges,
    indexOf,
    edgesOf: byEnd(edges),
    path: edges.filter(({ isOnPath }) => isOnPath),
    ground,
    byImportance: byImportance(nodes),
  }
}

/** The point through which an edge passes halfway. */
export function middleOf({ from, to, bend }: SceneEdge, at: (index: number) => Point): Point {
  const [a, b] = [at(from), at(to)]
  const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
  if (bend === 0) return middle
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1
  // To the same side, whichever way the edge goes.
  const side = from < to ? bend : -bend
  return { x: middle.x - ((b.y - a.y) / length) * side, y: middle.y + ((b.x - a.x) / length) * side }
}

/** The edge that passes nearest, within `reach`. */
export function edgeNear({ nodes, edges }: Scene, point: Point, reach: number): SceneEdge | undefined {
  let found: SceneEdge | undefined
  let least = reach
  const at = (index: number) => (nodes[index] as SceneNode).at
  for (const edge of edges) {
    const [a, b] = [at(edge.from), at(edge.to)]
    const middle = middleOf(edge, at)
    const far = Math.min(toSegment(point, a, middle), toSegment(point, middle, b))
    if (far < least) [found, least] = [edge, far]
  }
  return found
}

function toSegment(point: Point, a: Point, b: Point): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const along = ((point.x - a.x) * dx + (point.y - a.y) * dy) / (dx * dx + dy * dy || 1)
  const share = Math.min(1, Math.max(0, along))
  return Math.hypot(point.x - a.x - share * dx, point.y - a.y - share * dy)
}

/** Several between the same two lie beside each other. */
function bent(edges: readonly SceneEdge[]): readonly SceneEdge[] {
  const pairs = new Map<number, number[]>()
  for (const [index, { from, to }] of edges.entries()) {
    const pair = Math.min(from, to) * PAIRS + Math.max(from, to)
    const known = pairs.get(pair)
    if (known === undefined) pairs.set(pair, [index])
    else known.push(index)
  }
  const all = [...edges]
  for (const indexes of pairs.values()) {
    if (indexes.length === 1) continue
    for (const [place, index] of indexes.entries())
      all[index] = { ...(edges[index] as SceneEdge), bend: (place - (indexes.length - 1) / 2) * BEND }
  }
  return all
}

const PAIRS = 2 ** 22

function byEnd(edges: readonly SceneEdge[]): ReadonlyMap<number, readonly SceneEdge[]> {
  const found = new Map<number, SceneEdge[]>()
  for (const edge of edges)
    for (const end of [edge.from, edge.to]) {
      const known = found.get(end)
      if (known === undefined) found.set(end, [edge])
      else known.push(edge)
    }
  return found
}

const NAME_MAX_CHARS = 26

function shortened(name: string): string {
  if (name.length <= NAME_MAX_CHARS) return name
  const characters = [...name]
  return characters.length <= NAME_MAX_CHARS ? name : `${characters.slice(0, NAME_MAX_CHARS - 1).join('')}…` // slice-ok: whole characters
}

function areNeighbours(path: readonly string[], a: string, b: string): boolean {
  return path.some((id, index) => (id === a && path[index + 1] === b) || (id === b && path[index + 1] === a))
}

function byImportance(nodes: readonly SceneNode[]): readonly number[] {
  const weight = ({ isFocus, isOpen, isOnPath, size }: SceneNode) =>
    Number(isFocus) * 400 + Number(isOnPath) * 200 + Number(isOpen) * 100 + size
  return nodes
    .map((node, index) => ({ index, weight: weight(node) }))
    .sort((a, b) => b.weight - a.weight || a.index - b.index)
    .map(({ index }) => index)
}
