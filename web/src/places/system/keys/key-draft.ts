import type { Capability, NewKey, Role } from './api-key.js'

/** A key as it is being filled in. */
export interface KeyDraft {
  readonly name: string
  /** '' means oneself. */
  readonly user: string
  readonly role: Role
  /** As typed: names with commas between. */
  readonly workspaces: string
  /** Those of the role that were taken away. */
  readonly without: readonly Capability[]
  /** '' means: for a person. */
  readonly agent: string
  readonly agentForgets: boolean
  readonly expires: string
}

export const emptyDraft: KeyDraft = {
  name: '',
  user: '',
  role: 'member',
  workspaces: '',
  without: [],
  agent: '',
  agentForgets: false,
  expires: '90d',
}

/** What a role may do, before a key takes from it. The server has the last word. */
export const capabilitiesOf: Readonly<Record<Role, readonly Capability[]>> = {
  administrator: [
    'memory.read',
    'memory.write',
    'memory.forget',
    'knowledge.read',
    'knowledge.write',
    'knowledge.publish',
    'audit.read',
    'admin',
  ],
  member: [
    'memory.read',
    'memory.write',
    'memory.forget',
    'knowledge.read',
    'knowledge.write',
    'knowledge.publish',
    'audit.read',
  ],
  reader: ['memory.read', 'knowledge.read'],
}

/** What is left of the role. */
export function grantedOf({ role, without }: Pick<KeyDraft, 'role' | 'without'>): readonly Capability[] {
  return capabilitiesOf[role].filter((capability) => !without.includes(capability))
}

/** What a draft asks for; null while it has no name, or nothing that it may do. */
export function newKeyOf(draft: KeyDraft): NewKey | null {
  const name = draft.name.trim()
  const granted = grantedOf(draft)
  if (name === '' || granted.length === 0) return null
  const workspaces = namesIn(draft.workspaces)
  const isNarrowed = granted.length < capabilitiesOf[draft.role].length
  return {
    name,
    role: draft.role,
    expires: draft.expires,
    ...(draft.user.trim() === '' ? {} : { for: draft.user.trim() }),
    ...(workspaces.length === 0 || draft.role === 'administrator' ? {} : { workspaces }),
    ...(isNarrowed ? { capabilities: [...granted] } : {}),
    ...(draft.agent.trim() === '' ? {} : { agent: draft.agent.trim() }),
    ...(draft.agentForgets && granted.includes('memory.forget') ? { agentForgets: true } : {}),
  }
}

/** `acme/web, harbour`: each once; the comma of Chinese parts them too. */
export function namesIn(typed: string): string[] {
  return [...new Set(typed.split(/[,，、]/).map((name) => name.trim()))].filter((name) => name !== '')
}
