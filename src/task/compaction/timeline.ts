/**
 * Whether a point still stands in a timeline of so many: the latest all, of those before every second, of those before
 * every fourth and so on. A point that is gone stays gone, so that it is all one in how many steps a timeline was made.
 */
export function staysInTimeline(place: number, points: number): boolean {
  const age = points - 1 - place
  let step = 1
  for (let reach = LATEST; age >= reach; reach *= 2) step *= 2
  return place % step === 0
}

/** How many are there at each distance. */
const LATEST = 16
