import { type Reach, STORE_BANK } from '../reach.js'

/**
 * Under which is noted who came in, and who did not: `administrator:server for the store` in the log of the store. No caller
 * can be called so: an administrator acts on nobody's behalf.
 */
export const SERVER: Reach = {
  actor: { audience: 'administrator', user: 'the store', agent: 'server' },
  writes: STORE_BANK,
  reads: [],
  capabilities: new Set(),
}
