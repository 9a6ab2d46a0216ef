import { sessions } from './0012-sessions.js'
import { vectorCodes } from './0012-vector-codes.js'
import { wordIndex } from './0012-word-index.js'
import type { Migration } from './migration.js'
import { wallEverything } from './wall-everything.js'

/** What it takes to stay fast where a bank holds a million items (docs/performance.md). */
export const aMillion: Migration = {
  id: 12,
  name: 'a-million',
  ddl: (types) => [
    ...sessions(types),
    ...wordIndex(types),
    ...vectorCodes(types),
    ...(types.engine === 'postgres' ? [wallEverything] : []),
  ],
}
