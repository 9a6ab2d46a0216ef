/** How two entities can be related, from the first to the second. */
export const relationTypes = [
  'reports_to',
  'manages',
  'mentors',
  'works_at',
  'works_on',
  'works_with',
  'owns',
  'leads',
  'lives_in',
  'part_of',
  'uses',
  'depends_on',
  'decided',
  'applies_to',
  'rejected',
  'assigned_to',
  'has_authority',
  'focuses_on',
  'member_of',
  'meets_with',
  'spouse_of',
  'friend_of',
  'parent_of',
  'sibling_of',
] as const

export type RelationType = (typeof relationTypes)[number]

const symmetric: ReadonlySet<RelationType> = new Set([
  'works_with',
  'meets_with',
  'spouse_of',
  'friend_of',
  'sibling_of',
])

/** Whether it holds both ways: then it is kept once, and found from either end. */
export function isSymmetric(type: RelationType): boolean {
  return symmetric.has(type)
}
