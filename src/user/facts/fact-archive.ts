import { z } from 'zod'
import {
  type ArchiveIntake,
  type ArchiveTable,
  archived,
  base64,
  fromBase64,
  type Taken,
  taken,
} from '../../items/archive-table.js'
import type { Trust } from '../../items/item.js'
import { storedIdentityKey } from '../../items/spine.js'
import type { BankId } from '../../reach.js'
import { inInt, inText, sql } from '../../store/sql.js'
import { all, batch, get, run, type Tx } from '../../store/statement.js'
import { factCategories } from '../fact-category.js'
import { rehashFacts } from '../rehash-facts.js'
import { addFactText } from './add-fact.js'
import { factKinds, factStatuses, holderOf } from './fact.js'
import { addParts, partRoles, readParts } from './fact-parts.js'
import { addInstruction, instructionScopes } from './instruction-rows.js'
import { setStatus } from './set-status.js'
import { isStated } from './weights.js'

const factShape = z.strictObject({
  item: archived.id,
  category: z.enum(factCategories),
  /** The id of the entity that it is about. */
  subject: archived.id.nullable(),
  keyHash: archived.blob(16).nullable(),
  formHash: archived.blob(16),
  attribute: archived.text.nullable(),
  value: archived.text.nullable(),
  status: z.enum(factStatuses),
  importance: z.int().min(1).max(10),
  confidence: z.int().min(0).max(100),
  pinned: z.boolean(),
  stated: z.boolean(),
  validFrom: archived.time,
  validUntil: archived.time.nullable(),
  expiresAt: archived.time.nullable(),
  confirmedAt: archived.time,
  /** In their order. */
  beliefs: z.array(
    z.strictObject({
      since: archived.time,
      until: archived.time.nullable(),
      validUntil: archived.time.nullable(),
    }),
  ),
  parts: z.array(z.strictObject({ role: z.enum(partRoles), start: archived.count, end: archived.count })),
  instruction: z
    .strictObject({
      priority: z.int().min(1).max(100),
      scope: z.enum(instructionScopes),
      scopeName: archived.text.nullable(),
      isDetected: z.boolean(),
    })
    .nullable(),
})

type FactLine = z.output<typeof factShape>

/** What facts keep beside their items, but where they stand in their sources. */
export const factTable: ArchiveTable<FactLine> = {
  type: 'fact',
  shape: factShape,
  key: ({ item }) => [item],

  *page(bank, after, limit): Tx<FactLine[]> {
    const rows = yield* all<Row>(sql`
      select f.item_rid, i.id as item, f.category, e.id as subject, f.key_hash, f.form_hash, f.status, f.importance,
        f.confidence, f.pinned, f.stated, f.valid_from, f.valid_until, f.expires_at, f.confirmed_at
      from fact f
      join item i on i.bank = f.bank and i.rid = f.item_rid
      left join entity e on e.bank = f.bank and e.rid = f.subject_rid
      where f.bank = ${bank} and i.id > ${after?.item ?? ''} order by i.id limit ${limit}`)
    return yield* withRest(bank, rows)
  },

  add: (into, rows) =>
    function* addFacts(): Tx<Taken> {
      let added = 0
      let leftOut = 0
      for (const row of rows) {
        const outcome = yield* addLine(into, row)
        if (outcome === 'added') added += 1
        else if (outcome === 'left out') leftOut += 1
      }
      return taken({ added, leftOut, present: rows.length - added - leftOut })
    },
}

interface Row {
  readonly item_rid: number
  readonly item: string
  readonly category: FactLine['category']
  readonly subject: string | null
  readonly key_hash: Uint8Array | null
  readonly form_hash: Uint8Array
  readonly status: FactLine['status']
  readonly importance: number
  readonly confidence: number
  readonly pinned: number
  readonly stated: number
  readonly valid_from: number
  readonly valid_until: number | null
  readonly expires_at: number | null
  readonly confirmed_at: number
}

function* withRest(bank: string, rows: readonly Row[]): Tx<FactLine[]> {
  const rids = rows.map(({ item_rid }) => item_rid)
  const [texts, beliefs, instructions] = yield* batch([
    all<{ item_rid: number; attribute: string | null; value: string | null }>(
      sql`select item_rid, attribute, value from fact_text where bank = ${bank} and item_rid ${inInt(rids)}`,
    ),
    all<{
      rid: number
      item_rid: number
      since: number
      until: number | null
      valid_until: number | null
    }>(sql`
      select rid, item_rid, since, until, valid_until from fact_belief
      where bank = ${bank} and item_rid ${inInt(rids)}`),
    all<InstructionRow>(sql`
      select item_rid, priority, scope, scope_name, detected from instruction
      where bank = ${bank} and item_rid ${inInt(rids)}`),
  ])
  const lines: FactLine[] = []
  for (const row of rows) {
    const ofRow = <T extends { readonly item_rid: number }>(found: readonly T[]) =>
      found.filter(({ item_rid }) => item_rid === row.item_rid)
    const [text] = ofRow(texts)
    const [instruction] = ofRow(instructions)
    lines.push({
      item: row.item,
      category: row.category,
      subject: row.subject,
      keyHash: row.key_hash === null ? null : base64(row.key_hash),
      formHash: base64(row.form_hash),
      attribute: text?.attribute ?? null,
      value: text?.value ?? null,
      status: row.status,
      importance: row.importance,
      confidence: row.confidence,
      pinned: row.pinned === 1,
      stated: row.stated === 1,
      validFrom: row.valid_from,
      validUntil: row.valid_until,
      expiresAt: row.expires_at,
      confirmedAt: row.confirmed_at,
      beliefs: ofRow(beliefs)
        .sort((a, b) => a.rid - b.rid)
        .map(({ since, until, valid_until }) => ({ since, until, validUntil: valid_until })),
      parts: row.category === 'decision' ? [...(yield* readParts(bank, row.item_rid))] : [],
      instruction:
        instruction === undefined
          ? null
          : {
              priority: instruction.priority,
              scope: instruction.scope,
              scopeName: instruction.scope_name,
              isDetected: instruction.detected === 1,
            },
    })
  }
  return lines
}

interface InstructionRow {
  readonly item_rid: number
  readonly priority: number
  readonly scope: (typeof instructionScopes)[number]
  readonly scope_name: string | null
  readonly detected: number
}

function* addLine({ reach, aliases }: ArchiveIntake, line: FactLine): Tx<'added' | 'present' | 'left out'> {
  const bank = reach.writes
  const item = yield* get<{ rid: number; trust: Trust; kind: (typeof factKinds)[number] }>(sql`
    select rid, trust, kind from item
    where bank = ${bank} and id = ${aliases.get(line.item) ?? line.item} and kind ${inText(factKinds)}`)
  if (item === undefined) return 'left out'
  const { rid } = item
  const isThere = yield* get(sql`select item_rid from fact where bank = ${bank} and item_rid = ${rid}`)
  if (isThere !== undefined) return 'present'
  const subject = yield* subjectOf(
    bank,
    line.subject === null ? null : (aliases.get(line.subject) ?? line.subject),
  )
  const keyHash = line.keyHash === null ? null : fromBase64(line.keyHash)
  const standing = yield* standingOf(bank, line, keyHash)
  // No line of a file makes anything the user's own that its item says is not.
  const stated = line.stated && isStated(item.trust)
  yield* run(sql`
    insert into fact (bank, item_rid, category, subject_rid, key_hash, form_hash, status, importance, confidence,
      pinned, stated, valid_from, valid_until, expires_at, confirmed_at)
    values (${bank}, ${rid}, ${line.category}, ${subject}, ${keyHash}, ${fromBase64(line.formHash)},
      ${standing.status}, ${line.importance}, ${line.confidence}, ${stated && line.pinned ? 1 : 0}, ${stated ? 1 : 0},
      ${line.validFrom}, ${standing.validUntil}, ${line.expiresAt}, ${line.confirmedAt})`)
  yield* addFactText(bank, rid, line)
  for (const { since, until, validUntil } of line.beliefs) {
    const held = until === null ? standing.validUntil : validUntil
    yield* run(sql`
      insert into fact_belief (bank, item_rid, since, until, valid_until)
      values (${bank}, ${rid}, ${since}, ${until}, ${held})`)
  }
  yield* addParts(bank, rid, line.parts)
  if (line.instruction !== null && stated) yield* addInstruction(bank, rid, line.instruction)
  if (line.subject !== null && aliases.has(line.subject)) yield* rehash(bank, rid)
  return 'added'
}

function* subjectOf(bank: string, id: string | null): Tx<number | null> {
  if (id === null) return null
  const entity = yield* get<{ rid: number }>(sql`select rid from entity where bank = ${bank} and id = ${id}`)
  return entity?.rid ?? null
}

/** Of two stores that went apart, what was said last holds the key. */
function* standingOf(
  bank: string,
  { status, validFrom, validUntil, confirmedAt }: FactLine,
  keyHash: Uint8Array | null,
): Tx<Pick<FactLine, 'status' | 'validUntil'>> {
  const holder = status !== 'active' || keyHash === null ? undefined : yield* holderOf(bank, keyHash)
  if (holder === undefined) return { status, validUntil }
  const isLater = confirmedAt >= holder.confirmedAt
  if (!isLater) return { status: 'superseded', validUntil: Math.max(validFrom, holder.validFrom) }
  const until = Math.max(holder.validFrom, validFrom)
  yield* setStatus(bank, holder, { status: 'superseded', validUntil: until, at: confirmedAt })
  return { status, validUntil }
}

/** Here its subject is another entity of the same name. */
function* rehash(bank: BankId, rid: number): Tx<void> {
  const key = yield* storedIdentityKey()
  if (key !== undefined) yield* rehashFacts({ identityKey: key.value }, bank, [rid])
}
