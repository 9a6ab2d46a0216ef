/** What a node of the graph can be. */
export const entityTypes = [
  'person',
  'organisation',
  'place',
  'project',
  'decision',
  'team',
  'tool',
  'topic',
  'action',
] as const

export type EntityType = (typeof entityTypes)[number]
