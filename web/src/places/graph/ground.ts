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
  const cells = new Map<string, { readonly id: string; readonly at: Point }[]>()
  const cell = (value: number) => Math.floor(value / space)
  const keyOf = (x: number, y: number) => `${x} ${y}`

  function* around({ x, y }: Point, reach: number) {
    const rings = Math.ceil(reach / space)
    const [column, row] = [cell(x), cell(y)]
    for (let dx = -rings; dx <= rings; dx++)
      for (let dy = -rings; dy <= rings; dy++) yield* cells.get(keyOf(column + dx, row + dy)) ?? []
  }

  return {
    add: (id, at) => {
      const key = keyOf(cell(at.x), cell(at.y))
      const there = cells.get(key)
      if (there === undefined) cells.set(key, [{ id, at }])
      else there.push({ id, at })
    },
    isFree: (at) => {
      // Of places on one circle some are nearer to each other by a rounding.
      for (const one of around(at, space)) if (distance(one.at, at) < space * 0.98) return false
      return true
    },
    nearest: (at, reach) => {
      let found: string | undefined
      let least = reach
      for (const one of around(at, reach)) {
        const far = distance(one.at, at)
        if (far <= least) [found, least] = [one.id, far]
      }
      return found
    },
  }
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}
