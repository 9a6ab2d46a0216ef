import type { Point } from './ground.js'
import type { Inks } from './inks.js'
import type { NodeType } from './picture.js'
import type { SceneEdge, SceneNode } from './scene.js'
import { shapes } from './shapes.js'
import type { Sight } from './sight.js'
import type { Standing } from './standing.js'

/** How the line of a relation is drawn before its colour: solid, dashed where it waits, dotted where it is over. */
export const dashes: Readonly<Record<Standing, readonly number[]>> = {
  holds: [],
  waits: [6, 4],
  over: [2, 4],
  yet: [2, 4],
}

export function strokeEdge(to: CanvasRenderingContext2D, sight: Sight, edge: SceneEdge): void {
  const a = sight.at(edge.from)
  const b = sight.at(edge.to)
  to.beginPath()
  to.moveTo(a.x, a.y)
  if (edge.bend === 0) to.lineTo(b.x, b.y)
  else {
    const bow = sight.bowOf(edge)
    to.quadraticCurveTo(bow.x, bow.y, b.x, b.y)
  }
  to.stroke()
}

/** Towards what a relation leads, before the rim of the node. */
export function fillArrow(
  to: CanvasRenderingContext2D,
  sight: Sight,
  edge: SceneEdge,
  head: SceneNode,
): void {
  const tip = sight.at(edge.to)
  const from = edge.bend === 0 ? sight.at(edge.from) : sight.bowOf(edge)
  const far = Math.hypot(tip.x - from.x, tip.y - from.y)
  const back = sight.radius(head) + 3
  if (edge.isSymmetric || far < back + ARROW) return
  const [ux, uy] = [(tip.x - from.x) / far, (tip.y - from.y) / far]
  const [px, py] = [tip.x - ux * back, tip.y - uy * back]
  to.beginPath()
  to.moveTo(px, py)
  to.lineTo(px - ux * ARROW - uy * ARROW * 0.45, py - uy * ARROW + ux * ARROW * 0.45)
  to.lineTo(px - ux * ARROW + uy * ARROW * 0.45, py - uy * ARROW - ux * ARROW * 0.45)
  to.closePath()
  to.fill()
}

const ARROW = 8

/** Filled where it is open; what no longer holds is faint. Edges end at the rim, so paper lies under it. */
export function drawNode(
  to: CanvasRenderingContext2D,
  node: SceneNode,
  at: Point,
  radius: number,
  inks: Inks,
  isFaint: boolean,
): void {
  outline(to, node.type, at, radius)
  to.globalAlpha = 1
  to.fillStyle = inks.paper
  to.fill()
  to.globalAlpha = isFaint ? 0.4 : 1
  to.fillStyle = node.isOpen ? inks.types[node.type] : inks.fills[node.type]
  to.fill()
  to.strokeStyle = inks.types[node.type]
  to.lineWidth = 1.5
  to.stroke()
  to.globalAlpha = 1
}

export function outline(to: CanvasRenderingContext2D, type: NodeType, { x, y }: Point, radius: number): void {
  const corners = shapes[type]
  to.beginPath()
  if (corners.length === 0) to.arc(x, y, radius, 0, 2 * Math.PI)
  for (const [index, [cx, cy]] of corners.entries()) {
    if (index === 0) to.moveTo(x + cx * radius, y + cy * radius)
    else to.lineTo(x + cx * radius, y + cy * radius)
  }
  to.closePath()
}

/** Text that can be read over lines. */
export function written(
  to: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  ink: string,
  paper: string,
): void {
  to.strokeStyle = paper
  to.lineWidth = 4
  to.strokeText(text, x, y)
  to.fillStyle = ink
  to.fillText(text, x, y)
}

const widths = new Map<string, number>()

/** How wide a text is, measured once. */
export function widthOf(to: CanvasRenderingContext2D, text: string): number {
  const key = `${to.font} ${text}`
  const known = widths.get(key)
  if (known !== undefined) return known
  if (widths.size > 20_000) widths.clear()
  const { width } = to.measureText(text)
  widths.set(key, width)
  return width
}
