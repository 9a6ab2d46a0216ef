import { afterAll, beforeAll } from 'vitest'
import { migrations } from '../../src/store/migrations/all.js'
import type { Migration } from '../../src/store/migrations/migration.js'
import type { Store } from '../../src/store/store.js'

/** Where a store is kept: a file, or a database. It can be opened any number of times. */
export interface Place {
  open(options?: PlaceOptions): Promise<Store>
}

export interface PlaceOptions {
  readonly migrations?: readonly Migration[]
}

/** A new, empty place. */
export type NewPlace = () => Promise<Place>

/** The tables that the contract needs for itself come as a further migration. */
export const sampleMigration: Migration = {
  id: migrations.length + 1,
  name: 'create-sample',
  ddl: ({ text, integer, blob, tableEnd }) => [
    `create table sample (
      bank ${text} not null,
      id ${text} not null,
      n ${integer},
      label ${text},
      data ${blob},
      primary key (bank, id)
    ) ${tableEnd}`,
    `create unique index sample_by_label on sample (bank, label)`,
    `create table link (
      bank ${text} not null, a ${text} not null, b ${text} not null, primary key (bank, a, b)
    ) ${tableEnd}`,
    `create index link_by_b on link (bank, b)`,
  ],
}

export const withSample: readonly Migration[] = [...migrations, sampleMigration]

/** One store for all tests of a `describe`; each test keeps to a bank of its own. */
export function sharedStore(newPlace: NewPlace): () => Store {
  let store: Store | undefined
  beforeAll(async () => {
    store = await (await newPlace()).open({ migrations: withSample })
  })
  afterAll(() => store?.close())
  return () => store as Store
}
