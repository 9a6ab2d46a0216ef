import type { ColumnTypes } from './migration.js'

/** Items in the order of their time, kind by kind; prompts in that of their events; what a person has put aside. */
export function browsing({ integer, text, tableEnd }: ColumnTypes): string[] {
  return [
    // The same for all kinds, so that one for thoughts alone is one too many.
    `create index item_by_kind on item (bank, kind, coalesce(occurred_at, recorded_at), id)`,
    `drop index thought_by_time`,
    // Prompts that were kept: an index of the few turns that are one.
    `create index turn_of_prompt on turn (bank, item_rid) where type = 'recall'`,
    `create index document_waiting on document (bank, item_id) where status = 'pending'`,
    // `key`: the id of a finding, a hash without a word in it, or of an item.
    `create table dismissal (
      bank ${text} not null, key ${text} not null, at ${integer} not null, primary key (bank, key)
    ) ${tableEnd}`,
  ]
}
