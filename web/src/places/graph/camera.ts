import type { Point } from './ground.js'

/** Which part of the picture is seen: what lies in the middle, and how many pixels one unit is. */
export interface Camera {
  readonly x: number
  readonly y: number
  readonly scale: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

const SCALE_MIN = 0.02
const SCALE_MAX = 3

export function toScreen({ x, y, scale }: Camera, { width, height }: Size, at: Point): Point {
  return { x: (at.x - x) * scale + width / 2, y: (at.y - y) * scale + height / 2 }
}

export function toPicture({ x, y, scale }: Camera, { width, height }: Size, at: Point): Point {
  return { x: (at.x - width / 2) / scale + x, y: (at.y - height / 2) / scale + y }
}

/** Nearer or further by a factor, so that what is under a point of the screen stays there. */
export function zoomedAt(camera: Camera, size: Size, at: Point, factor: number): Camera {
  const scale = within(camera.scale * factor, SCALE_MIN, SCALE_MAX)
  const under = toPicture(camera, size, at)
  return {
    x: under.x - (at.x - size.width / 2) / scale,
    y: under.y - (at.y - size.height / 2) / scale,
    scale,
  }
}

export function movedBy({ x, y, scale }: Camera, dx: number, dy: number): Camera {
  return { x: x - dx / scale, y: y - dy / scale, scale }
}

/** All of these in sight, a few not much larger than life. */
export function fittedTo(places: Iterable<Point>, { width, height }: Size): Camera {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity]
  for (const { x, y } of places) {
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  if (left > right) return { x: 0, y: 0, scale: 1 }
  const wanted = Math.min(
    Math.max(1, width - 2 * MARGIN_X) / Math.max(1, right - left),
    Math.max(1, height - 2 * MARGIN_Y) / Math.max(1, bottom - top),
  )
  return { x: (left + right) / 2, y: (top + bottom) / 2, scale: within(wanted, SCALE_MIN, FIT_MAX) }
}

const FIT_MAX = 1.4
/** Names stand beside and below nodes. */
const MARGIN_X = 70
const MARGIN_Y = 40

/** Somewhere between two, for a short way from one to the other. @param share from 0 to 1 */
export function between(from: Camera, to: Camera, share: number): Camera {
  const mix = (a: number, b: number) => a + (b - a) * share
  return { x: mix(from.x, to.x), y: mix(from.y, to.y), scale: mix(from.scale, to.scale) }
}

function within(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value))
}
