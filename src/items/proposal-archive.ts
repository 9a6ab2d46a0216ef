import { z } from 'zod'
import { kindOfBank } from '../reach.js'
import { sql } from '../store/sql.js'
import { all, get, run, type Tx } from '../store/statement.js'
import { type ArchiveTable, archived, base64, fromBase64, type Taken, taken } from './archive-table.js'
import { proposable } from './gate.js'
import { CHANGED_BY_HAND, type RowCheck } from './kind.js'
import { proposalStates } from './proposals.js'

const gateShape = z.strictObject({
  isOn: z.boolean(),
  changedBy: archived.text.max(600),
  changedAt: archived.time,
})

type GateLine = z.output<typeof gateShape>

/** Whether what is kept in a workspace waits for a person. A gate that was set here stays so. */
export const gateTable: ArchiveTable<GateLine> = {
  type: 'workspace_gate',
  shape: gateShape,
  key: () => [0],

  *page(bank, after): Tx<GateLine[]> {
    if (after !== undefined) return []
    const rows = yield* all<Omit<GateLine, 'isOn'> & { isOn: number }>(sql`
      select is_on as "isOn", changed_by as "changedBy", changed_at as "changedAt" from workspace_gate where bank = ${bank}`)
    return rows.map((row) => ({ ...row, isOn: row.isOn === 1 }))
  },

  add: ({ reach }, rows) =>
    function* addGate(): Tx<Taken> {
      let added = 0
      // Of no other bank anything would take it away again.
      if (kindOfBank(reach.writes) !== 'workspace') return taken({ leftOut: rows.length })
      for (const { isOn, changedBy, changedAt } of rows)
        added += yield* run(sql`
          insert into workspace_gate (bank, is_on, changed_by, changed_at)
          values (${reach.writes}, ${isOn ? 1 : 0}, ${changedBy}, ${changedAt}) on conflict (bank) do nothing`)
      return taken({ added, present: rows.length - added })
    },
}

const proposalShape = z.strictObject({
  id: archived.id,
  operation: archived.text.refine((name) => proposable.has(name), { error: 'cannot be proposed' }),
  identity: archived.blob(16),
  again: z.boolean(),
  at: archived.time,
  audience: z.enum(['agent', 'subagent', 'user', 'administrator']),
  forUser: archived.text.min(1).max(128),
  agent: archived.text.max(128).nullable(),
  state: z.enum(proposalStates),
  decidedAt: archived.time.nullable(),
  decidedBy: archived.text.max(600).nullable(),
  isOwn: z.boolean(),
  itemId: archived.id.nullable(),
  input: archived.text.refine(isObject, { error: 'is no JSON object' }).nullable(),
  note: archived.text.nullable(),
  sources: z.array(archived.id).max(100),
})

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

type ProposalLine = z.output<typeof proposalShape>

/** What was proposed, with what became of it. What was forgotten since does not come back. */
export const proposalTable: ArchiveTable<ProposalLine> = {
  type: 'proposal',
  shape: proposalShape,
  key: ({ id }) => [id],

  *page(bank, after, limit): Tx<ProposalLine[]> {
    const rows = yield* all<Stored>(sql`
      select p.id, p.operation, p.identity, p.again, p.at, p.audience, p.for_user as "forUser", p.agent, p.state,
        p.decided_at as "decidedAt", p.decided_by as "decidedBy", p.is_own as "isOwn", p.item_id as "itemId", t.input, n.note
      from proposal p
      left join proposal_text t on t.bank = p.bank and t.proposal_id = p.id
      left join proposal_note n on n.bank = p.bank and n.proposal_id = p.id
      where p.bank = ${bank} and p.id > ${after?.id ?? ''} order by p.id limit ${limit}`)
    const lines: ProposalLine[] = []
    for (const { identity, again, isOwn, ...row } of rows) {
      const sources = yield* all<{ id: string }>(sql`
        select item_id as id from proposal_source where bank = ${bank} and proposal_id = ${row.id} order by item_id`)
      lines.push({
        ...row,
        identity: base64(identity),
        again: again === 1,
        isOwn: isOwn === 1,
        sources: sources.map(({ id }) => id),
      })
    }
    return lines
  },

  add: ({ reach, aliases }, rows) =>
    function* addProposals(): Tx<Taken> {
      const bank = reach.writes
      if (kindOfBank(bank) !== 'workspace') return taken({ leftOut: rows.length })
      const here = (id: string) => aliases.get(id) ?? id
      let added = 0
      let present = 0
      for (const row of rows) {
        const identity = fromBase64(row.identity)
        const known = yield* get(sql`select id from proposal where bank = ${bank} and id = ${row.id}`)
        if (known !== undefined) present += 1
        if (known !== undefined || (yield* isGone(bank, row, identity))) continue
        const item = row.itemId === null ? null : here(row.itemId)
        // One that was decided there keeps no text.
        added += yield* run(sql`
          insert into proposal (bank, id, operation, identity, again, at, audience, for_user, agent, state, decided_at, decided_by,
            is_own, item_id)
          values (${bank}, ${row.id}, ${row.operation}, ${identity}, ${row.again ? 1 : 0}, ${row.at}, ${row.audience}, ${row.forUser},
            ${row.agent}, ${row.state}, ${row.decidedAt}, ${row.decidedBy}, ${row.isOwn ? 1 : 0}, ${item})`)
        if (row.note !== null)
          yield* run(
            sql`insert into proposal_note (bank, proposal_id, note) values (${bank}, ${row.id}, ${row.note})`,
          )
        if (row.input === null) continue
        yield* run(
          sql`insert into proposal_text (bank, proposal_id, input) values (${bank}, ${row.id}, ${row.input})`,
        )
        for (const source of new Set(row.sources.map(here)))
          yield* run(
            sql`insert into proposal_source (bank, proposal_id, item_id) values (${bank}, ${row.id}, ${source})`,
          )
      }
      return taken({ added, present, leftOut: rows.length - added - present })
    },
}

/** Its content was forgotten here, and it does not ask to be remembered again since; or what became of it is not here. */
function* isGone(
  bank: string,
  { again, at, itemId, state, input }: ProposalLine,
  identity: Uint8Array,
): Tx<boolean> {
  if ((state === 'proposed') !== (input !== null)) return true
  const forgotten = yield* get(sql`
    select identity from tombstone where bank = ${bank} and identity = ${identity}
      and (${again ? 1 : 0} = 0 or forgotten_at >= ${at})`)
  if (forgotten !== undefined) return true
  if (itemId === null) return false
  return (yield* get(sql`select id from item where bank = ${bank} and identity = ${identity}`)) === undefined
}

interface Stored extends Omit<ProposalLine, 'identity' | 'again' | 'isOwn' | 'sources'> {
  readonly identity: Uint8Array
  readonly again: number
  readonly isOwn: number
}

/** What must hold of proposals, and doctor looks at. */
export const proposalChecks: readonly RowCheck[] = [
  {
    check: 'proposals',
    wrong: (bank) => sql`
      select count(*) as n from proposal p
      left join proposal_text t on t.bank = p.bank and t.proposal_id = p.id
      where p.bank = ${bank} and (p.state = 'proposed') <> (t.rid is not null)`,
    what: 'proposals that wait without their text, or are decided and keep it',
    hint: CHANGED_BY_HAND,
  },
  {
    check: 'texts of proposals',
    wrong: (bank) => sql`
      select count(*) as n from (
        select proposal_id from proposal_text where bank = ${bank}
        union all select proposal_id from proposal_note where bank = ${bank}
        union all select proposal_id from proposal_source where bank = ${bank}) as x
      where not exists (select 1 from proposal p where p.bank = ${bank} and p.id = x.proposal_id)`,
    what: 'texts, notes or sources without a proposal',
    hint: CHANGED_BY_HAND,
  },
]
