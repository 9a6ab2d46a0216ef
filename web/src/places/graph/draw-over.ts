import type { Camera, Size } from './camera.js'
import { dashes, drawNode, fillArrow, outline, strokeEdge, widthOf, written } from './draw-marks.js'
import type { Inks } from './inks.js'
import type { Scene, SceneEdge, SceneNode } from './scene.js'
import { type Sight, sightOf } from './sight.js'

export interface OverDrawing {
  readonly scene: Scene
  readonly camera: Camera
  readonly size: Size
  readonly inks: Inks
  readonly share: number
  /** Nodes by index, edges by key. */
  readonly selectedNode: number
  readonly selectedEdge: string | null
  readonly hoveredNode: number
  readonly hoveredEdge: string | null
  readonly lifted: number
  /** While a hand moves thousands, fewer names are drawn. */
  readonly isMoving: boolean
}

/** More names than this cannot be read. */
const NAMES_MAX = 140
const EDGE_NAMES_MAX = 160

/** What stands out, and all names: drawn anew in each frame, and of each only what can be read. */
export function drawOver(to: CanvasRenderingContext2D, drawing: OverDrawing): void {
  const { scene, camera, size, inks, share, selectedEdge } = drawing
  const sight = sightOf(scene, camera, size, share)
  const near = nearEdges(drawing)
  const chosen = [...scene.path, ...scene.edges.filter(({ edge }) => edge.key === selectedEdge)]
  for (const [edges, ink, width] of [
    [near, inks.meta, 1.6],
    [chosen, inks.accent, 2.4],
  ] as const) {
    to.strokeStyle = ink
    to.fillStyle = ink
    to.lineWidth = width
    for (const edge of edges) {
      to.setLineDash([...dashes[edge.standing]])
      strokeEdge(to, sight, edge)
      if (edge.standing !== 'over') fillArrow(to, sight, edge, scene.nodes[edge.to] as SceneNode)
    }
    to.setLineDash([])
  }
  // The ends of these lines lie above them.
  const ends = new Set([...near, ...chosen].flatMap((edge) => [edge.from, edge.to]))
  for (const index of [...ends, drawing.lifted]) {
    const node = scene.nodes[index]
    if (node !== undefined && sight.hasNode(index))
      drawNode(to, node, sight.at(index), sight.radius(node), inks, node.isOver)
  }
  drawRings(to, drawing, sight)
  drawEdgeNames(to, drawing, sight, new Set(near), new Set(chosen))
  drawNames(to, drawing, sight)
}

/** Of what is pointed at, selected or held. */
function nearEdges({
  scene,
  selectedNode,
  hoveredNode,
  hoveredEdge,
  lifted,
}: OverDrawing): readonly SceneEdge[] {
  const near = [selectedNode, hoveredNode, lifted].flatMap((index) => scene.edgesOf.get(index) ?? [])
  if (hoveredEdge === null) return near
  return [...near, ...scene.edges.filter(({ edge }) => edge.key === hoveredEdge)]
}

function drawRings(to: CanvasRenderingContext2D, drawing: OverDrawing, sight: Sight): void {
  const { scene, inks, hoveredNode, selectedNode } = drawing
  for (const [index, ink] of [
    [hoveredNode, inks.meta],
    [selectedNode, inks.accent],
  ] as const) {
    const node = scene.nodes[index]
    if (node === undefined) continue
    outline(to, node.type, sight.at(index), sight.radius(node) + 4)
    to.strokeStyle = ink
    to.lineWidth = 2
    to.stroke()
  }
}

/** Along the edge where it is long enough, the right way up. */
function drawEdgeNames(
  to: CanvasRenderingContext2D,
  { scene, inks, camera, isMoving }: OverDrawing,
  sight: Sight,
  near: ReadonlySet<SceneEdge>,
  chosen: ReadonlySet<SceneEdge>,
): void {
  const isNear = camera.scale > 0.5 && !(isMoving && scene.edges.length > FEW)
  const seen = isNear ? scene.edges.filter((edge) => sight.hasEdge(edge)) : []
  const wanted = new Set([...chosen, ...near, ...(seen.length <= EDGE_NAMES_MAX ? seen : [])])
  to.font = `400 11px ${inks.font}`
  to.textAlign = 'center'
  to.textBaseline = 'middle'
  to.lineJoin = 'round'
  let left = EDGE_NAMES_MAX
  for (const edge of wanted) {
    const [a, b] = [sight.at(edge.from), sight.at(edge.to)]
    const room = Math.hypot(b.x - a.x, b.y - a.y) - NAME_MARGIN
    if (left === 0 || !sight.hasEdge(edge) || widthOf(to, edge.label) > room) continue
    left -= 1
    const middle = sight.middleOf(edge)
    const angle = Math.atan2(b.y - a.y, b.x - a.x)
    const upright = angle > Math.PI / 2 ? angle - Math.PI : angle <= -Math.PI / 2 ? angle + Math.PI : angle
    to.save()
    to.translate(middle.x, middle.y)
    to.rotate(upright)
    written(to, edge.label, 0, 0, chosen.has(edge) ? inks.accent : inks.meta, inks.paper)
    to.restore()
  }
}

const FEW = 1_200
const NAME_MARGIN = 44

/** The most important names first, and none over another: below its node, else above it. */
function drawNames(to: CanvasRenderingContext2D, drawing: OverDrawing, sight: Sight): void {
  const { scene, selectedNode, hoveredNode, lifted, isMoving } = drawing
  const taken = new Set<string>()
  to.textBaseline = 'top'
  to.lineJoin = 'round'
  const isHurried = isMoving && scene.nodes.length > FEW
  let left = isHurried ? NAMES_MAX / 4 : NAMES_MAX
  let tries = left * TRIES
  const first = new Set([selectedNode, hoveredNode, lifted])
  const isAfar = sight.scale < 0.28 && scene.nodes.length > 60
  for (const index of first) if (index >= 0) put(index, true)
  for (const index of scene.byImportance) {
    if (left <= 0 || tries <= 0) return
    const node = scene.nodes[index] as SceneNode
    if (first.has(index) || !sight.hasNode(index)) continue
    // The important ones come first: behind them there is none.
    if (isAfar && !isStrong(node)) return
    tries -= 1
    put(index, false)
  }

  function put(index: number, isFirst: boolean): void {
    const node = scene.nodes[index]
    if (node !== undefined && drawName(to, drawing, sight, { node, index, isFirst, taken })) left -= 1
  }
}

/** Where there is no room for most, looking for it is given up. */
const TRIES = 5

function isStrong({ isFocus, isOpen, isOnPath }: SceneNode): boolean {
  return isFocus || isOpen || isOnPath
}

/** Whether there was room. */
function drawName(
  to: CanvasRenderingContext2D,
  { scene, inks }: OverDrawing,
  sight: Sight,
  { node, index, isFirst, taken }: { node: SceneNode; index: number; isFirst: boolean; taken: Set<string> },
): boolean {
  to.font = `${isFirst || isStrong(node) ? 600 : 400} 12px ${inks.font}`
  const { x, y } = sight.at(index)
  const width = widthOf(to, node.name)
  const rim = sight.radius(node)
  const places = [y + rim + 4, y - rim - 17]
  const top =
    places.find((one) => isFree(taken, x - width / 2, one, width)) ?? (isFirst ? places[0] : undefined)
  if (top === undefined) return false
  to.textAlign = 'center'
  to.globalAlpha = node.isOver || (scene.path.length > 0 && !node.isOnPath) ? 0.6 : 1
  written(to, node.name, x, top, inks.text, inks.paper)
  if (node.hidden > 0 && sight.scale > 0.55) {
    to.font = `400 10px ${inks.font}`
    to.textAlign = 'left'
    written(to, `+${node.hidden}`, x + rim + 2, y - rim - 6, inks.meta, inks.paper)
  }
  to.globalAlpha = 1
  return true
}

/** Takes the cells that a name covers, unless one of them is taken. */
function isFree(taken: Set<string>, left: number, top: number, width: number): boolean {
  const row = Math.floor(top / ROW)
  const from = Math.floor(left / COLUMN)
  const until = Math.floor((left + width) / COLUMN)
  for (let column = from; column <= until; column++)
    for (const near of [row, row + 1]) if (taken.has(`${column} ${near}`)) return false
  for (let column = from; column <= until; column++)
    for (const near of [row, row + 1]) taken.add(`${column} ${near}`)
  return true
}

const ROW = 8
const COLUMN = 12
