import { describe, expect, it } from 'vitest'
import { type Engine, openMemory } from '../../src/engine.js'
import { temporaryFolder } from '../open-spine.js'
import { describePostgres, newDatabase } from '../postgres/database.js'
import { createRandom, runSeed } from '../random.js'
import { archiveOf, live, steadyEnv } from './stores.js'

interface Kept {
  /** By what makes each the same; a record by its id, for its words may change. */
  readonly items: ReadonlyMap<string, { readonly identity: string; readonly text: string }>
  readonly tombstones: ReadonlySet<string>
}

function keptBy(lines: readonly string[]): Kept {
  const items = new Map<string, { readonly identity: string; readonly text: string }>()
  const tombstones = new Set<string>()
  let bank = ''
  for (const row of lines.map((line) => JSON.parse(line))) {
    if (row.type === 'bank') bank = row.bank
    if (row.type === 'item') {
      const identity = `${bank} ${row.identity}`
      items.set(row.kind === 'record' ? `${bank} ${row.id}` : identity, { identity, text: row.text })
    }
    if (row.type === 'tombstone') tombstones.add(`${bank} ${row.identity}`)
  }
  return { items, tombstones }
}

function banksOf(lines: readonly string[]): ReadonlySet<string> {
  return new Set(
    lines.map((line) => JSON.parse(line)).flatMap(({ type, bank }) => (type === 'bank' ? [bank] : [])),
  )
}

/** How many rows the audit trails of the other banks have. */
function auditRows(lines: readonly string[], known: ReadonlySet<string>): number {
  let bank = ''
  let rows = 0
  for (const row of lines.map((line) => JSON.parse(line))) {
    if (row.type === 'bank') bank = row.bank
    if (row.type === 'audit' && !known.has(bank)) rows += 1
  }
  return rows
}

/** Two stores of one key that went on differently, one of them on the engine under test. */
async function twins(seed: number, store?: string) {
  const env = steadyEnv()
  const place = { durability: 'normal', zone: 'UTC' } as const
  const a = await openMemory({ ...place, home: await temporaryFolder(), env })
  const random = createRandom(seed)
  await live(a.as({ user: 'ann' }), random, env, 14)
  const envB = steadyEnv('01')
  envB.advance(1_000_000)
  const b = await openMemory({
    ...place,
    ...(store === undefined ? { home: await temporaryFolder() } : { store }),
    env: envB,
  })
  await b.as({ administrator: true }).importArchive({ content: await archiveOf(a) })
  env.advance(2_000_000)
  await live(a.as({ user: 'ann' }), random, env, 14)
  await live(b.as({ user: 'ann' }), random, envB, 14)
  return { a, b }
}

async function expectMerged(a: Engine, b: Engine): Promise<void> {
  const theirs = await archiveOf(a)
  const mine = await archiveOf(b)
  const before = keptBy(mine)
  const of = keptBy(theirs)
  const report = await b.as({ administrator: true }).importArchive({ content: theirs })
  const after = keptBy(await archiveOf(b))
  for (const one of [...before.tombstones, ...of.tombstones]) expect(after.tombstones).toContain(one)
  // Of a record that both have changed, what is there stays.
  for (const [key, { identity, text }] of new Map([...of.items, ...before.items])) {
    expect([key, after.items.get(key)?.text]).toEqual([
      key,
      after.tombstones.has(identity) ? undefined : text,
    ])
  }
  expect(after.items.size + report.forgotten).toBe(before.items.size + (report.added['item'] ?? 0))
  // A bank that is there has a history of its own; one that is new brings its own along.
  expect(report.added['audit'] ?? 0).toBe(auditRows(theirs, banksOf(mine)))
  const { findings } = await b.as({ user: 'ann' }).doctor({})
  expect(findings.filter(({ isOk }) => !isOk)).toEqual([])
  const again = await b.as({ administrator: true }).importArchive({ content: theirs })
  expect(again).toMatchObject({ added: {}, forgotten: 0 })
}

describe.each(Array.from({ length: 8 }, (_, i) => runSeed + i))('two stores of one key (seed %i)', (seed) => {
  it('become one that holds what either has, and nothing that either has forgotten', async () => {
    const { a, b } = await twins(seed)
    await expectMerged(a, b)
    await a.close()
    await b.close()
  })
})

describePostgres('two stores of one key', () => {
  it(`become one on PostgreSQL (seed ${runSeed})`, async () => {
    const { a, b } = await twins(runSeed, await newDatabase())
    await expectMerged(a, b)
    await a.close()
    await b.close()
  })
})

describe('an archive', () => {
  it('takes away what its store has forgotten, with what rests on it alone, and proves it', async () => {
    const { a, b } = await twins(3)
    const of = (engine: Engine) => engine.as({ user: 'ann' })
    const { id } = await of(a).capture({ text: 'the unmistakable password is xyzzy-plugh-4711' })
    await b.as({ administrator: true }).importArchive({ content: await archiveOf(a) })
    await of(b).capture({ text: 'derived from it: xyzzy-derived-1147', sources: [id] })
    await of(a).forget({ id })
    const report = await b.as({ administrator: true }).importArchive({ content: await archiveOf(a) })
    expect(report).toMatchObject({ forgotten: 2, proof: { state: 'physical' } })
    expect((await archiveOf(b)).join('')).not.toMatch(/xyzzy/)
    const { rows } = await of(b).auditLog({ operation: 'import-archive' })
    // The bank has a history of its own by now: it says who changed it.
    expect(rows.some(({ actor, counts }) => actor === 'administrator:me' && counts['forgotten'] === 2)).toBe(
      true,
    )
    await a.close()
    await b.close()
  })

  it('does not bind a note that stands on its own here', async () => {
    const home = await temporaryFolder()
    const a = await openMemory({ home, durability: 'normal', zone: 'UTC' })
    const ann = a.as({ user: 'ann' })
    const source = await ann.capture({ text: 'the source' })
    const note = await ann.capture({ text: 'the note', sources: [source.id] })
    const archive = await archiveOf(a)
    await ann.capture({ text: 'the note' })
    const report = await a.as({ administrator: true }).importArchive({ content: archive })
    expect(report.leftOut).toMatchObject({ lineage: 1 })
    expect((await ann.forget({ id: source.id, preview: true })).preview).toBe(true)
    await ann.forget({ id: source.id })
    expect((await ann.get({ id: note.id })).text).toBe('the note')
    await a.close()
  })

  it('broken off at any chunk is completed by the same call, and doctor says so meanwhile', async () => {
    const env = steadyEnv()
    const from = await openMemory({ home: await temporaryFolder(), durability: 'normal', env, zone: 'UTC' })
    for (const user of ['ann', 'bob']) await live(from.as({ user }), createRandom(11), env, 14)
    const archive = await archiveOf(from)
    for (let chunk = 0; chunk < 10; chunk += 2) {
      const to = await openMemory({ home: await temporaryFolder(), durability: 'normal', zone: 'UTC' })
      const admin = to.as({ administrator: true })
      const stop = new AbortController()
      let seen = 0
      await expect(
        admin.importArchive(
          { content: archive },
          {
            signal: stop.signal,
            progress: ({ unit }) => {
              if (unit === 'rows' && seen++ === chunk) stop.abort()
            },
          },
        ),
      ).rejects.toThrow()
      const half = await to.as({ user: 'ann' }).doctor({})
      expect(half.findings.find(({ check }) => check === 'archives')).toMatchObject({ isOk: false })
      await admin.importArchive({ content: archive })
      expect((await archiveOf(to)).slice(1, -1).filter((line) => !line.startsWith('{"type":"read"'))).toEqual(
        archive.slice(1, -1).filter((line) => !line.startsWith('{"type":"read"')),
      )
      for (const user of ['ann', 'bob']) {
        const { findings } = await to.as({ user }).doctor({})
        expect(findings.filter(({ isOk }) => !isOk)).toEqual([])
      }
      await to.close()
    }
    await from.close()
  })

  it('tells a store that was open before it came that its key is another', async () => {
    const home = await temporaryFolder()
    const options = { durability: 'normal', zone: 'UTC' } as const
    const from = await openMemory({ home: await temporaryFolder(), ...options })
    const { id } = await from.as({ user: 'ann' }).capture({ text: 'Mia moved' })
    const early = await openMemory({ home, ...options })
    const other = await openMemory({ home, ...options })
    await other.as({ administrator: true }).importArchive({ content: await archiveOf(from) })
    const ann = early.as({ user: 'ann' })
    await expect(ann.capture({ text: 'Mia moved' })).rejects.toMatchObject({
      code: 'store_busy',
      hint: /try again/,
    })
    expect(await ann.capture({ text: 'Mia moved' })).toEqual({ id, outcome: 'repeated', facts: [] })
    for (const engine of [from, early, other]) await engine.close()
  })

  it('lets a store that was open before it came, and has only read since, find by tag and export', async () => {
    const home = await temporaryFolder()
    const options = { durability: 'normal', zone: 'UTC' } as const
    const from = await openMemory({ home: await temporaryFolder(), ...options })
    const { id } = await from.as({ user: 'ann' }).capture({ text: 'Mia moved', tags: ['family'] })
    const early = await openMemory({ home, ...options })
    const other = await openMemory({ home, ...options })
    await other.as({ administrator: true }).importArchive({ content: await archiveOf(from) })
    const { items } = await early.as({ user: 'ann' }).thoughts({ tags: ['family'] })
    expect(items).toMatchObject([{ id }])
    const keyOf = ([header = '']: readonly string[]) => JSON.parse(header).identityKey
    expect(keyOf(await archiveOf(early))).toBe(keyOf(await archiveOf(from)))
    for (const engine of [from, early, other]) await engine.close()
  })
})
