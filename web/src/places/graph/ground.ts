/** A place in the picture, whatever part of it is seen. */
export interface Point {
  readonly x: number
  readonly y: number
}

/** What stands where: finds what is near without a look at everything. */
export interface Ground {
  add(id: string, at: Point): void
  /** Whether nothing stands nearer than `space`. */
  isFree(at: Point): boolean
  /** The nearest thing within `reach`. */
  nearest(at: Point, reach: number): string | undefined
}

export function createGround(space: number): Ground {
  const cells = new Map<number, { readonly id: string; readonly at: Point }[]>()
  const cell = (value: number) => Math.floor(value / space)

  /** Looks at what is near until it is told that this is enough. */
  function around({ x, y }: Point, reach: number, look: (id: string, at: Point) => boolean): void {
    const rings = Math.ceil(reach / space)
    const [column, row] = [cell(x), cell(y)]
    for (let dx = -rings; dx <= rings; dx++)
      for (let dy = -rings; dy <= rings; dy++)
        for (const { id, at } of cells.get(keyOf(column + dx, row + dy)) ?? NOTHING) if (look(id, at)) return
  }

  return {
    add: (id, at) => {
      const key = keyOf(cell(at.x), cell(at.y))
      const there = cells.get(key)
      if (there === undefined) cells.set(key, [{ id, at }])
      else there.push({ id, at })
    },
    isFree: (place) => {
      let isFree = true
      around(place, space, (_, at) => {
        // Of places on one circle some are nearer to each other by a rounding.
        isFree = distance(at, place) >= space * 0.98
        return !isFree
      })
      return isFree
    },
    nearest: (place, reach) => {
      let found: string | undefined
      let least = reach
      around(place, reach, (id, at) => {
        const far = distance(at, place)
        if (far <= least) [found, least] = [id, far]
        return false
      })
      return found
    },
  }
}

const NOTHING: readonly never[] = []

/** One number for a cell, whichever side of the middle it lies on. */
function keyOf(column: number, row: number): number {
  return (column + HALF) * 2 * HALF + row + HALF
}

const HALF = 2 ** 20

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}
