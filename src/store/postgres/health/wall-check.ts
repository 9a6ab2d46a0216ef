import { sql } from '../../sql.js'
import { all, get } from '../../statement.js'
import type { StoreCheck } from '../../store.js'
import type { Connection } from '../connection/connection.js'

/**
 * Whether the second wall stands: row-level security, behind which a statement finds the rows of its own banks alone, even
 * if its filter were wrong. A superuser walks through it, and so does a role with BYPASSRLS.
 */
export async function wallCheck(session: Connection): Promise<StoreCheck> {
  const role = (await session.run(
    get(
      sql`select rolname as name, rolsuper as is_super, rolbypassrls as passes from pg_roles where rolname = current_user`,
    ),
  )) as { readonly name: string; readonly is_super: number; readonly passes: number }
  const open = (await session.run(
    all<{ name: string }>(sql`
      select c.relname as name from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'bank'
      where c.relnamespace = cast(quote_ident(current_schema()) as regnamespace) and c.relkind in ('r', 'p')
        and (not c.relrowsecurity or not c.relforcerowsecurity
          or not exists (select 1 from pg_policy p where p.polrelid = c.oid))
      order by c.relname`),
  )) as readonly { readonly name: string }[]
  const check = 'wall between banks'
  if (role.is_super === 1 || role.passes === 1) {
    return {
      check,
      isOk: false,
      detail: `the server does not hold ${role.name} to its banks: this role ${role.is_super === 1 ? 'is a superuser' : 'has BYPASSRLS'}`,
      hint:
        'serve with a role that owns nothing: recollect prepare --role recollect_app makes it; then give that role in the ' +
        'URL of the store',
    }
  }
  return {
    check,
    isOk: open.length === 0,
    detail:
      open.length === 0
        ? `the server itself holds ${role.name} to the banks of each call`
        : `row-level security is off for ${open.map(({ name }) => name).join(', ')}`,
    hint: 'as the owner, in psql, for each of them: alter table NAME enable row level security, force row level security',
  }
}
