import type { Camera, Size } from './camera.js'
import type { Point } from './ground.js'
import { middleOf, type Scene, type SceneEdge, type SceneNode } from './scene.js'

/** Where everything is on the screen, and whether it is on it at all. */
export interface Sight {
  readonly scale: number
  readonly at: (index: number) => Point
  readonly hasNode: (index: number) => boolean
  readonly hasEdge: (edge: SceneEdge) => boolean
  readonly radius: (node: SceneNode) => number
  /** The point that a curve is drawn towards, so that it passes through the middle of the edge. */
  readonly bowOf: (edge: SceneEdge) => Point
  readonly middleOf: (edge: SceneEdge) => Point
  /** Nodes that are in sight. */
  readonly count: number
}

/** Names and rims reach beyond the middle of a node. */
const RIM = 60

/** @param share of what is new: how far it is on its way, from 0 to 1 */
export function sightOf({ nodes }: Scene, camera: Camera, size: Size, share: number): Sight {
  const xs = new Float64Array(nodes.length)
  const ys = new Float64Array(nodes.length)
  const [dx, dy] = [size.width / 2 - camera.x * camera.scale, size.height / 2 - camera.y * camera.scale]
  const right = size.width + RIM
  const low = size.height + RIM
  let count = 0
  for (let index = 0; index < nodes.length; index++) {
    const { at, from } = nodes[index] as SceneNode
    const isOnItsWay = from !== null && share < 1
    const x = (isOnItsWay ? from.x + (at.x - from.x) * share : at.x) * camera.scale + dx
    const y = (isOnItsWay ? from.y + (at.y - from.y) * share : at.y) * camera.scale + dy
    xs[index] = x
    ys[index] = y
    if (isInside(x, y)) count += 1
  }
  // Smaller from afar, but not as fast as the distance grows.
  const zoom = camera.scale >= 1 ? Math.sqrt(camera.scale) : Math.max(0.22, camera.scale ** 0.75)
  const at = (index: number) => ({ x: xs[index] as number, y: ys[index] as number })
  const middle = (edge: SceneEdge) => middleOf({ ...edge, bend: edge.bend * camera.scale }, at)
  return {
    scale: camera.scale,
    count,
    at,
    hasNode: (index) => isInside(xs[index] as number, ys[index] as number),
    hasEdge: ({ from, to }) => {
      const [ax, ay, bx, by] = [xs[from], ys[from], xs[to], ys[to]] as [number, number, number, number]
      return (
        Math.max(ax, bx) > -RIM &&
        Math.min(ax, bx) < right &&
        Math.max(ay, by) > -RIM &&
        Math.min(ay, by) < low
      )
    },
    radius: (node) => node.size * zoom,
    middleOf: middle,
    bowOf: (edge) => {
      const [a, b, through] = [at(edge.from), at(edge.to), middle(edge)]
      return { x: 2 * through.x - (a.x + b.x) / 2, y: 2 * through.y - (a.y + b.y) / 2 }
    },
  }

  function isInside(x: number, y: number): boolean {
    return x > -RIM && y > -RIM && x < right && y < low
  }
}
