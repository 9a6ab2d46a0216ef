/**
 * Why an item is in a prompt or out of it. `scope_mismatch`: it is for another place. `low_confidence`, `untrusted`: its
 * block asks for more. `expired`: it ran out. `duplicate_content`: the prompt says it already. `authority_loser`: who has
 * more to say says otherwise; `conflict_loser`: so does who has as much, later or better believed. `top_k_reached`,
 * `token_budget_exceeded`: its block is full.
 */
export const reasonCodes = [
  'scope_mismatch',
  'low_confidence',
  'untrusted',
  'expired',
  'duplicate_content',
  'authority_loser',
  'conflict_loser',
  'top_k_reached',
  'token_budget_exceeded',
  'placed',
] as const

export type ReasonCode = (typeof reasonCodes)[number]
