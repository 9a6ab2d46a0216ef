import { sql } from '../../store/sql.js'
import { all, type Tx } from '../../store/statement.js'
import { type Finding, finding } from './finding.js'
import { forgettingEntity } from './proposals.js'

/** Projects that were spoken of once, and that nothing is connected with but the user who spoke of them. */
export function* orphanProjects(bank: string, speaker: Uint8Array): Tx<Finding[]> {
  // Whether there are two: for a distinct count SQLite would walk through all mentions of the bank, for each project.
  const user = sql`(select u.entity_rid from entity_alias u where u.bank = ${bank} and u.name_key = ${speaker})`
  const rows = yield* all<{ id: string; name: string | null }>(sql`
    select e.id, (
      select min(n.name) from entity_alias a join entity_name n on n.bank = a.bank and n.rid = a.name_rid
      where a.bank = e.bank and a.entity_rid = e.rid and a.of_rid is null) as name
    from entity e
    where e.bank = ${bank} and e.type = 'project' and e.merged_rid is null and not exists (
        select 1 from mention m
        join item i on i.bank = m.bank and i.rid = m.item_rid and i.quotes = 0
        where m.bank = e.bank and m.entity_rid = e.rid
        group by m.entity_rid having min(m.item_rid) < max(m.item_rid))
      and not exists (select 1 from edge d where d.bank = e.bank and d.from_rid = e.rid
        and d.to_rid not in ${user})
      and not exists (select 1 from edge d where d.bank = e.bank and d.to_rid = e.rid
        and d.from_rid not in ${user})
    order by e.rid limit ${PROJECTS_MAX}`)
  return rows.map(({ id, name }) =>
    finding({
      kind: 'orphan_project',
      what: `${name ?? id}, a project, was spoken of once, and nothing is connected with it`,
      items: [],
      entities: [id],
      proposal: forgettingEntity(id),
    }),
  )
}

const PROJECTS_MAX = 10_000
