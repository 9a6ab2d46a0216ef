import type { Embedding } from '../embedding/embedding.js'
import { type Actor, AGENT_DEFAULTS, type BankId, type Reach } from '../reach.js'
import type { Claim, JobKind } from '../store/jobs.js'
import type { JobHandler } from '../work/worker.js'
import type { Call } from './operation.js'
import { readTasksOfClaim } from './read-closed-tasks.js'

/**
 * How a process does the jobs of all banks: each as who made it, and in its bank alone.
 *
 * @param callFor a call of that reach, which nobody waits for
 */
export function jobHandlers(
  embedding: Embedding | undefined,
  callFor: (reach: Reach) => Promise<Call>,
): ReadonlyMap<JobKind, JobHandler> {
  const handlers = new Map<JobKind, JobHandler>()
  if (embedding !== undefined)
    handlers.set('embed', {
      holdsItself: true,
      isReady: () => !embedding.isResting(),
      run: (claim) => embedding.seeTo(claim),
    })
  handlers.set('read-tasks', {
    isReady: () => true,
    run: async (claim) => readTasksOfClaim(await callFor(reachOf(claim))),
  })
  return handlers
}

/** Work of our own hand: it was put there in the transaction of a call that was allowed. */
function reachOf({ bank, actor }: Claim): Reach {
  const writes = bank as BankId
  return {
    actor: JSON.parse(actor) as Actor,
    writes,
    reads: [writes],
    capabilities: new Set(AGENT_DEFAULTS),
  }
}
