import type { NodeType } from './picture.js'

/** Corners of an outline around 0, for a node of the size 1; a circle has none. */
export type Shape = readonly (readonly [x: number, y: number])[]

/** What a node looks like by its type: told apart by shape before colour. */
export const shapes: Readonly<Record<NodeType, Shape>> = {
  person: [],
  organisation: [
    [-0.88, -0.88],
    [0.88, -0.88],
    [0.88, 0.88],
    [-0.88, 0.88],
  ],
  team: plus(1.05, 0.42),
  project: regular(6, 1.08, 0),
  place: regular(3, 1.25, Math.PI / 2),
  decision: regular(4, 1.2, 0),
  tool: regular(3, 1.25, -Math.PI / 2),
  topic: regular(5, 1.12, -Math.PI / 2),
  action: [
    [-1, -0.9],
    [0.25, -0.9],
    [1.1, 0],
    [0.25, 0.9],
    [-1, 0.9],
    [-0.3, 0],
  ],
  unknown: [],
}

/** The types in the order in which they are told. */
export const nodeTypes = Object.keys(shapes) as readonly NodeType[]

/** How large a node is drawn: who is related to more is larger, within reason. */
export function sizeOf(type: NodeType, relations: number): number {
  return (type === 'unknown' ? 5 : 6.5) + Math.min(7, Math.sqrt(relations))
}

/** The outline as an SVG path, `size` from the middle to the rim. */
export function svgPath(type: NodeType, size: number): string {
  const corners = shapes[type]
  if (corners.length === 0) {
    const r = type === 'unknown' ? size * 0.7 : size
    return `M${-r} 0a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`
  }
  return `M${corners.map(([x, y]) => `${(x * size).toFixed(2)} ${(y * size).toFixed(2)}`).join('L')}Z`
}

function regular(corners: number, radius: number, begin: number): Shape {
  return Array.from({ length: corners }, (_, index) => {
    const angle = begin + (index * 2 * Math.PI) / corners
    return [radius * Math.cos(angle), radius * Math.sin(angle)] as const
  })
}

function plus(long: number, short: number): Shape {
  const [l, s] = [long, short]
  return [
    [-s, -l],
    [s, -l],
    [s, -s],
    [l, -s],
    [l, s],
    [s, s],
    [s, l],
    [-s, l],
    [-s, s],
    [-l, s],
    [-l, -s],
    [-s, -s],
  ]
}
