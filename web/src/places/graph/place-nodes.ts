import { createGround, type Ground, type Point } from './ground.js'
import type { Shown } from './shown.js'

/** What a node is put beside, and with how many others. */
interface Fan {
  readonly around: Point
  /** Radians: which way it opens. */
  readonly towards: number
  /** Radians to either side. */
  readonly half: number
}

/** From a node to those that were found through it. */
const LINK = 150
/** Between two nodes, so that a name fits below each. */
const SPACE = 62
const HALF_FAN = (Math.PI * 5) / 12

/**
 * Where everything goes: the focus in the middle, what is related to it around it, what is opened from there further out.
 * Whatever has a place keeps it, so that opening one more moves nothing; the same picture, opened in the same order, always
 * looks the same. Yields between nodes, so that whoever places thousands can let the page breathe.
 */
export function* placeNodes(
  shown: Shown,
  kept: ReadonlyMap<string, Point>,
): Generator<void, Map<string, Point>> {
  const places = new Map<string, Point>()
  const ground = createGround(SPACE)
  const put = (id: string, at: Point) => {
    places.set(id, at)
    ground.add(id, at)
  }
  for (const id of shown.nodes.keys()) {
    const at = kept.get(id)
    if (at !== undefined) put(id, at)
  }
  for (const [parent, ids] of families(shown)) {
    const missing = ids.filter((id) => !places.has(id))
    if (parent === null) {
      for (const id of missing)
        put(id, freeBeside(ground, places.size === 0 ? MIDDLE : below(places.values())))
      continue
    }
    const fan = fanOf(parent, shown, places)
    const slots = slotsIn(fan, missing.length)
    for (const id of missing) {
      put(id, nextFree(slots, ground) ?? freeBeside(ground, fan.around))
      yield
    }
  }
  return places
}

const MIDDLE: Point = { x: 0, y: 0 }

/** Those that were found through the same node, in the order in which these come. */
function families({ nodes }: Shown): ReadonlyMap<string | null, readonly string[]> {
  const found = new Map<string | null, string[]>()
  for (const [id, { parent }] of nodes) {
    const family = found.get(parent)
    if (family === undefined) found.set(parent, [id])
    else family.push(id)
  }
  return found
}

/** All around where one began; elsewhere away from where one came. */
function fanOf(id: string, { nodes }: Shown, places: ReadonlyMap<string, Point>): Fan {
  const around = places.get(id) ?? MIDDLE
  const parent = nodes.get(id)?.parent ?? null
  const from = parent === null ? undefined : places.get(parent)
  if (from === undefined || (from.x === around.x && from.y === around.y))
    return { around, towards: -Math.PI / 2, half: Math.PI }
  return { around, towards: Math.atan2(around.y - from.y, around.x - from.x), half: HALF_FAN }
}

/** Places on arcs, the nearest arc first: evenly where a few fill it, else as close as may be. Without end. */
function* slotsIn({ around, towards, half }: Fan, count: number): Generator<Point, never> {
  const isRound = half === Math.PI
  let left = count
  for (let arc = 0; ; arc++) {
    const radius = LINK + arc * SPACE
    const fits = Math.max(1, Math.floor((2 * half * radius) / SPACE))
    // The first arc is shared evenly; those behind it begin half a step further on, to look through.
    const here = left > 0 ? Math.min(left, fits) : fits
    const step = isRound ? (2 * Math.PI) / here : Math.min((2 * half) / here, MOST_STEP)
    const begin = isRound ? towards + (arc % 2 === 0 ? 0 : step / 2) : towards - (step * (here - 1)) / 2
    for (let index = 0; index < here; index++) yield pointAt(around, begin + index * step, radius)
    // What was taken leaves places between.
    if (here < fits) {
      const dense = (2 * half) / fits
      for (let index = 0; index < fits; index++)
        yield pointAt(around, towards + (index % 2 === 0 ? 1 : -1) * Math.ceil(index / 2) * dense, radius)
    }
    left -= here
  }
}

/** A few stay together. */
const MOST_STEP = Math.PI / 5

function nextFree(slots: Generator<Point, never>, ground: Ground): Point | undefined {
  for (let tried = 0; tried < TRIES; tried++) {
    const { value } = slots.next()
    if (ground.isFree(value)) return value
  }
  return undefined
}

/** Enough for the rim of what thousands cover. */
const TRIES = 20_000

/** The nearest free place on a spiral: for what stands on its own. */
function freeBeside(ground: Ground, from: Point): Point {
  for (let step = 0; ; step++) {
    const radius = SPACE * Math.sqrt(step)
    const at = pointAt(from, step * GOLDEN, radius)
    if (ground.isFree(at)) return at
  }
}

const GOLDEN = Math.PI * (3 - Math.sqrt(5))

function below(places: Iterable<Point>): Point {
  let lowest = MIDDLE
  for (const at of places) if (at.y >= lowest.y) lowest = at
  return { x: MIDDLE.x, y: lowest.y + LINK }
}

function pointAt({ x, y }: Point, angle: number, radius: number): Point {
  return { x: x + radius * Math.cos(angle), y: y + radius * Math.sin(angle) }
}
