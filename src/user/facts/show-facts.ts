import { readNames, readSaidNames } from '../../graph/read-entities.js'
import { SPEAKER_NAME } from '../../graph/speaker.js'
import type { Aspects, FactAspect } from '../../items/item.js'
import type { KindItem } from '../../items/kind.js'
import { inInt, sql } from '../../store/sql.js'
import { all, batch, sideBySide, type Tx } from '../../store/statement.js'
import { searchForm } from '../../text/search-form.js'
import { readFacts } from './fact.js'

/** What facts show beside their text, by row number. */
export function* showFacts(
  bank: string,
  items: readonly KindItem[],
): Tx<ReadonlyMap<number, Pick<Aspects, 'fact'>>> {
  const rids = items.map(({ rid }) => rid)
  const [facts, [texts, successors]] = yield* sideBySide([
    readFacts(bank, sql`f.item_rid ${inInt(rids)}`),
    beside(bank, rids),
  ])
  const subjects = [...new Set(facts.flatMap(({ subjectRid }) => subjectRid ?? []))]
  const [names, said] = yield* sideBySide([readNames(bank, subjects), readSaidNames(bank, subjects)])
  const textOf = new Map(texts.map((row) => [row.item_rid, row]))
  const successorOf = new Map(
    successors.sort((a, b) => a.rid - b.rid).map(({ old_rid, id }) => [old_rid, id]),
  )
  return new Map(
    facts.map((fact) => {
      const { rid, subjectRid } = fact
      // What the user said is shown as theirs: so by a name that they have said, too.
      const own = subjectRid !== null && fact.isStated ? said.get(subjectRid) : undefined
      const subject = subjectRid === null ? null : (own ?? names.get(subjectRid) ?? null)
      const attribute = textOf.get(rid)?.attribute ?? null
      const aspect: FactAspect = {
        category: fact.category,
        subject,
        key: attribute === null || subject === null ? null : keyOf(subject, attribute),
        value: textOf.get(rid)?.value ?? null,
        status: fact.status,
        importance: fact.importance,
        confidence: fact.confidence / 100,
        isPinned: fact.isPinned,
        validFrom: fact.validFrom,
        validUntil: fact.validUntil,
        expiresAt: fact.expiresAt,
        supersededBy: fact.status === 'superseded' ? (successorOf.get(rid) ?? null) : null,
      }
      return [rid, { fact: aspect }]
    }),
  )
}

/** The readable parts of facts, and what took their places. */
function* beside(bank: string, rids: readonly number[]) {
  return yield* batch([
    all<{ item_rid: number; attribute: string | null; value: string | null }>(
      sql`select item_rid, attribute, value from fact_text where bank = ${bank} and item_rid ${inInt(rids)}`,
    ),
    all<{ rid: number; old_rid: number; id: string }>(sql`
      select c.rid, c.old_rid, n.id from fact_conflict c join item n on n.bank = c.bank and n.rid = c.new_rid
      where c.bank = ${bank} and c.old_rid ${inInt(rids)} and c.resolution <> 'proposed'`),
  ])
}

/** `user.location`, `person.sarah chen.role`: by what its subject is called now. */
function keyOf(subject: string, attribute: string): string {
  return subject === SPEAKER_NAME ? `user.${attribute}` : `person.${searchForm(subject).trim()}.${attribute}`
}
