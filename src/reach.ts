import { MemoryError } from './errors.js'
import type { Banks } from './store/store.js'
import { wellFormed } from './text/well-formed.js'

export type BankId = string & { readonly __brand: 'BankId' }

export const capabilities = [
  'memory.read',
  'memory.write',
  'memory.forget',
  'knowledge.read',
  'knowledge.write',
  'knowledge.publish',
  'audit.read',
  'admin',
] as const

export type Capability = (typeof capabilities)[number]

/** Who may call an operation, and who is calling. */
export type Audience = 'agent' | 'subagent' | 'user' | 'administrator'

export interface Actor {
  readonly audience: Audience
  readonly user: string
  /** The agent that calls on the user's behalf, if one does. */
  readonly agent: string | null
}

/** Whether someone speaks for themselves, and no program on their behalf. */
export function isPerson(audience: Audience): boolean {
  return audience === 'user' || audience === 'administrator'
}

/** How the audit trail names an actor: `user:ann`, `agent:my-agent for ann`. */
export function actorLabel({ audience, user, agent }: Actor): string {
  return agent === null ? `${audience}:${user}` : `${audience}:${agent} for ${user}`
}

/** What a call may see and do. No function reads or writes without one; only the engine makes one. */
export interface Reach {
  readonly actor: Actor
  readonly writes: BankId
  readonly reads: readonly BankId[]
  readonly capabilities: ReadonlySet<Capability>
  /** The one write of a gated workspace that a person has approved (items/gate.ts). */
  readonly approval?: Approval
}

/** Who lets a kept proposal through the gate of a workspace. */
export interface Approval {
  /** The proposal's id. */
  readonly proposal: string
  readonly by: Actor
  readonly note: string | null
}

/** Whom a client speaks for. */
export interface Who {
  /** Any name up to 128 characters; each has a bank of its own. Default `me`. */
  readonly user?: string
  /** The agent that calls on the user's behalf. With one, the default capabilities are reading and writing. */
  readonly agent?: string
  /**
   * A sub-agent at work for the user, by a name of its own. It has a bank to itself: what it keeps stays there until
   * someone merges it (`memory.merge`). With `administrator`, the owner looks into that bank.
   */
  readonly worker?: string
  /**
   * A bank that all users of the store share, by a name of its own: `acme/web`. What is proposed for it can be made to wait
   * for a person (docs/workspaces.md). Never together with a worker.
   */
  readonly workspace?: string
  /** Lets a worker, or who is in a workspace, also read its user's main bank. Default false. */
  readonly readsMain?: boolean
  /** Speaks for the owner of the whole store: backups, archives of every bank. Never together with an agent. */
  readonly administrator?: boolean
  /** Narrows or, for an agent, widens the defaults. */
  readonly capabilities?: readonly Capability[]
}

/** Makes the reach of a user, or of an agent that acts for one. Throws `invalid_input` on an unusable name. */
export function reachOf(who: Who): Reach {
  const { user = 'me', agent, worker, capabilities: granted } = checkedWho(who)
  const main = mainBankOf(user)
  const bank = bankOf(user, who)
  const audience = audienceOf(who)
  const isByPerson = isPerson(audience)
  const defaults: readonly Capability[] = isByPerson ? capabilities : AGENT_DEFAULTS
  return {
    actor: {
      audience,
      user,
      agent: isByPerson ? null : checkedName(agent ?? worker ?? '', 'agent'),
    },
    writes: bank,
    reads: who.readsMain === true && bank !== main ? [bank, main] : [bank],
    capabilities: new Set(granted ?? defaults),
  }
}

/**
 * The log of what was done to the store as a whole. It stays with its store: no archive holds it, and no user's bank
 * has this name.
 */
export const STORE_BANK = 'system/store' as BankId

/** The banks that the statements of a call may touch, so that one which forgets its bank still finds nothing of others. */
export function reachedBanks({ actor, reads, writes }: Reach): Banks {
  // Tasks of every user may have a document of the system.
  if (writes === SYSTEM_DOCUMENTS) return { reads: 'all', writes: [writes], changes: 'all' }
  if (actor.audience === 'administrator') return { reads: 'all', writes: [writes] }
  return { reads: [...reads, documentBankOf(actor.user), SYSTEM_DOCUMENTS], writes: [writes] }
}

/** The reach under which the whole store is looked after. Throws `denied` for anyone but an administrator. */
export function wholeStore(reach: Reach, operation: string): Reach {
  if (reach.actor.audience !== 'administrator') {
    throw new MemoryError(
      'denied',
      `${operation} concerns every user of the store, and is for its administrator`,
      "where the store is yours: engine.as({ user: 'me', administrator: true })",
    )
  }
  requireCapability(reach, 'admin', operation)
  return inBank(reach, STORE_BANK)
}

/** The same caller in another bank: for work on the whole store, bank by bank. */
export function inBank({ actor, capabilities: granted }: Reach, bank: BankId): Reach {
  return { actor, writes: bank, reads: [bank], capabilities: granted }
}

function bankOf(user: string, { worker, workspace }: Who): BankId {
  if (workspace !== undefined) return workspaceBankOf(workspace)
  return worker === undefined ? mainBankOf(user) : workerBankOf(user, worker)
}

function audienceOf({ agent, worker, administrator = false }: Who): Audience {
  if (administrator) return 'administrator'
  if (worker !== undefined) return 'subagent'
  return agent === undefined ? 'user' : 'agent'
}

/** Programs without types pass on what a request held: a list of one name must not become that name. */
function checkedWho(who: Who): Who {
  const given: unknown = who
  if (typeof given !== 'object' || given === null) {
    throw new MemoryError('invalid_input', 'not a caller', "say who it is: engine.as({ user: 'ann' })")
  }
  const { administrator } = who
  if (who.worker !== undefined && who.workspace !== undefined) {
    throw new MemoryError(
      'invalid_input',
      'a worker has a bank to itself, and cannot be in a workspace',
      'give one of worker and workspace; for an agent in a workspace: engine.as({ user, agent, workspace })',
    )
  }
  const isAdministrator = administrator !== undefined && administrator !== false
  if (isAdministrator && (administrator !== true || who.agent !== undefined)) {
    throw new MemoryError(
      'invalid_input',
      'not an administrator',
      'give administrator: true, and no agent: whole-store work is never done on behalf of someone',
    )
  }
  const { capabilities: granted } = who
  const isKnown = (capability: Capability) => capabilities.includes(capability)
  if (granted === undefined || (Array.isArray(granted) && granted.every(isKnown))) return who
  throw new MemoryError(
    'invalid_input',
    'not a list of capabilities',
    `give some of ${capabilities.join(', ')}`,
  )
}

/** The bank of a user. Different names never share one: what is not plain ASCII is escaped, also capitals. */
function mainBankOf(user: string): BankId {
  return `u/${escapeName(checkedName(user, 'user'))}/main` as BankId
}

/** The bank of one of the user's workers. */
export function workerBankOf(user: string, worker: string): BankId {
  return `u/${escapeName(checkedName(user, 'user'))}/worker/${escapeName(checkedName(worker, 'worker'))}` as BankId
}

/** The bank of a workspace: one for all users of the store. */
function workspaceBankOf(workspace: string): BankId {
  return `w/${escapeName(checkedName(workspace, 'workspace'))}` as BankId
}

/** What a workspace is called; undefined for a bank that is none. */
export function workspaceOf(bank: BankId): string | undefined {
  return kindOfBank(bank) === 'workspace' ? unescapeName(bank.replace('w/', '')) : undefined
}

/** Whether a bank that comes in from elsewhere has a name that a bank can have. */
export function isBank(name: string): boolean {
  const parts = name.split('/')
  return (
    parts.length <= WORKER_PARTS &&
    parts.every((part) => escapeName(unescapeName(part) ?? '') === part && part !== '')
  )
}

/** Whose the bank is that the caller writes: a workspace's is its own. */
export function ownerOf({ writes, actor }: Reach): string {
  return workspaceOf(writes) ?? actor.user
}

/** The bank of a user's own documents. No memory is kept in it, and memory's operations do not look there. */
export function documentBankOf(user: string): BankId {
  return `u/${escapeName(checkedName(user, 'user'))}/documents` as BankId
}

/** Documents for every user of the store, in the care of its administrator. */
export const SYSTEM_DOCUMENTS = 'system/documents' as BankId

/** What a bank is for, as its name says. */
export type BankKind = 'user' | 'worker' | 'workspace' | 'documents' | 'system'

export function kindOfBank(bank: BankId): BankKind {
  const parts = bank.split('/')
  if (parts[0] === 'w') return 'workspace'
  if (parts.at(-1) === 'documents' && parts.length < WORKER_PARTS) return 'documents'
  if (parts[0] !== 'u') return 'system'
  return parts.length === WORKER_PARTS ? 'worker' : 'user'
}

/** `u/ann/worker/documents` is the bank of a worker who is called so. */
const WORKER_PARTS = 4

/** Throws `denied` when the reach lacks the capability. */
export function requireCapability(reach: Reach, capability: Capability, operation: string): void {
  if (reach.capabilities.has(capability)) return
  throw new MemoryError(
    'denied',
    `${operation} needs the capability ${capability}, which this caller does not have`,
    `the user can grant it: capabilities: [..., '${capability}']`,
  )
}

/** What an agent may do by itself. Forgetting cannot be undone, so it has that only from the user's hand. */
export const AGENT_DEFAULTS: readonly Capability[] = ['memory.read', 'memory.write', 'knowledge.read']

const NAME_MAX_CHARS = 128

/** Throws `invalid_input` for what nothing can be called. */
export function checkedName(name: string, what: string): string {
  const isUsable =
    typeof name === 'string' &&
    name.length > 0 &&
    name.length <= NAME_MAX_CHARS &&
    wellFormed(name) === name &&
    !/\p{Cc}/u.test(name) &&
    // What shows nothing names nothing that a person could tell from another.
    /[^\s\p{Cf}]/u.test(name)
  if (isUsable) return name
  throw new MemoryError(
    'invalid_input',
    `not a usable ${what} name`,
    `give 1 to ${NAME_MAX_CHARS} characters without control characters, one of them to be seen`,
  )
}

function escapeName(name: string): string {
  const bytes = new TextEncoder().encode(name)
  return Array.from(bytes, (byte) => {
    const char = String.fromCharCode(byte)
    return /[a-z0-9._@-]/.test(char) ? char : `%${byte.toString(16).padStart(2, '0')}`
  }).join('')
}

/** Undefined for what no name is written as. */
function unescapeName(written: string): string | undefined {
  try {
    return decodeURIComponent(written)
  } catch {
    return undefined
  }
}
