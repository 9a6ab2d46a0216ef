import type { Proposal } from './finding.js'

/** Nothing to do but to look. */
export const noProposal: Proposal = { action: 'none', call: null, undo: null }

/** The one thing that cannot be undone. */
export function forgetting(id: string): Proposal {
  return { action: 'forget', call: { operation: 'memory.forget', input: { id } }, undo: null }
}

export function retracting(id: string): Proposal {
  return {
    action: 'retract',
    call: { operation: 'memory.retract', input: { id } },
    undo: { operation: 'memory.restore', input: { id } },
  }
}

export function merging(into: string, from: string): Proposal {
  return {
    action: 'merge_entities',
    call: { operation: 'memory.merge_entities', input: { into, from } },
    undo: { operation: 'memory.split_entity', input: { id: into, from } },
  }
}

/** Vectors are derived: there is nothing to be undone. */
export const embedding: Proposal = {
  action: 'embed',
  call: { operation: 'memory.embed', input: {} },
  undo: null,
}
