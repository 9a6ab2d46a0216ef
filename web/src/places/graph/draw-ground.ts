import type { Camera, Size } from './camera.js'
import { dashes, drawNode, fillArrow, strokeEdge } from './draw-marks.js'
import type { Inks } from './inks.js'
import type { Scene, SceneEdge, SceneNode } from './scene.js'
import { type Sight, sightOf } from './sight.js'

export interface GroundDrawing {
  readonly scene: Scene
  readonly camera: Camera
  readonly size: Size
  readonly inks: Inks
  readonly share: number
  /** A node that a hand holds is drawn above all, and not here; -1: none. */
  readonly lifted: number
}

const ARROWS_MAX = 900
/** Of so many, one line is as good as another: the thinnest is drawn many times as fast. */
const FINE_MIN = 600
/** A node that is smaller shows no shape. */
const SHAPE_MIN_PX = 2.6

/** Lines and nodes, without names. Yields between them: of thousands, whoever draws lets the page breathe. */
export function* drawGround(to: CanvasRenderingContext2D, drawing: GroundDrawing): Generator<void, void> {
  const { scene, camera, size, inks, share, lifted } = drawing
  const sight = sightOf(scene, camera, size, share)
  const hasPath = scene.path.length > 0
  to.globalAlpha = 1
  to.fillStyle = inks.paper
  to.fillRect(0, 0, size.width, size.height)
  const isHeld = ({ from, to: end }: SceneEdge) => from === lifted || end === lifted
  const edges = scene.edges.filter((edge) => sight.hasEdge(edge) && !isHeld(edge))
  const isFine = edges.length > FINE_MIN
  // Where they cover everything, what lies under them must show.
  const strength = isFine ? Math.max(0.16, Math.sqrt(FINE_MIN / edges.length) * 0.7) : 1
  to.globalAlpha = strength * (hasPath ? 0.4 : 1)
  for (const standing of ['over', 'waits', 'holds'] as const) {
    const isOver = standing === 'over'
    to.strokeStyle = isOver ? inks.edgeOver : inks.edge
    to.lineWidth = isFine || isOver ? 1 : 1.3
    to.setLineDash(isFine ? [] : [...dashes[standing]])
    for (const edge of edges) {
      if (edge.standing !== standing) continue
      strokeEdge(to, sight, edge)
      yield
    }
  }
  to.setLineDash([])
  to.globalAlpha = 1
  yield* drawNodes(to, drawing, sight, hasPath)
  if (camera.scale <= 0.3 || sight.count > ARROWS_MAX) return
  to.fillStyle = inks.meta
  to.globalAlpha = hasPath ? 0.5 : 1
  for (const edge of edges) {
    if (edge.standing === 'over') continue
    fillArrow(to, sight, edge, scene.nodes[edge.to] as SceneNode)
    yield
  }
  to.globalAlpha = 1
}

function* drawNodes(
  to: CanvasRenderingContext2D,
  { scene, inks, lifted }: GroundDrawing,
  sight: Sight,
  hasPath: boolean,
): Generator<void, void> {
  for (const [index, node] of scene.nodes.entries()) {
    if (index === lifted || !sight.hasNode(index)) continue
    const isFaint = node.isOver || (hasPath && !node.isOnPath)
    const radius = sight.radius(node)
    const at = sight.at(index)
    if (radius < SHAPE_MIN_PX) {
      to.globalAlpha = isFaint ? 0.4 : 1
      to.fillStyle = inks.types[node.type]
      to.fillRect(at.x - radius, at.y - radius, 2 * radius, 2 * radius)
    } else drawNode(to, node, at, radius, inks, isFaint)
    yield
  }
  to.globalAlpha = 1
}
