import type { Presentation } from './command-of.js'
import { runKeyCreate, runKeyList, runKeyRevoke } from './commands/keys.js'

/** What a terminal adds to the operations on keys. */
export const keyPresentations: readonly (readonly [string, Presentation])[] = [
  [
    'keyCreate',
    {
      group: 'Connect',
      main: { field: 'name', placeholder: 'NAME', joins: false },
      run: runKeyCreate,
    },
  ],
  ['keyList', { group: 'Connect', run: runKeyList }],
  [
    'keyRevoke',
    {
      group: 'Connect',
      main: { field: 'which', placeholder: 'NAME', joins: false },
      run: runKeyRevoke,
    },
  ],
]
