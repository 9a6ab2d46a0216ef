import { currentIdentityKey, type Spine } from '../items/spine.js'
import { type Sql, sql } from '../store/sql.js'
import { REFLECTION_TAG } from './hygiene/reflection-tag.js'
import { readTags, type Tag } from './tag.js'

/**
 * Which items `i` of a bank are memory: what an agent did beside a conversation is evidence, which is read in its session,
 * and a report of the memory about itself is found under its tag.
 */
export async function remembered(spine: Spine, bank: string): Promise<Sql> {
  const identityKey = await currentIdentityKey(spine)
  const [report] = readTags({ identityKey }, bank, [REFLECTION_TAG]) as [Tag]
  return sql`${NO_EVIDENCE} and not (i.kind = 'thought' and i.origin = 'tool' and exists (
    select 1 from thought_tag g where g.bank = i.bank and g.item_id = i.id and g.tag_key = ${report.key}))`
}

/** A fact that quotes its source is memory as well. */
export const NO_EVIDENCE = sql`(i.kind <> 'turn' or i.quotes = 0)`
