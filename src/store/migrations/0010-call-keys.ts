import type { ColumnTypes } from './migration.js'

/** What keeps a call that was given a key from having its effect twice (docs/server-api.md). */
export function callKeys({ text, integer, blob, rowNumber, tableEnd, engine }: ColumnTypes): string[] {
  const key = engine === 'postgres' ? ', primary key (bank, rid)' : ''
  return [
    // `key`, `body`: keyed hashes, of who calls with which key and of what is asked. `holder`: the attempt whose it is.
    // `steps`: its transactions so far; `touched_at`: the last of them, 0 where it was given up.
    `create table call_key (
      bank ${text} not null,
      key ${blob} not null,
      body ${blob} not null,
      holder ${text} not null,
      steps ${integer} not null,
      at ${integer} not null,
      touched_at ${integer} not null,
      is_done ${integer} not null,
      primary key (bank, key)
    ) ${tableEnd}`,
    `create index call_key_by_time on call_key (bank, at)`,
    // What was answered (step -1), or what a transaction of an unfinished call came to. Gone with the first forgetting in
    // the bank; no row changes.
    `create table call_answer (
      rid ${rowNumber},
      bank ${text} not null,
      key ${blob} not null,
      step ${integer} not null,
      content ${blob} not null
      ${key}
    ) ${tableEnd}`,
    `create unique index call_answer_by_key on call_answer (bank, key, step)`,
    // How often something was forgotten: an answer that was under way meanwhile is not kept.
    `create table forgetting (
      bank ${text} not null, times ${integer} not null, primary key (bank)
    ) ${tableEnd}`,
  ]
}
