import postgres from 'postgres'

/**
 * Tables that every node of a cluster has a copy of: no row of them belongs to a bank. `job` is no copy but the one table
 * that stays where it is, for workers of all banks take from it.
 */
const GLOBAL = ['schema_migration', 'store_meta']

/**
 * What keeps a database from being divided by bank on Citus or a like engine, by its catalogue: there a table needs the
 * bank as the first column of its primary key and of every unique index; what refers to another table must do so within
 * the bank; and a sequence, an identity column or a trigger would be one for all nodes.
 */
export async function distributionProblems(url: string): Promise<string[]> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined })
  try {
    const rows = await sql.unsafe<{ problem: string }[]>(`
      with tables as (
        select c.oid, c.relname, c.relrowsecurity and c.relforcerowsecurity as is_walled,
          (select a.attnum from pg_attribute a
            where a.attrelid = c.oid and a.attname = 'bank' and a.attnotnull and not a.attisdropped) as bank
        from pg_class c
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
          and c.relname not in (${GLOBAL.map((name) => `'${name}'`).join(', ')})
      )
      select relname || ' has no bank' as problem from tables where bank is null
      union all select relname || ' has no primary key' from tables t
        where not exists (select 1 from pg_index i where i.indrelid = t.oid and i.indisprimary)
      union all select t.relname || ': the unique index ' || i.indexrelid::regclass || ' does not begin with the bank'
        from tables t join pg_index i on i.indrelid = t.oid
        where i.indisunique and i.indkey[0] is distinct from t.bank
      union all select t.relname || ': the foreign key ' || f.conname || ' leaves the bank'
        from tables t join pg_constraint f on f.conrelid = t.oid and f.contype = 'f'
        where not exists (
          select 1 from generate_subscripts(f.conkey, 1) at
          join pg_attribute theirs on theirs.attrelid = f.confrelid and theirs.attnum = f.confkey[at]
          where f.conkey[at] = t.bank and theirs.attname = 'bank')
      union all select t.relname || '.' || a.attname || ' is numbered for all banks'
        from tables t join pg_attribute a on a.attrelid = t.oid and a.attidentity <> ''
      union all select relname || ' is a sequence' from pg_class
        where relnamespace = 'public'::regnamespace and relkind = 'S'
      union all select t.relname || ' has the trigger ' || g.tgname
        from tables t join pg_trigger g on g.tgrelid = t.oid and not g.tgisinternal
      union all select relname || ' stands behind no wall' from tables t
        where not is_walled or (select count(*) from pg_policy p where p.polrelid = t.oid) <> 4
      union all select t.relname || '.' || a.attname || ' is not in the order of bytes'
        from tables t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
        where a.atttypid = 'text'::regtype and a.attcollation <> 'pg_catalog."C"'::regcollation
      order by problem`)
    return rows.map(({ problem }) => problem)
  } finally {
    await sql.end()
  }
}
