import { z } from 'zod'
import { CHAIN_START, type ChainCheck, type ChainPosition, checkChain } from '../audit.js'
import { caredDocuments } from '../document/cared-documents.js'
import { readAudit } from '../items/read-audit.js'
import { type Reach, wholeStore } from '../reach.js'
import { hex } from '../text/hex.js'
import { formatMoment } from '../text/zone.js'
import { moment, readMoment } from './moment.js'
import { type Call, defineOperation } from './operation.js'
import { pageAfter, pageNext, pagesOf } from './page.js'

const forPeople = {
  capability: 'audit.read',
  audience: ['user', 'administrator'],
  surfaces: ['sdk', 'cli', 'http'],
  effect: 'read',
  isIdempotent: true,
} as const

/** How far the log of each bank was shown: three numbers a bank. */
const logPages = pagesOf('memory.audit_log', z.array(z.int().min(0)).min(3).max(12))

export const auditLog = defineOperation({
  ...forPeople,
  name: 'memory.audit_log',
  looksAtMuch: true,
  title: 'Who did what',
  description:
    'Writes, refusals and reads of this bank and its documents, for the administrator also of the store as a whole, newest ' +
    'first. Never shows what was said or asked.',
  example: 'recollect audit-log --since 2026-03-01',
  input: z.object({
    actor: z.string().max(300).optional().describe('as shown in the log, e.g. user:me'),
    operation: z.string().max(100).optional().describe('e.g. forget'),
    outcome: z
      .string()
      .max(100)
      .optional()
      .describe('read, done, refused, or the code of a refusal, e.g. denied'),
    since: moment.optional().describe('only rows from this time on'),
    until: moment.optional().describe('only rows from before this time'),
    limit: z.number().int().min(1).max(1000).default(50).describe('how many rows'),
    after: pageAfter,
  }),
  output: z.object({
    rows: z.array(
      z.object({
        at: z.string(),
        bank: z.string(),
        seq: z.number().nullable().describe('its number in the chain of its bank; null for a read'),
        actor: z.string(),
        operation: z.string(),
        outcome: z.string().describe('read, done, or the code of a refusal'),
        ids: z.array(z.string()),
        counts: z.record(z.string(), z.number()),
      }),
    ),
    next: pageNext,
  }),
  handler: async (call, { since, until, operation, after, ...query }) => {
    const { spine, reach, readLog } = call
    await readLog.flush()
    const { lines, next } = await readAudit(spine, banksOf(call, 'memory.audit_log'), {
      ...query,
      operation: operation === undefined ? undefined : canonicalName(operation),
      since: readMoment(since, spine.zone, 'since'),
      until: readMoment(until, spine.zone, 'until'),
      after: readPlaces(after),
    })
    readLog.record(reach, 'memory.audit_log', { rows: lines.length })
    return {
      rows: lines.map((row) => ({ ...row, ids: [...row.ids], at: formatMoment(row.at, spine.zone) })),
      next: logPages.next(next?.flatMap(({ seq, readAt, readsAt }) => [seq, readAt, readsAt])),
    }
  },
})

function readPlaces(after: string | undefined) {
  const told = logPages.read(after)
  if (told === undefined) return undefined
  const [seqs, times, counts] = [0, 1, 2].map((part) => told.filter((_, index) => index % 3 === part))
  return (seqs ?? []).map((seq, index) => ({
    seq,
    readAt: times?.[index] ?? 0,
    readsAt: Math.min(counts?.[index] ?? 0, READS_A_MOMENT),
  }))
}

/** So many at most are told of one millisecond. */
const READS_A_MOMENT = 100_000

/** Takes `forget` for `memory.forget`, and `audit-log` for `memory.audit_log`. */
function canonicalName(operation: string): string {
  const name = operation.replaceAll('-', '_')
  return name.includes('.') ? name : `memory.${name}`
}

/** Of which bank, behind which row, and what that row's hash was. */
const chainPages = pagesOf(
  'memory.verify_audit',
  z.tuple([z.int().min(0).max(9), z.int().min(0), z.string().max(128)]),
)

export const verifyAudit = defineOperation({
  ...forPeople,
  name: 'memory.verify_audit',
  looksAtMuch: true,
  title: 'Prove that the log is whole',
  description:
    'Computes the chain of the log anew, row by row: of your memory, of your documents, for the administrator also of the ' +
    'system and of the store as a whole. Says where it is broken, if it is. Looks at 50,000 rows a call, and goes on with `next`.',
  example: 'recollect verify-audit',
  input: z.object({ after: pageAfter }),
  output: z.object({
    isSound: z.boolean().describe('of what this call looked at'),
    rows: z.number().describe('that this call looked at'),
    chains: z.array(
      z.object({
        bank: z.string(),
        rows: z.number().describe('that this call looked at'),
        brokenAt: z
          .number()
          .nullable()
          .describe('the number of the first row that is missing or was changed'),
        problem: z.string().nullable(),
      }),
    ),
    next: pageNext,
  }),
  handler: async (call, { after }) => {
    const [first = 0, ...begun] = chainPages.read(after) ?? []
    const chains: Looked[] = []
    let left = ROWS_MAX
    let next: [number, number, string] | undefined
    for (const [index, { writes }] of banksOf(call, 'memory.verify_audit').entries()) {
      if (index < first) continue
      if (left <= 0) {
        next ??= [index, 0, '']
        break
      }
      const [seq, hash] = index === first && begun.length === 2 ? begun : [0, '']
      const from = seq === 0 ? CHAIN_START : { seq, hash: Buffer.from(hash, 'hex') }
      const { place, ...looked } = await lookAt(call, writes, from, left)
      left -= looked.rows
      chains.push(looked)
      if (place !== undefined) {
        next = [index, place.seq, hex(place.hash)]
        break
      }
    }
    const rows = ROWS_MAX - left
    call.readLog.record(call.reach, 'memory.verify_audit', { rows })
    return {
      isSound: chains.every(({ problem }) => problem === null),
      rows,
      chains,
      next: chainPages.next(next),
    }
  },
})

const ROWS_MAX = 50_000

interface Looked {
  readonly bank: string
  readonly rows: number
  readonly brokenAt: number | null
  readonly problem: string | null
}

function banksOf({ reach }: Call, operation: string): readonly Reach[] {
  const isOwner = reach.actor.audience === 'administrator' && reach.capabilities.has('admin')
  return [reach, ...caredDocuments(reach), ...(isOwner ? [wholeStore(reach, operation)] : [])]
}

async function lookAt(
  { spine, progress, signal }: Call,
  bank: string,
  from: ChainPosition,
  most: number,
): Promise<Looked & { readonly place: ChainPosition | undefined }> {
  let rows = 0
  let place: ChainPosition | undefined = from
  while (place !== undefined && rows < most) {
    signal?.throwIfAborted()
    const check: ChainCheck = await spine.store.read(checkChain, bank, place)
    rows += check.rows
    progress?.({ done: rows, unit: 'rows' })
    if (check.problem !== undefined)
      return { bank, rows, brokenAt: check.brokenAt ?? null, problem: check.problem, place: undefined }
    place = check.next
  }
  return { bank, rows, brokenAt: null, problem: null, place }
}
