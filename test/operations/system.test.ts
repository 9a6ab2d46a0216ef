import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { expect, it } from 'vitest'
import { openMemory } from '../../src/index.js'
import { temporaryFolder } from '../open-spine.js'

const options = { durability: 'normal', zone: 'UTC', embedder: 'off' } as const

it('pages through the log by what is asked for, and proves it whole, or where it breaks', async () => {
  const home = await temporaryFolder()
  const engine = await openMemory({ home, ...options })
  const ann = engine.as({ user: 'ann' })
  for (let n = 0; n < 5; n++) {
    await ann.capture({ text: `note ${n}` })
    await ann.get({ id: (await ann.thoughts({ limit: 1 })).items[0]?.id ?? '' })
  }
  await ann.knowledgeImport({ content: '# Leave\n', source: 'leave.md' })
  await expect(ann.loadSample({})).rejects.toMatchObject({ code: 'denied' })

  const shown = (rows: readonly { operation: string; seq: number | null }[]) =>
    rows
      .filter(({ operation }) => operation !== 'memory.audit_log')
      .map(({ operation, seq }) => [operation, seq])
  const whole = shown((await ann.auditLog({ limit: 1000 })).rows)
  const paged: unknown[] = []
  let after: string | undefined
  do {
    const page = await ann.auditLog({ limit: 3, ...(after === undefined ? {} : { after }) })
    paged.push(...shown(page.rows))
    after = page.next ?? undefined
  } while (after !== undefined)
  expect(paged).toEqual(whole)
  expect(whole.filter(([operation]) => operation === 'memory.capture').map(([, seq]) => seq)).toEqual([
    5, 4, 3, 2, 1,
  ])
  const refused = await ann.auditLog({ outcome: 'refused' })
  expect(refused.rows).toMatchObject([
    { operation: 'memory.load_sample', outcome: 'denied', bank: 'u/ann/main' },
  ])
  expect((await ann.auditLog({ outcome: 'read', operation: 'get' })).rows).toHaveLength(5)
  expect((await ann.auditLog({ until: '2020-01-01' })).rows).toEqual([])
  await expect(ann.auditLog({ after: 'x' })).rejects.toMatchObject({ code: 'invalid_input' })

  expect(await ann.verifyAudit({})).toMatchObject({
    isSound: true,
    chains: [
      { bank: 'u/ann/main', rows: 6 },
      { bank: 'u/ann/documents', brokenAt: null },
    ],
    next: null,
  })
  await engine.close()
  const file = new BetterSqlite3(join(home, 'recollect.db'))
  file.prepare("update audit set actor = 'user:eve' where bank = 'u/ann/main' and seq = 4").run()
  file.close()
  const again = await openMemory({ home, ...options })
  const broken = await again.as({ user: 'ann' }).verifyAudit({})
  expect(broken).toMatchObject({ isSound: false })
  expect(broken.chains[0]).toMatchObject({ brokenAt: 4, problem: 'audit row 4 was changed' })
  await again.close()
})

it('tells how the system stands, and where it lies only to its owner', async () => {
  const home = await temporaryFolder()
  const engine = await openMemory({ home, ...options })
  const ann = engine.as({ user: 'ann' })
  await ann.capture({ text: 'a note' })
  const status = await ann.systemStatus({})
  expect(status).toMatchObject({
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    store: { engine: 'sqlite', items: 1, location: null, banks: null },
    embedding: { state: 'off' },
    cost: { usedToday: 0 },
    records: { place: 'database', folder: null },
    problems: [],
  })
  expect(JSON.stringify(status)).not.toContain(home)
  const owner = await engine.as({ user: 'ann', administrator: true }).systemStatus({})
  expect(owner.store).toMatchObject({ location: join(home, 'recollect.db'), banks: 1 })
  await engine.close()
})

it('shows an event in its conversation, and goes on from there in both directions', async () => {
  const engine = await openMemory({ home: await temporaryFolder(), ...options })
  const ann = engine.as({ user: 'ann' })
  const events = Array.from({ length: 9 }, (_, n) => ({
    type: 'message' as const,
    role: 'user' as const,
    text: `say ${n + 1}`,
  }))
  await ann.transcriptAppend({ session: 'talk', events })
  const seqs = ({ events: shown }: { events: readonly { seq: number }[] }) => shown.map(({ seq }) => seq)
  const around = await ann.transcriptRead({ session: 'talk', around: 5, limit: 4 })
  expect([seqs(around), around.previous, around.next]).toEqual([[3, 4, 5, 6], 3, 6])
  const before = await ann.transcriptRead({ session: 'talk', before: around.previous ?? 0, limit: 4 })
  expect([seqs(before), before.previous, before.next]).toEqual([[1, 2], null, 2])
  const behind = await ann.transcriptRead({ session: 'talk', after: around.next ?? 0 })
  expect([seqs(behind), behind.next]).toEqual([[7, 8, 9], null])
  expect(seqs(await ann.transcriptRead({ session: 'talk', before: 9, contains: 'say 3' }))).toEqual([3])
  expect(seqs(await ann.transcriptRead({ session: 'talk', around: 99, limit: 2 }))).toEqual([9])
  await engine.close()
})

it('traces a fact through what was derived up to what was said', async () => {
  const engine = await openMemory({ home: await temporaryFolder(), ...options })
  const ann = engine.as({ user: 'ann' })
  const said = await ann.capture({ text: 'We spoke of the move.' })
  const note = await ann.capture({ text: 'I live in Porto.', sources: [said.id] })
  const { chain } = await ann.trace({ id: note.facts[0] ?? '', chain: true })
  expect(chain?.map(({ id, depth, of, role }) => [id, depth, of, role])).toEqual([
    [note.id, 1, note.facts[0], 'quotes'],
    [said.id, 2, note.id, 'derived'],
  ])
  expect((await ann.trace({ id: said.id })).chain).toBeUndefined()
  await engine.close()
})
