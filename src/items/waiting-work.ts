import type { Reach } from '../reach.js'
import type { JobCount } from '../store/jobs.js'
import type { Spine } from './spine.js'

/**
 * The work that waits for any process on the store; nothing where whoever makes it does it. Of the caller's bank, and of
 * all for who looks after the store: others learn of no bank but their own.
 */
export async function waitingWork(
  { store }: Spine,
  { actor, writes, capabilities }: Reach,
): Promise<WorkFinding[]> {
  const { jobs } = store
  if (jobs === undefined) return []
  const isWhole = actor.audience === 'administrator' && capabilities.has('admin')
  const counts = isWhole ? await store.whole.read(jobs.counts) : await store.read(jobs.counts, writes)
  const isOk = counts.every(({ state }) => state !== 'failed')
  return [
    {
      check: 'waiting work',
      isOk,
      detail: counts.length === 0 ? 'none' : counts.map(toldOf).join('; '),
      hint: isOk
        ? null
        : 'what failed is tried again when its memory changes next; vectors also with: recollect embed',
    },
  ]
}

interface WorkFinding {
  readonly check: string
  readonly isOk: boolean
  readonly detail: string
  readonly hint: string | null
}

const names = {
  embed: 'memories to be embedded',
  'read-tasks': 'memories with closed tasks to be read',
} as const

function toldOf({ kind, state, count, error }: JobCount): string {
  return `${count} ${names[kind]}: ${state}${error === null ? '' : ` (${error})`}`
}
