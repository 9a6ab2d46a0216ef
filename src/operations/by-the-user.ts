/** An agent's words need not be its user's: what decides for the user, the user does (docs/decisions/0013). */
export const byTheUser = {
  capability: 'memory.write',
  audience: ['user', 'administrator'],
  surfaces: ['sdk', 'cli', 'http'],
  effect: 'write',
} as const
