import type { Proposal } from './finding.js'

/** Nothing to do but to look. */
export const noProposal: Proposal = { action: 'none', call: null, undo: null }

/** The one thing that cannot be undone. */
export function forgetting(id: string): Proposal {
  return { action: 'forget', call: { operation: 'memory.forget', input: { id } }, undo: null }
}

/** With all that names it. */
export function forgettingEntity(entity: string): Proposal {
  return { action: 'forget', call: { operation: 'memory.forget', input: { entity } }, undo: null }
}

export function retracting(id: string): Proposal {
  return {
    action: 'retract',
    call: { operation: 'memory.retract', input: { id } },
    undo: { operation: 'memory.restore', input: { id } },
  }
}

/** `names`: those of the one that is merged, by which they are parted again. */
export function merging(keep: string, merge: string, names: readonly string[]): Proposal {
  return {
    action: 'merge_entities',
    call: { operation: 'memory.merge_entities', input: { keep, merge } },
    undo: { operation: 'memory.split_entity', input: { id: keep, into: merge, names } },
  }
}

/** Vectors are derived: there is nothing to be undone. */
export const embedding: Proposal = {
  action: 'embed',
  call: { operation: 'memory.embed', input: {} },
  undo: null,
}
