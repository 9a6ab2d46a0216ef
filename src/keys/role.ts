import { AGENT_DEFAULTS, type Capability, capabilities } from '../reach.js'

/** What whoever comes in over a network is to the store (docs/security.md). */
export const roles = ['administrator', 'member', 'reader'] as const

export type Role = (typeof roles)[number]

/** What a role may do, before a key narrows it. */
export const capabilitiesOf: Readonly<Record<Role, readonly Capability[]>> = {
  administrator: capabilities,
  member: capabilities.filter((capability) => capability !== 'admin'),
  reader: ['memory.read', 'knowledge.read'],
}

/** What an agent may do that comes in with what a person may do: forgetting only where that is said of agents. */
export function agentCapabilities(
  granted: readonly Capability[],
  agentForgets: boolean,
): readonly Capability[] {
  const most: readonly Capability[] = agentForgets ? [...AGENT_DEFAULTS, 'memory.forget'] : AGENT_DEFAULTS
  return granted.filter((capability) => most.includes(capability))
}
