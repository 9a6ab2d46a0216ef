import { describe, expect, it } from 'vitest'
import { type Engine, openMemory } from '../../src/index.js'
import { temporaryFolder } from '../open-spine.js'
import { archiveOf, sealed } from '../transfer/stores.js'

const open = async () =>
  openMemory({ home: await temporaryFolder(), durability: 'normal', zone: 'UTC', embedder: 'off' })

const of = (engine: Engine) => engine.as({ user: 'ann' })

const takeIn = async (to: Engine, content: readonly string[]) =>
  of(to) && (await to.as({ administrator: true }).importArchive({ content }))

/** Two stores of one key; what is said next is said in one of them alone. */
async function twins() {
  const a = await open()
  await of(a).capture({ text: 'a note in both' })
  const b = await open()
  await takeIn(b, await archiveOf(a))
  return { a, b, close: () => Promise.all([a.close(), b.close()]) }
}

const standing = async (engine: Engine) =>
  (await of(engine).facts({ includeSuperseded: true, limit: 100 })).facts
    .map(({ text, fact }) => `${text}: ${fact?.status}`)
    .sort()

const isSound = async (engine: Engine) => (await of(engine).doctor({})).findings.filter(({ isOk }) => !isOk)

describe('the archive of a store that went on by itself', () => {
  it('leaves one holder of a key, also where both stores came to know somebody by themselves', async () => {
    const { a, b, close } = await twins()
    await of(a).capture({ text: 'Mia Torres works at Acme.', occurredAt: '2026-05-01T10:00:00Z' })
    await of(b).capture({ text: 'Mia Torres works at Globex.', occurredAt: '2026-06-01T10:00:00Z' })
    await takeIn(a, await archiveOf(b))
    expect(await standing(a)).toEqual([
      'Mia Torres works at Acme: superseded',
      'Mia Torres works at Globex: active',
    ])
    await of(a).capture({ text: 'Mia Torres works at Initech.', occurredAt: '2026-07-01T10:00:00Z' })
    expect(await standing(a)).toEqual([
      'Mia Torres works at Acme: superseded',
      'Mia Torres works at Globex: superseded',
      'Mia Torres works at Initech: active',
    ])
    expect(await isSound(a)).toEqual([])
    await close()
  })

  it('knows a statement of both as one, with the notes of both as its sources', async () => {
    const { a, b, close } = await twins()
    const mine = await of(a).capture({ text: 'Mia Torres owns the Falcon service.' })
    const theirs = await of(b).capture({ text: 'They say: Mia Torres owns the Falcon service.' })
    expect([mine.facts, theirs.facts].map((facts) => facts.length)).toEqual([1, 1])
    const archive = await archiveOf(b)
    for (const _ of [1, 2]) {
      await takeIn(a, archive)
      const { facts } = await of(a).facts({})
      expect(facts.map(({ id, sources }) => ({ id, sources: [...(sources ?? [])].sort() }))).toEqual([
        { id: mine.facts[0], sources: [mine.id, theirs.id].sort() },
      ])
      expect(await isSound(a)).toEqual([])
    }
    // And so it outlives either.
    await of(a).forget({ id: mine.id, verify: false })
    expect(await standing(a)).toEqual(['Mia Torres owns the Falcon service: active'])
    expect((await of(a).graph({ name: 'Mia Torres' })).relations).toHaveLength(1)
    await close()
  })

  it('enters into the ledger what replaces what, for review where the new one is believed less', async () => {
    const { a, b, close } = await twins()
    const said = await of(a).capture({ text: 'I live in Lisbon.', occurredAt: '2026-05-01T10:00:00Z' })
    await of(a).correct({ id: said.facts[0] ?? '', text: 'I live in Porto' })
    await of(b).capture({ text: 'I live in Oslo.', occurredAt: '2100-05-01T10:00:00Z' })
    await takeIn(a, await archiveOf(b))
    expect((await of(a).conflicts({})).conflicts).toMatchObject([
      { resolution: 'needs_review', old: { text: 'I live in Porto' }, new: { text: 'I live in Oslo' } },
    ])
    await takeIn(b, await archiveOf(a))
    expect(await standing(b)).toEqual(await standing(a))
    await close()
  })

  it('lets nothing hold a key that its user neither said nor accepted', async () => {
    const { a, b, close } = await twins()
    await of(a).capture({ text: 'I live in Lisbon.', occurredAt: '2026-05-01T10:00:00Z' })
    await b.as({ user: 'ann', agent: 'helper' }).capture({ text: 'I live in Faro.' })
    await b.as({ user: 'ann', agent: 'helper' }).capture({ text: 'I work at Acme.' })
    await b.as({ user: 'ann', agent: 'helper' }).capture({ text: 'I am called Ann Lee.' })
    const rows = (await archiveOf(b))
      .slice(0, -1)
      .map((line) =>
        line.startsWith('{"type":"fact"') ? line.replace('"status":"proposed"', '"status":"active"') : line,
      )
      .filter((line) => !line.startsWith('{"type":"conflict"'))
    const forged = sealed(rows)
    const fresh = await open()
    for (const engine of [a, fresh]) {
      await takeIn(engine, forged)
      expect((await standing(engine)).filter((line) => !line.includes('Lisbon'))).toEqual(
        expect.arrayContaining(['I live in Faro: proposed', 'I work at Acme: proposed']),
      )
      expect((await of(engine).conflicts({})).conflicts.map((one) => one.new?.text)).toEqual(
        expect.arrayContaining(['I live in Faro', 'I work at Acme']),
      )
    }
    expect(await standing(a)).toContain('I live in Lisbon: active')
    await fresh.close()
    await close()
  })

  it('brings nothing back of a note that was forgotten here, not by a fact of it either', async () => {
    const { a, b, close } = await twins()
    const note = { text: 'Mia Torres owns the ZEBRAFISH service.' }
    await of(a).capture(note)
    const { id } = await of(b).capture(note)
    await of(b).forget({ id, verify: false })
    await takeIn(b, await archiveOf(a))
    expect(await standing(b)).toEqual([])
    expect((await archiveOf(b)).join('')).not.toMatch(/zebrafish/i)
    expect(await isSound(b)).toEqual([])
    // Said by another note too, a fact is told in the words of that.
    await of(a).capture({ text: 'They say that Mia Torres owns the Zebrafish service.' })
    await takeIn(b, await archiveOf(a))
    expect(await standing(b)).toEqual(['Mia Torres owns the Zebrafish service: active'])
    const told = (await archiveOf(b)).filter((line) => /^\{"type":"(?:item|fact)"/.test(line))
    expect(told.join('')).not.toMatch(/ZEBRAFISH/)
    expect(await isSound(b)).toEqual([])
    await close()
  })

  it('weighs a fact of several notes as its own store does', async () => {
    const { a, b, close } = await twins()
    const text = 'Mia Torres works at Globex.'
    await a
      .as({ user: 'ann', agent: 'helper' })
      .capture({ text: `They say that ${text}`, occurredAt: '2026-05-01' })
    const { facts } = await of(a).capture({ text, occurredAt: '2026-05-02' })
    await of(a)
      .correct({ id: facts[0] ?? '', text: 'Mia Torres works at Acme' })
      .catch(() => undefined)
    await takeIn(b, await archiveOf(a))
    const known = async (engine: Engine) =>
      (await of(engine).facts({ includeSuperseded: true })).facts.map(({ fact }) => fact)
    expect(await known(b)).toEqual(await known(a))
    await close()
  })

  it('leaves nothing to decide about what its user said there', async () => {
    const { a, b, close } = await twins()
    await a.as({ user: 'ann', agent: 'helper' }).capture({ text: 'I live in Faro.' })
    await of(b).capture({ text: 'Well, I live in Faro.' })
    await takeIn(a, await archiveOf(b))
    expect(await standing(a)).toEqual(['I live in Faro: active', 'I live in Faro: superseded'])
    expect((await of(a).conflicts({})).conflicts).toEqual([])
    await close()
  })

  it('keeps what its user accepted there', async () => {
    const { a, b, close } = await twins()
    await b.as({ user: 'ann', agent: 'helper' }).capture({ text: 'I live in Faro.' })
    const [waiting] = (await of(b).conflicts({})).conflicts
    await of(b).resolveConflict({ id: waiting?.id ?? '', keep: 'new' })
    await takeIn(a, await archiveOf(b))
    expect(await standing(a)).toEqual(['I live in Faro: active'])
    expect((await of(a).conflicts({})).conflicts).toEqual([])
    await close()
  })
})
