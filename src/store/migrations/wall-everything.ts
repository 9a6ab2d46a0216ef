// The settings are looked up once a statement, not once a row: that is what the inner `select` is for.
const seen = (setting: string) =>
  `(select current_setting('recollect.${setting}', true)) = '*'
    or bank = any ((select string_to_array(current_setting('recollect.${setting}', true), ','))::text[])`

/** For each table that has none yet. */
export const wallEverything = `do $$
  declare walled record;
  begin
    for walled in
      select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'bank'
      where c.relnamespace = quote_ident(current_schema())::regnamespace and c.relkind in ('r', 'p') and not c.relrowsecurity
    loop
      execute format('alter table %I enable row level security', walled.name);
      execute format('alter table %I force row level security', walled.name);
      execute format($wall$create policy reads on %I for select using (${seen('reads')})$wall$, walled.name);
      execute format($wall$create policy adds on %I for insert with check (${seen('writes')})$wall$, walled.name);
      execute format($wall$create policy changes on %I for update using (${seen('writes')})$wall$, walled.name);
      execute format($wall$create policy removes on %I for delete using (${seen('writes')})$wall$, walled.name);
    end loop;
  end $$`
