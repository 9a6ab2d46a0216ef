import { sql } from '../store/sql.js'
import { all, column, get, run, type Tx } from '../store/statement.js'
import { wordingSpans } from '../text/wording.js'
import { nameForm } from './entity-name.js'

/**
 * Spells a name as one of the items that still use it does, once another that spelled it so is forgotten; parts of it
 * that no item uses follow. Answers the spellings that are gone. Where no text holds the name, as with a correction that
 * calls its subject `she`, it stays as it is.
 */
export function* respellName(bank: string, nameRid: number): Tx<string[]> {
  const row = yield* get<Row>(sql`
    select n.rid, n.id, n.name, a.entity_rid, a.of_rid
    from entity_name n join entity_alias a on a.bank = n.bank and a.name_rid = n.rid
    where n.bank = ${bank} and n.rid = ${nameRid}`)
  if (row === undefined) return []
  const spelled = yield* spellingLeft(bank, row)
  if (spelled === undefined || spelled === row.name) return []
  const fresh = yield* replace(bank, row, spelled)
  const gone = [row.name]
  const parts = yield* column<number>(sql`
    select name_rid from entity_alias a
    where a.bank = ${bank} and a.of_rid = ${fresh} and a.name_rid <> ${fresh}
      and not exists (select 1 from mention m where m.bank = a.bank and m.name_rid = a.name_rid)`)
  for (const part of parts) gone.push(...(yield* respellName(bank, part)))
  return gone
}

interface Row {
  readonly rid: number
  readonly id: string
  readonly name: string
  readonly entity_rid: number
  readonly of_rid: number | null
}

/** The oldest are read first: mostly one of a few spells it so. */
const FIRST = 4
const MOST = 50
const LOOK_CHARS = 20_000

/** Undefined where nothing that is left holds the name. */
function* spellingLeft(bank: string, { rid, name, of_rid }: Row): Tx<string | undefined> {
  for (const limit of [FIRST, MOST]) {
    const texts = yield* column<string>(sql`
      select substr(x.body, 1, ${LOOK_CHARS}) from mention m
      join item i on i.bank = m.bank and i.rid = m.item_rid
      join item_text x on x.bank = i.bank and x.rid = i.text_rid
      where m.bank = ${bank} and m.name_rid = ${rid} order by m.item_rid limit ${limit}`)
    const whole =
      texts.length > 0 || of_rid === null || of_rid === rid
        ? []
        : yield* column<string>(sql`select name from entity_name where bank = ${bank} and rid = ${of_rid}`)
    const spellings = [...texts, ...whole].flatMap((text) => spellingsIn(text, name))
    if (spellings.includes(name)) return name
    if (texts.length < limit || limit === MOST) return spellings[0]
  }
  return undefined
}

function spellingsIn(text: string, name: string): string[] {
  return wordingSpans(text, [nameForm(name)]).map(
    ([start, end]) => text.substring(start, end).replace(SPACES, ' '), // slice-ok: from border to border
  )
}

const SPACES = /\s+/g

/** By a new row, as rows of text never change, under the same id; everything that uses the name follows. */
function* replace(bank: string, { rid, id, entity_rid: entity }: Row, name: string): Tx<number> {
  yield* run(sql`delete from entity_name where bank = ${bank} and rid = ${rid}`)
  const made = yield* get<{ rid: number }>(
    sql`insert into entity_name (bank, id, name) values (${bank}, ${id}, ${name}) returning rid`,
  )
  if (made === undefined) throw new Error('an insert returned no row number')
  const fresh = made.rid
  const sources = yield* all<{ item_rid: number }>(
    sql`select item_rid from mention where bank = ${bank} and name_rid = ${rid}`,
  )
  yield* run(sql`update entity_alias set name_rid = ${fresh} where bank = ${bank} and name_rid = ${rid}`)
  yield* run(sql`update entity_alias set of_rid = ${fresh} where bank = ${bank} and of_rid = ${rid}`)
  yield* run(sql`update mention set name_rid = ${fresh} where bank = ${bank} and name_rid = ${rid}`)
  yield* run(sql`
    update edge set from_name = ${fresh} where bank = ${bank} and from_rid = ${entity} and from_name = ${rid}`)
  yield* run(sql`
    update edge set to_name = ${fresh} where bank = ${bank} and to_rid = ${entity} and to_name = ${rid}`)
  for (const { item_rid } of sources) {
    yield* run(sql`
      update fact_source set from_name = ${fresh}
      where bank = ${bank} and source_rid = ${item_rid} and from_name = ${rid}`)
    yield* run(sql`
      update fact_source set to_name = ${fresh}
      where bank = ${bank} and source_rid = ${item_rid} and to_name = ${rid}`)
  }
  return fresh
}
