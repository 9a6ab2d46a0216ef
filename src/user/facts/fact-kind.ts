import { CHANGED_BY_HAND, type Kind, type RowCheck } from '../../items/kind.js'
import { sql } from '../../store/sql.js'
import { rehashFacts } from '../rehash-facts.js'
import { conflictTable } from './conflict-archive.js'
import { type FactKind, factKinds } from './fact.js'
import { factTable } from './fact-archive.js'
import { factSourceTable } from './fact-source-archive.js'
import { forgetFact } from './forget-fact.js'
import { rederiveFact } from './rederive-fact.js'
import { showFacts } from './show-facts.js'

const CHECKS: readonly RowCheck[] = [
  {
    check: 'facts',
    wrong: (bank) => sql`
      select (select count(*) from item i left join fact f on f.bank = i.bank and f.item_rid = i.rid
          where i.bank = ${bank} and i.kind in ('fact', 'relation', 'decision') and f.item_rid is null)
        + (select count(*) from fact f left join item i on i.bank = f.bank and i.rid = f.item_rid
          where f.bank = ${bank} and i.rid is null) as n`,
    what: 'facts without their item, or the other way round',
    hint: CHANGED_BY_HAND,
  },
  {
    check: 'keys',
    wrong: (bank) => sql`
      select count(*) as n from (
        select key_hash from fact where bank = ${bank} and status = 'active' and key_hash is not null
        group by key_hash having count(*) > 1) as held`,
    what: 'keys that several facts hold',
    hint: CHANGED_BY_HAND,
  },
  {
    check: 'places of facts',
    wrong: (bank) => sql`
      select count(*) as n from fact_source s
      left join fact f on f.bank = s.bank and f.item_rid = s.item_rid
      left join item i on i.bank = s.bank and i.rid = s.source_rid
      where s.bank = ${bank} and (f.item_rid is null or i.rid is null)`,
    what: 'places of facts in texts that are not there',
    hint: CHANGED_BY_HAND,
  },
]

/** Facts, relations and decisions keep the same rows beside their items. */
export const factItemKinds: readonly Kind[] = factKinds.map(kindOf)

function kindOf(kind: FactKind): Kind {
  return {
    kind,
    archive: kind === 'fact' ? [factTable, factSourceTable, conflictTable] : [],
    checks: kind === 'fact' ? CHECKS : [],
    show: showFacts,
    forget: forgetFact,
    rederive: rederiveFact,
    ...(kind === 'fact' ? { reparty: rehashFacts } : {}),
  }
}
