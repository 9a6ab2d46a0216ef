import { type BankId, type Capability, STORE_BANK } from '../reach.js'
import { sql } from '../store/sql.js'
import { all, get, run, type Tx } from '../store/statement.js'
import type { Role } from './role.js'

/** A key without its secret. Times are milliseconds UTC. */
export interface ApiKey {
  readonly id: string
  /** What people call it; null once that was forgotten, and so are the others. */
  readonly name: string | null
  readonly user: string | null
  /** Whoever comes in with it acts as this agent, on the user's behalf. */
  readonly agent: string | null
  readonly workspaces: readonly string[]
  readonly role: Role
  readonly capabilities: readonly Capability[]
  /** Whether an agent that comes in with it may forget. */
  readonly agentForgets: boolean
  readonly createdAt: number
  readonly expiresAt: number | null
  readonly lastUsedAt: number | null
  readonly revokedAt: number | null
}

/** `usable`, or why it no longer opens anything. */
export function stateOf({ revokedAt, expiresAt }: ApiKey, now: number): 'usable' | 'expired' | 'revoked' {
  if (revokedAt !== null) return 'revoked'
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'usable'
}

export interface NewApiKey extends Omit<ApiKey, 'lastUsedAt' | 'revokedAt'> {
  readonly hash: Uint8Array
}

export function* insertKey(key: NewApiKey): Tx<void> {
  yield* run(sql`
    insert into api_key (bank, id, hash, role, capabilities, agent_forgets, created_at, expires_at)
    values (${bank}, ${key.id}, ${key.hash}, ${key.role}, ${JSON.stringify(key.capabilities)},
      ${key.agentForgets ? 1 : 0}, ${key.createdAt}, ${key.expiresAt})`)
  if (key.name === null || key.user === null) return
  yield* run(sql`
    insert into api_key_text (bank, key_id, name, for_user, agent, workspaces)
    values (${bank}, ${key.id}, ${key.name}, ${key.user}, ${key.agent}, ${JSON.stringify(key.workspaces)})`)
}

/** What became of a key that is taken over. */
export function* markKey(
  id: string,
  { lastUsedAt, revokedAt }: Pick<ApiKey, 'lastUsedAt' | 'revokedAt'>,
): Tx<void> {
  yield* run(sql`
    update api_key set last_used_at = ${lastUsedAt}, revoked_at = ${revokedAt} where bank = ${bank} and id = ${id}`)
}

const columns = sql`
  k.id, k.hash, k.role, k.capabilities, k.agent_forgets, k.created_at, k.expires_at, k.last_used_at, k.revoked_at,
  t.name, t.for_user, t.agent, t.workspaces`

/** By its id, with the hash that a secret is compared with: one look at two indexes. */
export function keyById(id: string) {
  return get<KeyRow>(sql`
    select ${columns} from api_key k left join api_key_text t on t.bank = k.bank and t.key_id = k.id
    where k.bank = ${bank} and k.id = ${id}`)
}

/** What keys are called so, whether or not they still open anything. */
export function keysNamed(name: string) {
  return all<KeyRow>(sql`
    select ${columns} from api_key_text t join api_key k on k.bank = t.bank and k.id = t.key_id
    where t.bank = ${bank} and t.name = ${name}`)
}

/** In the order in which they were made, behind one of them. */
export function keysAfter([at, id]: KeyPlace, isAll: boolean, limit: number) {
  return all<KeyRow>(sql`
    select ${columns} from api_key k left join api_key_text t on t.bank = k.bank and t.key_id = k.id
    where k.bank = ${bank} and (k.created_at, k.id) > (${at}, ${id}) ${isAll ? sql`` : sql`and k.revoked_at is null`}
    order by k.created_at, k.id limit ${limit}`)
}

/** When a key was made, and its id. */
export type KeyPlace = [at: number, id: string]

export interface KeyRow {
  readonly id: string
  readonly hash: Uint8Array
  readonly role: Role
  readonly capabilities: string
  readonly agent_forgets: number
  readonly created_at: number
  readonly expires_at: number | null
  readonly last_used_at: number | null
  readonly revoked_at: number | null
  readonly name: string | null
  readonly for_user: string | null
  readonly agent: string | null
  readonly workspaces: string | null
}

export function asKey(row: KeyRow): ApiKey {
  return {
    id: row.id,
    name: row.name,
    user: row.for_user,
    agent: row.agent,
    workspaces: JSON.parse(row.workspaces ?? '[]') as string[],
    role: row.role,
    capabilities: JSON.parse(row.capabilities) as Capability[],
    agentForgets: row.agent_forgets === 1,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    revokedAt: row.revoked_at,
  }
}

const bank: BankId = STORE_BANK
