import type { ColumnTypes } from './migration.js'
import { wallEverything } from './wall-everything.js'

/**
 * Row-level security on every table that has a bank: a statement finds the rows of the banks that its transaction named,
 * and writes those alone, whatever its own filter says or forgot. Also for the owner of the tables; not for a superuser.
 */
export function walls({ engine }: ColumnTypes): string[] {
  return engine === 'postgres' ? [wallEverything, lookAsAsker] : []
}

/** A view shows what its asker may see, not what its owner may. */
const lookAsAsker = `do $$
  declare seen record;
  begin
    for seen in select viewname as name from pg_views where schemaname = current_schema() and viewname like 'memory\\_%'
    loop
      execute format('alter view %I set (security_invoker = true)', seen.name);
    end loop;
  end $$`
