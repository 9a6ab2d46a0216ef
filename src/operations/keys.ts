import { z } from 'zod'
import { MemoryError } from '../errors.js'
import { type ApiKey, stateOf } from '../keys/api-key.js'
import { createKey } from '../keys/create-key.js'
import { listKeys } from '../keys/list-keys.js'
import { revokeKey } from '../keys/revoke-key.js'
import { roles } from '../keys/role.js'
import { capabilities, wholeStore } from '../reach.js'
import { parseMoment } from '../text/parse-moment.js'
import { DAY_MS } from '../text/zone.js'
import { isMoment, moment, showMoment } from './moment.js'
import { defineOperation } from './operation.js'
import { pageAfter, pageNext, pagesOf } from './page.js'

const byAdministrator = {
  capability: 'admin',
  audience: ['administrator'],
  surfaces: ['sdk', 'cli', 'http'],
} as const

const keyShape = z.object({
  id: z.string().describe('what the audit log calls it; no secret'),
  name: z.string().nullable().describe('null once it was forgotten'),
  user: z.string().nullable().describe('for whom whoever comes in with it speaks'),
  role: z.enum(roles),
  workspaces: z.array(z.string()).describe('what it opens beside the memory of its user'),
  capabilities: z.array(z.enum(capabilities)),
  agent: z.string().nullable().describe('it is for this agent alone; null for a person'),
  agentForgets: z.boolean().describe('whether an agent that comes in with it may forget'),
  state: z.enum(['usable', 'expired', 'revoked']),
  createdAt: z.string(),
  expiresAt: z.string().nullable(),
  lastUsedAt: z.string().nullable().describe('to the minute; null while it is unused'),
  revokedAt: z.string().nullable(),
})

export const createApiKey = defineOperation({
  ...byAdministrator,
  name: 'key.create',
  title: 'Make a key with which somebody comes in over a network',
  description:
    'Answers a secret that is shown this once and kept nowhere. With it a program speaks for one user, as far as the role ' +
    'goes: an administrator does everything; a member reads, writes and forgets the memory of the user and of the ' +
    'workspaces that are named, and keeps documents; a reader reads.',
  example: 'recollect key create laptop --for ann --workspaces acme/web --expires 30d',
  effect: 'write',
  isIdempotent: false,
  answersSecret: true,
  input: z.object({
    name: z.string().min(1).max(128).describe('what you call it'),
    for: z.string().min(1).max(128).optional().describe('the user for whom it speaks; you'),
    role: z.enum(roles).default('member').describe('what it may do'),
    workspaces: z
      .array(z.string().min(1).max(128))
      .max(100)
      .optional()
      .describe('workspaces that it opens; none but these'),
    capabilities: z
      .array(z.enum(capabilities))
      .min(1)
      .max(capabilities.length)
      .optional()
      .describe('only these of what the role may do'),
    agent: z.string().min(1).max(128).optional().describe('for this agent alone, on the behalf of the user'),
    agentForgets: z
      .boolean()
      .default(false)
      .describe('an agent that comes in with it may forget for good, too'),
    expires: moment.default('90d').describe('when it ends: 12h, 30d, 1y from now, a time, or never'),
  }),
  output: z.object({
    key: z.string().describe('the secret: shown this once'),
    ...keyShape.shape,
  }),
  handler: async ({ spine, reach }, input) => {
    const store = wholeStore(reach, 'key.create')
    const { key, token } = await createKey(spine, store, {
      ...input,
      user: input.for ?? reach.actor.user,
      workspaces: input.workspaces ?? [],
      capabilities: input.capabilities,
      agent: input.agent,
      expiresAt: readExpiry(input.expires, spine.env.now(), spine.zone),
    })
    return { key: token, ...showKey(key, spine.env.now(), spine.zone) }
  },
})

export const listApiKeys = defineOperation({
  ...byAdministrator,
  name: 'key.list',
  title: 'Which keys there are',
  description:
    'The keys of the store, in the order in which they were made: whose they are, what they open, until when, and when they ' +
    'were last used. Never a secret. With `all`, also what was revoked.',
  example: 'recollect key list --all',
  effect: 'read',
  isIdempotent: true,
  input: z.object({
    all: z.boolean().default(false).describe('also those that were revoked'),
    after: pageAfter,
    limit: z.int().min(1).max(200).default(100).describe('how many at most'),
  }),
  output: z.object({ keys: z.array(keyShape), next: pageNext }),
  handler: async ({ spine, reach, readLog }, { all: isAll, after, limit }) => {
    const store = wholeStore(reach, 'key.list')
    const { keys, last } = await spine.store.read(listKeys, pages.read(after), { isAll, limit })
    readLog.record(store, 'key.list', { keys: keys.length })
    const now = spine.env.now()
    return { keys: keys.map((key) => showKey(key, now, spine.zone)), next: pages.next(last) }
  },
})

const pages = pagesOf('key.list', z.tuple([z.int(), z.string()]))

export const revokeApiKey = defineOperation({
  ...byAdministrator,
  name: 'key.revoke',
  title: 'Let a key open nothing any more',
  description:
    'At once, in every process. The key stays in the list of all; with `forget`, what it was called, whose it was and what it ' +
    'opened are forgotten, also of keys of the same name that were revoked before, and looked for on disk.',
  example: 'recollect key revoke phone',
  effect: 'destructive',
  isIdempotent: true,
  input: z.object({
    which: z.string().min(1).max(128).describe('its name, or its id'),
    forget: z.boolean().default(false).describe('also forget what it was called'),
  }),
  output: z.object({
    ids: z.array(z.string()),
    proof: z
      .object({ state: z.enum(['logical', 'physical']), reason: z.string().nullable() })
      .nullable()
      .describe('with forget: how far it was looked for'),
  }),
  handler: async ({ spine, reach }, { which, forget }) => {
    const store = wholeStore(reach, 'key.revoke')
    const { ids, proof } = await revokeKey(spine, store, which, forget)
    return { ids: [...ids], proof: proof && { state: proof.state, reason: proof.reason } }
  },
})

function showKey(key: ApiKey, now: number, zone: string): z.output<typeof keyShape> {
  return {
    id: key.id,
    name: key.name,
    user: key.user,
    role: key.role,
    workspaces: [...key.workspaces],
    capabilities: [...key.capabilities],
    agent: key.agent,
    agentForgets: key.agentForgets,
    state: stateOf(key, now),
    createdAt: showMoment(key.createdAt, zone) ?? '',
    expiresAt: showMoment(key.expiresAt, zone),
    lastUsedAt: showMoment(key.lastUsedAt, zone),
    revokedAt: showMoment(key.revokedAt, zone),
  }
}

/** Null for what never ends. Throws `invalid_input` for what is over, or no time. */
function readExpiry(given: string | number, now: number, zone: string): number | null {
  if (given === 'never') return null
  const at = typeof given === 'number' ? given : (afterUnits(given, now) ?? parseMoment(given, { zone }))
  if (isMoment(at) && at > now) return Math.round(at)
  throw new MemoryError(
    'invalid_input',
    `expires: not a time to come: ${given}`,
    'give 12h, 30d, 8w or 1y from now, a day like 2030-01-31, or never',
  )
}

/** `30d`: so long from now. */
function afterUnits(given: string, now: number): number | undefined {
  const [, count, unit = ''] = /^(\d{1,3})([hdwy])$/.exec(given) ?? []
  const unitMs = UNIT_MS.get(unit)
  return count === undefined || unitMs === undefined ? undefined : now + Number(count) * unitMs
}

const UNIT_MS: ReadonlyMap<string, number> = new Map([
  ['h', DAY_MS / 24],
  ['d', DAY_MS],
  ['w', 7 * DAY_MS],
  ['y', 365 * DAY_MS],
])
