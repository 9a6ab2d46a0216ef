import type { Migration } from '../../migrations/migration.js'
import { postgresTypes } from '../../migrations/migration.js'
import { sql } from '../../sql.js'
import { all } from '../../statement.js'
import type { StoreCheck } from '../../store.js'
import type { Connection } from '../connection/connection.js'

/** Whether every table and index that the migrations make is there, and can be used. */
export async function schemaCheck(
  session: Connection,
  migrations: readonly Migration[],
): Promise<StoreCheck> {
  const { tables, indexes } = madeBy(migrations)
  const relations = (await session.run(
    all<Relation>(sql`
      select c.relname as name, c.relkind in ('i', 'I') as is_index,
        c.relkind in ('i', 'I') and not (select i.indisvalid and i.indisready from pg_index i where i.indexrelid = c.oid)
          as is_broken,
        c.relkind in ('r', 'p') and not exists (select 1 from pg_index i where i.indrelid = c.oid and i.indisprimary)
          as is_keyless
      from pg_class c
      where c.relnamespace = cast(quote_ident(current_schema()) as regnamespace) and c.relkind in ('r', 'p', 'i', 'I')`),
  )) as readonly Relation[]
  const there = new Map(relations.map((relation) => [relation.name, relation]))
  const wrong = [
    ...tables.filter((name) => !there.has(name)).map((name) => `table ${name} is missing`),
    ...tables
      .filter((name) => there.get(name)?.is_keyless === 1)
      .map((name) => `table ${name} has lost its primary key`),
    ...indexes.filter((name) => !there.has(name)).map((name) => `index ${name} is missing`),
    ...relations
      .filter(({ is_broken }) => is_broken === 1)
      .map(({ name }) => `index ${name} is not valid: it was made in part, and is not used`),
  ]
  return {
    check: 'tables and indexes',
    isOk: wrong.length === 0,
    detail:
      wrong.length === 0
        ? `all ${tables.length} tables and ${indexes.length} indexes are there`
        : wrong.join('; '),
    hint:
      'an index that is not valid: reindex index NAME in psql; what is missing was dropped by hand: bring it back from a ' +
      'backup, or move everything into a new database (recollect migrate)',
  }
}

interface Relation {
  readonly name: string
  readonly is_index: number
  readonly is_broken: number
  readonly is_keyless: number
}

/** By name, read out of the statements themselves: no list beside them has to be kept. */
export function madeBy(migrations: readonly Migration[]): { tables: string[]; indexes: string[] } {
  const tables = new Set<string>()
  const indexes = new Set<string>()
  for (const statement of migrations.flatMap(({ ddl }) => ddl(postgresTypes))) {
    const [, verb, kind, name = '', target = ''] = SHAPE.exec(statement) ?? []
    const set = kind?.endsWith('index') ? indexes : tables
    if (verb === 'create') set.add(name)
    if (verb === 'drop') set.delete(name)
    if (verb === 'alter' && target !== '' && set.delete(name)) set.add(target)
  }
  return { tables: [...tables].sort(), indexes: [...indexes].sort() }
}

const SHAPE =
  /^\s*(create|drop|alter)\s+(table|(?:unique\s+)?index)\s+(?:if\s+(?:not\s+)?exists\s+)?(\w+)(?:\s+rename\s+to\s+(\w+))?/i
