import { type Sql, sql } from '../../sql.js'

/**
 * The postings of segmented texts: of rows with `rid`, `words` and `parts`, each token with how often it stands there.
 * Split by the server, so that a text travels once. In this collation `lower` knows ASCII alone, as FTS5 does.
 */
export function postingsOf(texts: Sql): Sql {
  return sql`
    select token, rid, count(*) as tf from (
      select rid, string_to_table(lower((words || ' ' || parts) collate "C"), ' ') as token from (${texts}) as segmented
    ) as tokens
    where token <> '' group by token, rid`
}
