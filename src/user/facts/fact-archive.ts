import { type ArchiveTable, base64, type Taken, taken } from '../../items/archive-table.js'
import { inInt, sql } from '../../store/sql.js'
import { all, batch, type Tx } from '../../store/statement.js'
import type { FactColumns } from './fact.js'
import { type FactLine, factShape } from './fact-line.js'
import { readParts } from './fact-parts.js'
import type { instructionScopes } from './instruction-rows.js'
import { takeFact } from './take-fact.js'

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

  add: (into, rows) => {
    const lines = rows.map((line) => ({ line, conflictId: into.env.newId() }))
    return function* addFacts(): Tx<Taken> {
      const aliases = new Map<string, string>()
      let added = 0
      let leftOut = 0
      for (const { line, conflictId } of lines) {
        const { outcome, sameAs } = yield* takeFact(into, line, conflictId)
        if (sameAs !== undefined) aliases.set(line.item, sameAs)
        if (outcome === 'added') added += 1
        else if (outcome === 'left out') leftOut += 1
      }
      return taken({ added, leftOut, present: rows.length - added - leftOut, aliases })
    }
  },
}

interface Row extends FactColumns {
  readonly item_rid: number
  readonly item: string
  readonly category: FactLine['category']
  readonly subject: string | null
  readonly status: FactLine['status']
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
