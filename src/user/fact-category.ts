/** What a fact is about. */
export const factCategories = [
  'identity',
  'preference',
  'decision',
  'project',
  'instruction',
  'relation',
] as const

export type FactCategory = (typeof factCategories)[number]
