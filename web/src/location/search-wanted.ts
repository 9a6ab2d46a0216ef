import { path } from './location.js'

let isWanted = path.value.length === 0 || path.value[0] === 'search'

/** Says whether one comes to Search in order to type: by its key, or by opening the dashboard there; not over a link. */
export function wantSearch(isToType: boolean): void {
  isWanted = isToType
}

/** Answers once: whoever comes next has to want it anew. */
export function takeSearchWanted(): boolean {
  const was = isWanted
  isWanted = false
  return was
}
