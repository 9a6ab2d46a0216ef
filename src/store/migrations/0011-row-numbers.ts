import type { ColumnTypes } from './migration.js'

/**
 * Row numbers on PostgreSQL, counted in each bank: a sequence would be shared by all, and no engine that keeps banks on
 * many machines could give it. A transaction begins at the last number of its banks (store/postgres/bank-lock.ts).
 */
export function rowNumbers({ engine, integer, text }: ColumnTypes): string[] {
  if (engine !== 'postgres') return []
  return [
    `create table bank_rows (bank ${text} primary key, last_rid ${integer} not null)`,
    `create function recollect_rid() returns bigint language sql volatile as $$
      select cast(set_config('recollect.rid',
        cast(cast(current_setting('recollect.rid') as bigint) + 1 as text), true) as bigint) $$`,
    // Of every table whose rows the engine numbers: where the counter of each bank begins, and that it is asked from now on.
    `do $$
      declare numbered record;
      begin
        for numbered in
          select table_name as name from information_schema.columns
          where table_schema = current_schema() and column_name = 'rid' and is_identity = 'YES'
        loop
          execute format('insert into bank_rows (bank, last_rid) select bank, max(rid) from %I group by bank
            on conflict (bank) do update set last_rid = greatest(bank_rows.last_rid, excluded.last_rid)', numbered.name);
          execute format('alter table %I alter column rid drop identity', numbered.name);
          execute format('alter table %I alter column rid set default recollect_rid()', numbered.name);
        end loop;
      end $$`,
  ]
}
