import { expect, it } from 'vitest'
import { type Engine, MemoryError, openMemory } from '../../src/index.js'
import { temporaryFolder } from '../open-spine.js'
import { describePostgres, newDatabase } from '../postgres/database.js'

const SERVERS = 6

/** Each with connections and caches of its own, as processes have them. */
function openAll(store: string): Promise<Engine[]> {
  const all = Array.from({ length: SERVERS }, async () =>
    openMemory({ home: await temporaryFolder(), store, embedder: 'off' }),
  )
  return Promise.all(all)
}

const closeAll = (engines: readonly Engine[]) => Promise.all(engines.map((engine) => engine.close()))

describePostgres('who comes first of many', () => {
  it('opens an empty database with five others, and writes to a bank that is new to all', async () => {
    const engines = await openAll(await newDatabase())
    const each = engines.flatMap((engine, i) =>
      Array.from({ length: 5 }, (_, n) => engine.as({ user: 'ann' }).capture({ text: `note ${i} ${n}` })),
    )
    const ids = new Set((await Promise.all(each)).map(({ id }) => id))
    expect(ids.size).toBe(SERVERS * 5)
    // The same note of all of them is one.
    const same = engines.map((engine) => engine.as({ user: 'bob' }).capture({ text: 'the same' }))
    expect(new Set((await Promise.all(same)).map(({ id }) => id)).size).toBe(1)
    // One key of the store, by which content is known again, whoever made it.
    const again = engines.map((engine) => engine.as({ user: 'ann' }).capture({ text: 'note 0 0' }))
    for (const { id } of await Promise.all(again)) expect(ids).toContain(id)
    await closeAll(engines)
  }, 60_000)

  it('makes a key of a name: one does, and the others are told that there is one', async () => {
    const engines = await openAll(await newDatabase())
    const make = (name: (i: number) => string) =>
      Promise.allSettled(
        engines.map((engine, i) =>
          engine.as({ administrator: true }).keyCreate({ name: name(i), for: 'ann' }),
        ),
      )
    for (const made of await make((i) => `key ${i}`)) expect(made.status).toBe('fulfilled')
    const same = await make(() => 'phone')
    expect(same.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of same)
      if (one.status === 'rejected') expect(one.reason.message).toBe('there is a key of this name')
    await closeAll(engines)
  }, 60_000)

  it('says where records are: all go there, or are told where they are', async () => {
    const store = await newDatabase()
    await (await openMemory({ home: await temporaryFolder(), store, embedder: 'off' })).close()
    const folders = [await temporaryFolder(), await temporaryFolder()]
    const opened = await Promise.allSettled(
      Array.from({ length: SERVERS }, async (_, i) =>
        openMemory({
          home: await temporaryFolder(),
          store,
          embedder: 'off',
          records: { folder: folders[i % 2] as string },
        }),
      ),
    )
    const kept = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(kept).toHaveLength(SERVERS / 2)
    for (const one of opened) {
      if (one.status === 'fulfilled') continue
      expect(one.reason).toBeInstanceOf(MemoryError)
      expect(one.reason.message).toContain('records')
    }
    await closeAll(kept)
  }, 60_000)
})
