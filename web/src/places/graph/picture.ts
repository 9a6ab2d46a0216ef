import type { OutputOf } from '../../api/operation-types.js'

type Around = OutputOf<'memory.around'>

/** Someone or something. Times are milliseconds UTC. */
export type GraphNode = Around['entities'][number]
export type NodeType = NonNullable<GraphNode['type']> | 'unknown'

type Relation = Around['relations'][number]

/** A relation between two nodes, by their ids. */
export interface GraphEdge extends Omit<Relation, 'from' | 'to' | 'validFrom' | 'validUntil'> {
  readonly key: string
  readonly from: string
  readonly to: string
  readonly validFrom: number
  readonly validUntil: number | null
}

/** Everything that was loaded, whether it is shown or not. */
export interface Picture {
  readonly nodes: ReadonlyMap<string, GraphNode>
  readonly edges: ReadonlyMap<string, GraphEdge>
  /** The edges of each node, those that hold first. */
  readonly edgesOf: ReadonlyMap<string, readonly GraphEdge[]>
  /** Of those that were asked about: whether all of their relations are here. */
  readonly asked: ReadonlyMap<string, boolean>
  /** What they are now that were merged into others. */
  readonly merged: ReadonlyMap<string, string>
}

export const emptyPicture: Picture = {
  nodes: new Map(),
  edges: new Map(),
  edgesOf: new Map(),
  asked: new Map(),
  merged: new Map(),
}

/** The picture with one more answer: what is newer takes the place of what was known. */
export function withAnswer(picture: Picture, { entities, relations, asked }: Around): Picture {
  const nodes = new Map(picture.nodes)
  for (const node of entities) nodes.set(node.id, node)
  const edges = new Map(picture.edges)
  for (const edge of relations.map(edgeOf)) edges.set(edge.key, edge)
  return {
    nodes,
    edges,
    edgesOf: byEnd(edges.values()),
    asked: new Map([
      ...picture.asked,
      ...asked.map(({ entity, isComplete }) => [entity, isComplete] as const),
    ]),
    merged: new Map([
      ...picture.merged,
      ...asked.filter(({ id, entity }) => id !== entity).map(({ id, entity }) => [id, entity] as const),
    ]),
  }
}

export function typeOf({ type }: GraphNode): NodeType {
  return type ?? 'unknown'
}

export function otherEnd({ from, to }: GraphEdge, here: string): string {
  return from === here ? to : from
}

/** How an edge is named in an address: several may come from one item, a decision. */
export function refOf({ id, to }: Pick<GraphEdge, 'id' | 'to'>): string {
  return `${id}~${to}`
}

export function edgeByRef({ edgesOf }: Picture, ref: string): GraphEdge | undefined {
  const [, to = ''] = ref.split('~')
  return edgesOf.get(to)?.find((edge) => refOf(edge) === ref)
}

function edgeOf({ from, to, validFrom, validUntil, ...rest }: Relation): GraphEdge {
  return {
    ...rest,
    key: `${rest.id}~${from.id}~${rest.type}~${to.id}`,
    from: from.id,
    to: to.id,
    validFrom: validFrom === null ? 0 : Date.parse(validFrom),
    validUntil: validUntil === null ? null : Date.parse(validUntil),
  }
}

function byEnd(edges: Iterable<GraphEdge>): ReadonlyMap<string, readonly GraphEdge[]> {
  const found = new Map<string, GraphEdge[]>()
  const add = (id: string, edge: GraphEdge) => {
    const known = found.get(id)
    if (known === undefined) found.set(id, [edge])
    else known.push(edge)
  }
  for (const edge of edges) {
    add(edge.from, edge)
    if (edge.to !== edge.from) add(edge.to, edge)
  }
  return found
}
