import { z } from 'zod'
import { MemoryError } from '../errors.js'
import { alreadyDecided, decide, gateOf, noteDecision, setGate } from '../items/gate.js'
import {
  countWaiting,
  listProposals,
  type Proposal,
  proposalStates,
  readProposal,
} from '../items/proposals.js'
import { write } from '../items/write.js'
import { actorLabel, type Capability, type Reach, requireCapability, workspaceOf } from '../reach.js'
import type { Tx } from '../store/statement.js'
import { byTheUser } from './by-the-user.js'
import { captureNote } from './memory.js'
import { isMoment, showMoment } from './moment.js'
import { type Call, defineOperation, type Operation } from './operation.js'
import { parseInput } from './parse-input.js'
import { saveRecord } from './records.js'
import { requireWorkspace } from './require-workspace.js'
import { noteInWorkspace } from './workspace-notes.js'

export const proposalShape = z.object({
  id: z.string(),
  kind: z.enum(['note', 'record']),
  state: z.enum(proposalStates),
  text: z.string().nullable().describe('what it says; null once it is decided: an approved one is an item'),
  details: z
    .record(z.string(), z.unknown())
    .describe('what else the call gave: tags, sources, times, name, description, type'),
  proposedBy: z.string(),
  proposedAt: z.string(),
  decidedBy: z.string().nullable(),
  decidedAt: z.string().nullable(),
  isOwn: z.boolean().describe('who decided had proposed it'),
  note: z.string().nullable(),
  itemId: z.string().nullable().describe('the item that it is by now'),
})

const gateShape = z.object({
  workspace: z.string(),
  on: z.boolean().describe('whether what is to be kept waits for a person'),
  changedBy: z.string().nullable(),
  changedAt: z.string().nullable(),
  waiting: z.number().describe('proposals that nobody has decided on'),
})

export const switchGate = defineOperation({
  ...byTheUser,
  name: 'workspace.gate',
  title: 'Let memories of a workspace wait for a person',
  description:
    'With the gate on, what anyone captures, notes or saves as a record in this workspace is a proposal, kept once a person ' +
    'approves it; other writes of agents are refused. With the gate off, all is kept at once; what waits goes on waiting.',
  example: 'recollect workspace gate on --workspace acme/web',
  isIdempotent: true,
  input: z.object({ on: z.boolean().describe('on, or off again') }),
  output: gateShape,
  handler: async ({ spine, reach }, { on }) => {
    requireWorkspace(reach, 'workspace.gate')
    const at = spine.env.now()
    await write(spine, reach, 'workspace.gate', 'memory.write', function* change() {
      yield* setGate(reach, on, at)
      return { result: undefined, effect: { ids: [], counts: { [on ? 'on' : 'off']: 1 } } }
    })
    return spine.store.read(showGate, reach, spine.zone)
  },
})

export const listWorkspaceProposals = defineOperation({
  ...byTheUser,
  name: 'workspace.proposals',
  title: 'What waits for a person in a workspace',
  description:
    'The notes and records that were proposed for this workspace, oldest first: by whom, when, and what they say. Of those ' +
    'that are decided: who decided when, and the item that came of it.',
  example: 'recollect workspace proposals --workspace acme/web',
  capability: 'memory.read',
  effect: 'read',
  isIdempotent: true,
  input: z.object({
    state: z.enum(proposalStates).default('proposed').describe('proposed: still waiting'),
    limit: z.int().min(1).max(100).default(20).describe('how many at most'),
    after: z.string().max(64).optional().describe('go on where a list ended: its `next`'),
  }),
  output: z.object({
    proposals: z.array(proposalShape),
    next: z.string().nullable().describe('give it as `after` for more; null at the end'),
    gate: gateShape,
  }),
  handler: async ({ spine, reach, readLog }, query) => {
    requireWorkspace(reach, 'workspace.proposals')
    const { found, gate } = await spine.store.read(function* look() {
      const rows = yield* listProposals(reach.writes, { ...query, limit: query.limit + 1 })
      return { found: rows, gate: yield* showGate(reach, spine.zone) }
    })
    const page = found.slice(0, query.limit) // slice-ok: a list
    readLog.record(reach, 'workspace.proposals', { proposals: page.length })
    return {
      proposals: page.map((one) => showProposal(one, spine.zone)),
      next: found.length > page.length ? (page.at(-1)?.id ?? null) : null,
      gate,
    }
  },
})

const decision = z.object({
  ids: z.array(z.uuid()).min(1).max(100).describe('ids of proposals'),
  note: z.string().min(1).max(2_000).optional().describe('why, for who reads the log'),
})

const decided = z.object({
  decided: z.array(
    z.object({
      id: z.string(),
      itemId: z.string().nullable().describe('the item that it is by now; null where it is none'),
      problem: z.string().nullable().describe('why nothing was decided on this one; it is as it was'),
    }),
  ),
})

export const approveProposals = defineOperation({
  ...byTheUser,
  name: 'workspace.approve',
  title: 'Approve what was proposed for a workspace',
  description:
    'Keeps proposals as what they were: a note, a record, of who proposed them, with the trust of their words; the log ' +
    'says who approved. Each is decided once. Where none of them can be, the first problem is thrown.',
  example: 'recollect workspace approve 1 --workspace acme/web',
  isIdempotent: false,
  input: decision,
  output: decided,
  handler: async (call, { ids, note = null }) => {
    requireWorkspace(call.reach, 'workspace.approve')
    return decideEach(ids, (id) => approve(call, id, note))
  },
})

export const declineProposals = defineOperation({
  ...byTheUser,
  name: 'workspace.decline',
  title: 'Decline what was proposed for a workspace',
  description:
    'Nothing is kept of what a proposal says; who proposed it, who declined it, when and why stays. Each is decided once.',
  example: 'recollect workspace decline 1 --note "already in the handbook" --workspace acme/web',
  isIdempotent: false,
  input: decision,
  output: decided,
  handler: async ({ spine, reach }, { ids, note = null }) => {
    requireWorkspace(reach, 'workspace.decline')
    return decideEach(ids, async (id) => {
      const at = spine.env.now()
      return write<string | null>(spine, reach, 'workspace.decline', 'memory.write', function* decline() {
        yield* decide(reach, id, 'declined', at)
        yield* noteDecision(reach.writes, id, note)
        return { result: null, effect: { ids: [id], counts: { declined: 1 } } }
      })
    })
  },
})

/** By the handler of the call, as who made it; write marks the proposal in the same transaction (items/gate.ts). */
async function approve(call: Call, id: string, note: string | null): Promise<string | null> {
  const { spine, reach } = call
  const {
    input,
    operation: name,
    by,
    at,
    again,
    state,
    decidedBy,
  } = await spine.store.read(readProposal, reach.writes, id)
  if (input === null) throw alreadyDecided(state, decidedBy)
  if (again) requireCapability(reach, 'memory.forget', 'workspace.approve of what may have been forgotten')
  const operation = proposed.get(name)
  const parsed = operation && parseInput(operation.input, JSON.parse(input))
  if (operation?.proposal === undefined || parsed === undefined || !('input' in parsed)) {
    throw new MemoryError('unsupported', `${name} as it was proposed is none that can be kept`, 'decline it')
  }
  const asProposer: Reach = {
    ...reach,
    actor: by,
    // What the call needed its caller had: it was checked before it was kept.
    capabilities: PROPOSED,
    approval: { proposal: id, by: reach.actor, note },
  }
  await operation.handler({ ...call, reach: asProposer }, operation.proposal.performs(parsed.input, at))
  return (await spine.store.read(readProposal, reach.writes, id)).itemId
}

const proposed: ReadonlyMap<string, Operation> = new Map(
  [captureNote, saveRecord, noteInWorkspace].map((operation) => [
    operation.name,
    operation as unknown as Operation,
  ]),
)

const PROPOSED: ReadonlySet<Capability> = new Set(['memory.read', 'memory.write', 'memory.forget'])

/** In the order of the ids. Throws the first problem where none could be decided on. */
async function decideEach(
  ids: readonly string[],
  one: (id: string) => Promise<string | null>,
): Promise<z.output<typeof decided>> {
  const told: z.output<typeof decided>['decided'] = []
  let problem: MemoryError | undefined
  for (const id of new Set(ids)) {
    try {
      told.push({ id, itemId: await one(id), problem: null })
    } catch (error) {
      if (!(error instanceof MemoryError)) throw error
      problem ??= error
      told.push({ id, itemId: null, problem: error.message })
    }
  }
  if (problem !== undefined && told.every((each) => each.problem !== null)) throw problem
  return { decided: told }
}

function* showGate({ writes }: Reach, zone: string): Tx<z.output<typeof gateShape>> {
  const { isOn, changedBy, changedAt } = yield* gateOf(writes)
  return {
    workspace: workspaceOf(writes) ?? '',
    on: isOn,
    changedBy,
    changedAt: showMoment(changedAt, zone),
    waiting: yield* countWaiting(writes),
  }
}

export function showProposal({ operation, input, by, ...one }: Proposal, zone: string) {
  const { text, body, ...rest } = (input === null ? {} : JSON.parse(input)) as Record<string, unknown>
  const details = { ...rest }
  for (const field of ['occurredAt', 'expiresAt'])
    if (isMoment(rest[field])) details[field] = showMoment(rest[field], zone)
  return {
    id: one.id,
    kind: operation === saveRecord.name ? ('record' as const) : ('note' as const),
    state: one.state,
    text: input === null ? null : String(text ?? body),
    details,
    proposedBy: actorLabel(by),
    proposedAt: showMoment(one.at, zone) ?? '',
    decidedBy: one.decidedBy,
    decidedAt: showMoment(one.decidedAt, zone),
    isOwn: one.isOwn,
    note: one.note,
    itemId: one.itemId,
  }
}
