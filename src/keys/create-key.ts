import { MemoryError } from '../errors.js'
import type { Spine } from '../items/spine.js'
import { write } from '../items/write.js'
import { type Capability, checkedName, type Reach, reachOf, requireCapability } from '../reach.js'
import { sql } from '../store/sql.js'
import { get, type Tx } from '../store/statement.js'
import { type ApiKey, insertKey, keysNamed } from './api-key.js'
import { hashOfSecret, newKeyToken, writeKeyToken } from './key-token.js'
import { capabilitiesOf, type Role } from './role.js'

export interface WantedKey {
  readonly name: string
  readonly user: string
  readonly role: Role
  readonly workspaces: readonly string[]
  /** Some of what the role may do; all of it where absent. */
  readonly capabilities: readonly Capability[] | undefined
  readonly agent: string | undefined
  readonly agentForgets: boolean
  readonly expiresAt: number | null
}

export interface MadeKey {
  readonly key: ApiKey
  /** The secret with its id: told once, kept nowhere. */
  readonly token: string
}

/** Makes a key that opens no more than who makes it may do. Throws `invalid_input`, `denied`, `conflict`, `too_large`. */
export async function createKey(spine: Spine, store: Reach, wanted: WantedKey): Promise<MadeKey> {
  const { name, user, role, expiresAt, agentForgets } = wanted
  refuseNames(wanted)
  const granted = capabilitiesFor(wanted)
  for (const capability of granted) requireCapability(store, capability, 'a key.create that grants it')
  const token = newKeyToken(spine.env)
  const createdAt = spine.env.now()
  const fresh = {
    id: token.id,
    name,
    user,
    agent: wanted.agent ?? null,
    workspaces: [...new Set(wanted.workspaces)],
    role,
    capabilities: granted,
    agentForgets,
    createdAt,
    expiresAt,
  }
  const hash = hashOfSecret(token.secret)
  await write(spine, store, 'key.create', 'admin', function* create() {
    yield* refuseTaken(name)
    yield* refuseTooMany(store)
    yield* insertKey({ ...fresh, hash })
    return { result: undefined, effect: { ids: [fresh.id], counts: { api_key: 1 } } }
  })
  return { key: { ...fresh, lastUsedAt: null, revokedAt: null }, token: writeKeyToken(token) }
}

/** As they must be to be anybody's, or anything's: what could never come in is refused now. */
function refuseNames({ name, user, agent, workspaces, role }: WantedKey): void {
  checkedName(name, 'key')
  reachOf({ user, ...(agent === undefined ? {} : { agent }) })
  for (const workspace of workspaces) reachOf({ user, workspace })
  if (role !== 'administrator') return
  if (agent !== undefined) {
    throw new MemoryError(
      'invalid_input',
      'an agent cannot be an administrator: whole-store work is never done on behalf of someone',
      'give the role member or reader',
    )
  }
  if (workspaces.length > 0) {
    throw new MemoryError(
      'invalid_input',
      'an administrator enters every workspace',
      'leave the workspaces out, or give the role member or reader',
    )
  }
}

function capabilitiesFor({ role, capabilities, agentForgets }: WantedKey): readonly Capability[] {
  const most = capabilitiesOf[role]
  const granted = [...new Set(capabilities ?? most)]
  const beyond = granted.find((capability) => !most.includes(capability))
  if (beyond !== undefined) {
    throw new MemoryError(
      'invalid_input',
      `a ${role} cannot have the capability ${beyond}`,
      `a ${role} can have: ${most.join(', ')}`,
    )
  }
  if (agentForgets && !granted.includes('memory.forget')) {
    throw new MemoryError(
      'invalid_input',
      'an agent forgets no more than the key may',
      'give the key the role member, and the capability memory.forget',
    )
  }
  return granted
}

/** What people call a key says which one is meant. */
function* refuseTaken(name: string): Tx<void> {
  const found = yield* keysNamed(name)
  if (found.every(({ revoked_at }) => revoked_at !== null)) return
  throw new MemoryError(
    'conflict',
    'there is a key of this name',
    'give another name, or revoke that one first: recollect key revoke NAME',
  )
}

function* refuseTooMany({ writes: bank }: Reach): Tx<void> {
  const found = yield* get<{ n: number }>(
    sql`select count(*) as n from api_key where bank = ${bank} and revoked_at is null`,
  )
  if ((found?.n ?? 0) < KEYS_MAX) return
  throw new MemoryError(
    'too_large',
    `there are ${KEYS_MAX} keys`,
    'revoke what is not used: recollect key list',
  )
}

const KEYS_MAX = 1_000
