/** What people look through, and agents are not shown. */
export const lookedAtByTheUser = {
  capability: 'memory.read',
  audience: ['user', 'administrator'],
  surfaces: ['sdk', 'cli', 'http'],
  effect: 'read',
  isIdempotent: true,
} as const
