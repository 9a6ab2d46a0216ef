import type { ItemId } from '../items/item.js'
import type { Spine } from '../items/spine.js'
import type { Reach } from '../reach.js'
import { sql } from '../store/sql.js'
import { all, type Tx } from '../store/statement.js'
import type { EventData } from './event.js'
import { sessionOf } from './session-turns.js'

/** A stored turn, as a message. */
export interface SessionMessage {
  readonly role: string
  readonly content: string
  readonly item: ItemId
  /** When it was said, as far as that is known. Milliseconds UTC. */
  readonly at: number
}

/**
 * The latest turns of a conversation of the caller's own bank, oldest first; without a user's words that are nobody's
 * to trust (an assistant's never are: they are context). What others said in the user's place is a `contact`'s. Throws `not_found`, and `conflict` where several have the name.
 */
export async function sessionMessages(
  spine: Spine,
  { writes: bank }: Reach,
  name: string,
  limit: number,
): Promise<SessionMessage[]> {
  return spine.store.read(latestMessages, bank, await sessionOf(spine, bank, name), limit)
}

/** The same of a conversation whose row number is known. */
export function* latestMessages(bank: string, session: number, limit: number): Tx<SessionMessage[]> {
  const rows = yield* all<SessionMessage & { readonly data: string | null }>(sql`
      select t.role as role, x.body as content, i.id as item, coalesce(i.occurred_at, i.recorded_at) as at, d.data
      from turn t
      join item i on i.bank = t.bank and i.rid = t.item_rid
      join item_text x on x.bank = i.bank and x.rid = i.text_rid
      left join event_data d on d.bank = t.bank and d.item_rid = t.item_rid
      where t.bank = ${bank} and t.session_rid = ${session} and t.type = 'message'
        and (t.role <> 'user' or i.trust <> 'untrusted')
      order by t.seq desc limit ${limit}`)
  return rows
    .reverse()
    .map(({ data, ...message }) => (isOthers(data) ? { ...message, role: 'contact' } : message))
}

function isOthers(data: string | null): boolean {
  return data !== null && (JSON.parse(data) as EventData).isOthers === true
}
