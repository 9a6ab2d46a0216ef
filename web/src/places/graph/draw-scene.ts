import type { Camera, Size } from './camera.js'
import type { Point } from './ground.js'
import type { Inks } from './inks.js'
import type { NodeType } from './picture.js'
import { middleOf, type Scene, type SceneEdge, type SceneNode } from './scene.js'
import { shapes } from './shapes.js'

export interface Drawing {
  readonly scene: Scene
  readonly camera: Camera
  readonly size: Size
  readonly inks: Inks
  /** Nodes by index, edges by key. */
  readonly selectedNode: number
  readonly selectedEdge: string | null
  readonly hoveredNode: number
  readonly hoveredEdge: string | null
  /** Of what is new: how far it is on its way, from 0 to 1. */
  readonly share: number
  /** While a hand moves it, fewer names are drawn. */
  readonly isMoving: boolean
}

/** More names than this cannot be read. */
const NAMES_MAX = 140
const EDGE_NAMES_MAX = 160
const ARROWS_MAX = 900

export function drawScene(to: CanvasRenderingContext2D, drawing: Drawing): void {
  const { scene, size, inks } = drawing
  const see = seen(drawing)
  to.fillStyle = inks.paper
  to.fillRect(0, 0, size.width, size.height)
  const edges = scene.edges.filter((edge) => see.isEdge(edge))
  const hasPath = scene.edges.some(({ isOnPath }) => isOnPath)
  const isNear = (edge: SceneEdge) =>
    edge.from === drawing.selectedNode ||
    edge.to === drawing.selectedNode ||
    edge.from === drawing.hoveredNode ||
    edge.to === drawing.hoveredNode ||
    edge.edge.key === drawing.hoveredEdge
  const isChosen = (edge: SceneEdge) => edge.isOnPath || edge.edge.key === drawing.selectedEdge
  const groups: readonly [(edge: SceneEdge) => boolean, string, number, readonly number[], number][] = [
    [({ standing }) => standing === 'over', inks.edgeOver, 1, [2, 4], 1],
    [({ standing }) => standing === 'holds', inks.edge, 1.2, [], 1],
    [({ standing }) => standing === 'waits', inks.edge, 1.2, [6, 4], 1],
  ]
  const plain = edges.filter((edge) => !isNear(edge) && !isChosen(edge))
  to.globalAlpha = hasPath ? 0.4 : 1
  for (const [isOf, ink, width, dash] of groups) strokeEdges(to, see, plain.filter(isOf), ink, width, dash)
  const near = edges.filter((edge) => isNear(edge) && !isChosen(edge))
  for (const [isOf, , , dash] of groups) strokeEdges(to, see, near.filter(isOf), inks.meta, 1.5, dash)
  to.globalAlpha = 1
  strokeEdges(to, see, edges.filter(isChosen), inks.accent, 2.2, [])
  drawNodes(to, drawing, see, hasPath)
  drawEdgeNames(to, drawing, see, edges, isNear, isChosen)
  drawNames(to, drawing, see, hasPath)
  to.globalAlpha = 1
}

interface Seen {
  readonly scale: number
  readonly at: (index: number) => Point
  readonly isNode: (index: number) => boolean
  readonly isEdge: (edge: SceneEdge) => boolean
  readonly radius: (node: SceneNode) => number
  readonly hasArrows: boolean
}

/** Where everything is on the screen, and whether it is on it at all. */
function seen({ scene, camera, size, share }: Drawing): Seen {
  const { nodes } = scene
  const xs = new Float64Array(nodes.length)
  const ys = new Float64Array(nodes.length)
  const [dx, dy] = [size.width / 2 - camera.x * camera.scale, size.height / 2 - camera.y * camera.scale]
  let inside = 0
  for (let index = 0; index < nodes.length; index++) {
    const { at, from } = nodes[index] as SceneNode
    const x = from === null ? at.x : from.x + (at.x - from.x) * share
    const y = from === null ? at.y : from.y + (at.y - from.y) * share
    xs[index] = x * camera.scale + dx
    ys[index] = y * camera.scale + dy
    if (isInside(index)) inside += 1
  }
  function isInside(index: number): boolean {
    const [x, y] = [xs[index] as number, ys[index] as number]
    return x > -RIM && y > -RIM && x < size.width + RIM && y < size.height + RIM
  }
  // Smaller from afar, but not as fast as the distance grows.
  const zoom = camera.scale >= 1 ? Math.sqrt(camera.scale) : Math.max(0.22, camera.scale ** 0.75)
  return {
    scale: camera.scale,
    at: (index) => ({ x: xs[index] as number, y: ys[index] as number }),
    isNode: isInside,
    isEdge: ({ from, to }) => {
      const [ax, ay, bx, by] = [xs[from], ys[from], xs[to], ys[to]] as [number, number, number, number]
      return (
        Math.max(ax, bx) > -RIM &&
        Math.min(ax, bx) < size.width + RIM &&
        Math.max(ay, by) > -RIM &&
        Math.min(ay, by) < size.height + RIM
      )
    },
    radius: (node) => node.size * zoom,
    hasArrows: camera.scale > 0.3 && inside < ARROWS_MAX,
  }
}

const RIM = 60

function strokeEdges(
  to: CanvasRenderingContext2D,
  see: Seen,
  edges: readonly SceneEdge[],
  ink: string,
  width: number,
  dash: readonly number[],
): void {
  if (edges.length === 0) return
  to.strokeStyle = ink
  to.lineWidth = width
  to.setLineDash([...dash])
  to.beginPath()
  for (const edge of edges) {
    const a = see.at(edge.from)
    const b = see.at(edge.to)
    to.moveTo(a.x, a.y)
    if (edge.bend === 0) to.lineTo(b.x, b.y)
    else {
      const bow = bowOf(edge, see)
      to.quadraticCurveTo(bow.x, bow.y, b.x, b.y)
    }
  }
  to.stroke()
  to.setLineDash([])
}

/** The point that a curve is drawn towards, so that it passes through the middle of the edge. */
function bowOf(edge: SceneEdge, see: Seen): Point {
  const [a, b] = [see.at(edge.from), see.at(edge.to)]
  const middle = middleOf({ ...edge, bend: edge.bend * see.scale }, see.at)
  return { x: 2 * middle.x - (a.x + b.x) / 2, y: 2 * middle.y - (a.y + b.y) / 2 }
}

function drawNodes(to: CanvasRenderingContext2D, drawing: Drawing, see: Seen, hasPath: boolean): void {
  const { scene, inks } = drawing
  const groups = new Map<string, number[]>()
  for (const [index, { type, isOpen, isOver, isOnPath }] of scene.nodes.entries()) {
    if (!see.isNode(index)) continue
    const key = `${type} ${isOpen ? 1 : 0}${isOver || (hasPath && !isOnPath) ? 1 : 0}`
    const known = groups.get(key)
    if (known === undefined) groups.set(key, [index])
    else known.push(index)
  }
  to.lineWidth = 1.5
  for (const [key, indexes] of groups) {
    const [type = 'unknown', flags = '00'] = key.split(' ') as [NodeType, string]
    const isOpen = flags.startsWith('1')
    // Edges end at the rim.
    to.fillStyle = inks.paper
    to.strokeStyle = inks.types[type]
    const outline = new Path2D()
    for (const index of indexes)
      addShape(outline, type, see.at(index), see.radius(scene.nodes[index] as SceneNode))
    to.fill(outline)
    to.globalAlpha = flags.endsWith('1') ? 0.4 : 1
    to.fillStyle = isOpen ? inks.types[type] : inks.fills[type]
    to.fill(outline)
    to.stroke(outline)
    to.globalAlpha = 1
  }
  drawArrows(to, drawing, see)
  for (const [index, ink] of [
    [drawing.hoveredNode, inks.meta],
    [drawing.selectedNode, inks.accent],
  ] as const) {
    const node = scene.nodes[index]
    if (node === undefined) continue
    const ring = new Path2D()
    addShape(ring, node.type, see.at(index), see.radius(node) + 4)
    to.strokeStyle = ink
    to.lineWidth = 2
    to.stroke(ring)
  }
}

function addShape(outline: Path2D, type: NodeType, { x, y }: Point, radius: number): void {
  const corners = shapes[type]
  if (corners.length === 0) {
    outline.moveTo(x + radius, y)
    outline.arc(x, y, radius, 0, 2 * Math.PI)
    return
  }
  for (const [index, [cx, cy]] of corners.entries()) {
    if (index === 0) outline.moveTo(x + cx * radius, y + cy * radius)
    else outline.lineTo(x + cx * radius, y + cy * radius)
  }
  outline.closePath()
}

/** Towards what a relation leads, before the rim of the node. */
function drawArrows(to: CanvasRenderingContext2D, { scene, inks, selectedEdge }: Drawing, see: Seen): void {
  if (!see.hasArrows) return
  for (const isAccent of [false, true]) {
    const heads = new Path2D()
    for (const edge of scene.edges) {
      const isChosen = edge.isOnPath || edge.edge.key === selectedEdge
      if (edge.isSymmetric || isChosen !== isAccent || edge.standing === 'over' || !see.isEdge(edge)) continue
      const tip = see.at(edge.to)
      const from = edge.bend === 0 ? see.at(edge.from) : bowOf(edge, see)
      const far = Math.hypot(tip.x - from.x, tip.y - from.y)
      const back = see.radius(scene.nodes[edge.to] as SceneNode) + 3
      if (far < back + ARROW) continue
      const [ux, uy] = [(tip.x - from.x) / far, (tip.y - from.y) / far]
      const [px, py] = [tip.x - ux * back, tip.y - uy * back]
      heads.moveTo(px, py)
      heads.lineTo(px - ux * ARROW - uy * ARROW * 0.45, py - uy * ARROW + ux * ARROW * 0.45)
      heads.lineTo(px - ux * ARROW + uy * ARROW * 0.45, py - uy * ARROW - ux * ARROW * 0.45)
      heads.closePath()
    }
    to.fillStyle = isAccent ? inks.accent : inks.meta
    to.fill(heads)
  }
}

const ARROW = 8

/** Along the edge where it is long enough, the right way up. */
function drawEdgeNames(
  to: CanvasRenderingContext2D,
  { scene, inks, isMoving, camera }: Drawing,
  see: Seen,
  edges: readonly SceneEdge[],
  isNear: (edge: SceneEdge) => boolean,
  isChosen: (edge: SceneEdge) => boolean,
): void {
  const isFew = edges.length <= EDGE_NAMES_MAX && camera.scale > 0.5
  if (isMoving && scene.edges.length > 2_000) return
  to.font = `400 11px ${inks.font}`
  to.textAlign = 'center'
  to.textBaseline = 'middle'
  to.lineJoin = 'round'
  let drawn = 0
  for (const edge of edges) {
    const isWanted = isChosen(edge) || isNear(edge)
    if ((!isFew && !isWanted) || drawn >= EDGE_NAMES_MAX) continue
    const [a, b] = [see.at(edge.from), see.at(edge.to)]
    const room = Math.hypot(b.x - a.x, b.y - a.y) - 44
    const width = widthOf(to, edge.label)
    if (width > room) continue
    drawn += 1
    const middle = middleOf({ ...edge, bend: edge.bend * see.scale }, see.at)
    const angle = Math.atan2(b.y - a.y, b.x - a.x)
    const upright = angle > Math.PI / 2 ? angle - Math.PI : angle <= -Math.PI / 2 ? angle + Math.PI : angle
    to.save()
    to.translate(middle.x, middle.y)
    to.rotate(upright)
    written(to, edge.label, 0, 0, isChosen(edge) ? inks.accent : inks.meta, inks.paper)
    to.restore()
  }
}

/** The most important names first, and none over another. */
function drawNames(to: CanvasRenderingContext2D, drawing: Drawing, see: Seen, hasPath: boolean): void {
  const { scene, inks, selectedNode, hoveredNode, isMoving } = drawing
  const taken = new Set<string>()
  to.textAlign = 'center'
  to.textBaseline = 'top'
  to.lineJoin = 'round'
  let left = isMoving && scene.nodes.length > 1_500 ? NAMES_MAX / 4 : NAMES_MAX
  const first = [selectedNode, hoveredNode].filter((index) => index >= 0)
  for (const index of [...first, ...scene.byImportance]) {
    if (left <= 0) break
    const node = scene.nodes[index]
    if (node === undefined || !see.isNode(index)) continue
    const isFirst = index === selectedNode || index === hoveredNode
    const isStrong = isFirst || node.isFocus || node.isOpen
    if (see.scale < 0.28 && !isStrong && scene.nodes.length > 60) continue
    to.font = `${isStrong ? 600 : 400} 12px ${inks.font}`
    const name = shortened(node.name)
    const { x, y } = see.at(index)
    const top = y + see.radius(node) + 4
    const width = widthOf(to, name)
    if (!isFree(taken, x - width / 2, top, width) && !(isFirst && first.includes(index))) continue
    left -= 1
    to.globalAlpha = node.isOver || (hasPath && !node.isOnPath) ? 0.55 : 1
    written(to, name, x, top, inks.text, inks.paper)
    if (node.hidden > 0 && see.scale > 0.55) {
      to.font = `400 10px ${inks.font}`
      to.textAlign = 'left'
      written(
        to,
        `+${node.hidden}`,
        x + see.radius(node) + 2,
        y - see.radius(node) - 6,
        inks.meta,
        inks.paper,
      )
      to.textAlign = 'center'
    }
    to.globalAlpha = 1
  }
}

/** Takes the cells that a name covers, unless one of them is taken. */
function isFree(taken: Set<string>, left: number, top: number, width: number): boolean {
  const row = Math.floor(top / ROW)
  const from = Math.floor(left / COLUMN)
  const until = Math.floor((left + width) / COLUMN)
  for (let column = from; column <= until; column++)
    for (const near of [row, row + 1]) if (taken.has(`${column} ${near}`)) return false
  for (let column = from; column <= until; column++) taken.add(`${column} ${row}`)
  return true
}

const ROW = 14
const COLUMN = 12
const NAME_MAX_CHARS = 26

function shortened(name: string): string {
  const characters = [...name]
  return characters.length <= NAME_MAX_CHARS ? name : `${characters.slice(0, NAME_MAX_CHARS - 1).join('')}…` // slice-ok: whole characters
}

function written(
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

function widthOf(to: CanvasRenderingContext2D, text: string): number {
  const key = `${to.font} ${text}`
  const known = widths.get(key)
  if (known !== undefined) return known
  if (widths.size > 20_000) widths.clear()
  const { width } = to.measureText(text)
  widths.set(key, width)
  return width
}
