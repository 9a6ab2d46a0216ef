import { expect, it } from 'vitest'
import { catalogueOf } from '../../src/transfer/move/catalogue.js'
import { isRowNumber, plainIntegers } from '../../src/transfer/move/table-roles.js'
import { inDatabase, inFile, openSpineAt } from '../each-engine.js'
import { describePostgres } from '../postgres/database.js'

/** The whole numbers of a catalogue that nobody has said the meaning of. */
async function unexplained(place: Awaited<ReturnType<typeof inFile>>): Promise<string[]> {
  const { store } = await openSpineAt(place)
  try {
    const tables = await catalogueOf(store.whole)
    return tables.flatMap((table) =>
      table.columns
        .filter(({ name, type }) => type === 'integer' && !isRowNumber(table.name, name))
        .filter(({ name }) => !/^(?:at|seq|\w+_at)$/.test(name))
        .filter(({ name }) => !(plainIntegers[table.name] ?? []).includes(name))
        .map(({ name }) => `${table.name}.${name}`),
    )
  } finally {
    await store.close()
  }
}

it('knows of each whole number in a file whether it numbers a row', async () => {
  expect(await unexplained(await inFile())).toEqual([])
})

describePostgres('what moves', () => {
  it('is the same tables and columns on both engines: others are named as those of one', async () => {
    const shapes = []
    for (const place of [await inFile(), await inDatabase()]) {
      const { store } = await openSpineAt(place)
      const tables = await catalogueOf(store.whole)
      shapes.push(tables.map(({ name, columns, hasBank }) => ({ name, columns, hasBank })))
      expect(tables.filter(({ key }) => key.length === 0)).toEqual([])
      expect(tables.filter(({ hasBank }) => !hasBank).map(({ name }) => name)).toEqual(['store_meta'])
      await store.close()
    }
    expect(shapes[0]?.length).toBeGreaterThan(50)
    expect(shapes[1]).toEqual(shapes[0])
  })
})
