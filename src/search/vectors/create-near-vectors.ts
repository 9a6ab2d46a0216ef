import type { Store } from '../../store/store.js'
import type { NearVectors } from './near-vectors.js'
import { createStoredNearness } from './stored-nearness.js'
import { createVectorCache } from './vector-cache.js'

/** By the engine where it can; else from its rows, in memory. */
export function createNearVectors(store: Store): NearVectors {
  const cache = createVectorCache(store)
  return store.vectors === undefined ? cache : createStoredNearness(store, store.vectors, cache)
}
