import BetterSqlite3 from 'better-sqlite3'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Engine, type Memory, MemoryError, openMemory } from '../../src/index.js'
import { describeEachEngine } from '../each-engine.js'
import { storeFile, temporaryFolder } from '../open-spine.js'

const message = (content: string) => JSON.stringify({ role: 'user', content, session: 'talk' })

/** Calls with the audit rows that each must leave, and whether it is refused. */
const calls: readonly {
  readonly call: (memory: Memory, n: number, ids: string[]) => Promise<unknown>
  readonly rows: 0 | 1
}[] = [
  { call: async (memory, n, ids) => ids.push((await memory.capture({ text: `note ${n}` })).id), rows: 1 },
  { call: (memory) => memory.capture({ text: 'the same' }), rows: 1 },
  { call: (memory) => memory.capture({ text: '' }), rows: 1 },
  { call: (memory) => memory.capture({ text: 7 } as never), rows: 1 },
  { call: (memory) => memory.import({ content: message('a turn') }), rows: 1 },
  { call: (memory) => memory.import({ content: message('a turn'), dryRun: true }), rows: 0 },
  { call: (memory) => memory.forget({ id: ABSENT }), rows: 1 },
  { call: (memory, _n, ids) => memory.forget({ id: ids.pop() ?? ABSENT, verify: false }), rows: 1 },
  { call: (memory) => memory.search({ question: 'note' }), rows: 0 },
  { call: (memory) => memory.get({ id: ABSENT }), rows: 0 },
  { call: (memory) => memory.stats({}), rows: 0 },
]

const ABSENT = '01890000-0000-7000-8000-000000000000'

describeEachEngine('the audit', (newPlace) => {
  it('has one row for each write and each refusal, in an unbroken chain (invariant 11)', {
    timeout: 120_000,
  }, async () => {
    const place = await newPlace()
    const engine = await openMemory({ ...place, durability: 'normal' })
    let users = 0
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(calls.length - 1), { maxLength: 25 }), async (script) => {
        const memory = engine.as({ user: `user${++users}` })
        const ids: string[] = []
        let rows = 0
        for (const [n, index] of script.entries()) {
          const { call, rows: expected } = calls[index] as (typeof calls)[number]
          await call(memory, n, ids).catch(ifOurs)
          rows += expected
        }
        expect(await memory.stats({})).toMatchObject({ auditRows: rows })
        expect(await chainOf(memory)).toMatchObject({ isOk: true })
      }),
      { numRuns: place.store === undefined ? 40 : 10 },
    )
    await engine.close()
  })

  it('keeps a row of a call that an agent may not make', async () => {
    const engine = await openMemory(await newPlace())
    const user = engine.as({ user: 'ann' })
    const agent = engine.as({ user: 'ann', agent: 'helper' })
    const { id } = await user.capture({ text: 'not for the agent to remove' })
    await expect(agent.forget({ id })).rejects.toMatchObject({ code: 'denied' })
    await expect(agent.auditLog({})).rejects.toMatchObject({ code: 'denied' })
    await user.forget({ id })
    await expect(agent.capture({ text: 'not for the agent to remove', again: true })).rejects.toMatchObject({
      code: 'denied',
    })
    const { rows } = await user.auditLog({ actor: 'agent:helper for ann' })
    expect(rows.map(({ operation, outcome }) => [operation, outcome])).toEqual([
      ['memory.capture', 'denied'],
      ['memory.audit_log', 'denied'],
      ['memory.forget', 'denied'],
    ])
    const allowed = engine.as({
      user: 'ann',
      agent: 'helper',
      capabilities: ['memory.write', 'memory.forget'],
    })
    await expect(
      allowed.capture({ text: 'not for the agent to remove', again: true }),
    ).resolves.toMatchObject({ outcome: 'added' })
    await engine.close()
  })
})

describe('the audit', () => {
  it('never holds what was said, asked or named', async () => {
    const home = await temporaryFolder()
    const engine = await openMemory({ home })
    const memory = engine.as({ user: 'ann' })
    await memory.capture({ text: 'Zanzibar was said' })
    await memory.search({ question: 'Zanzibar?' })
    await memory.import({
      content: JSON.stringify({ role: 'user', content: 'x', speaker: 'Zanzibar', session: 'Zanzibar' }),
    })
    await memory.capture({ text: 'Zanzibar', sources: ['Zanzibar'] }).catch(ifOurs)
    await memory.get({ id: 'Zanzibar' }).catch(ifOurs)
    await engine.close()
    const db = new BetterSqlite3(storeFile(home), { readonly: true })
    const rows = ['audit', 'audit_read'].flatMap((table) => db.prepare(`select * from ${table}`).all())
    db.close()
    expect(rows.length).toBeGreaterThan(3)
    expect(JSON.stringify(rows)).not.toContain('Zanzibar')
  })

  it.each([
    `update audit set operation = 'memory.get' where seq = 4`,
    `update audit set actor = 'user:eve' where seq = 2`,
    `update audit set at = at + 1 where seq = 2`,
    `update audit set outcome = 'denied' where seq = 3`,
    `update audit set ids = '[]' where seq = 1`,
    `update audit set counts = '{}' where seq = 3`,
    `update audit set hash = zeroblob(32) where seq = 2`,
    'delete from audit where seq = 2',
    'delete from audit where seq = 1',
    `update audit set seq = case seq when 2 then 30 when 3 then 2 else seq end where seq in (2, 3)`,
  ])('shows that someone ran: %s', async (tampering) => {
    const home = await temporaryFolder()
    const engine = await openMemory({ home })
    const memory = engine.as({ user: 'ann' })
    for (let i = 0; i < 3; i++) await memory.capture({ text: `note ${i}` })
    const { id } = await memory.capture({ text: 'last' })
    await memory.forget({ id, verify: false })
    tamper(home, tampering)
    const { isHealthy, findings } = await memory.doctor({})
    expect(isHealthy).toBe(false)
    expect(findings.filter(({ isOk }) => !isOk)).toMatchObject([
      { check: 'audit chain', hint: expect.any(String) },
    ])
    await engine.close()
  })

  it('writes what was read before it closes', async () => {
    const home = await temporaryFolder()
    const engine = await openMemory({ home })
    await engine.as({ user: 'ann' }).search({ question: 'anything?' })
    await engine.close()
    const again = await openMemory({ home })
    const { rows } = await again.as({ user: 'ann' }).auditLog({ operation: 'memory.search' })
    expect(rows).toMatchObject([{ outcome: 'read', actor: 'user:ann' }])
    await again.close()
  })

  it('closes the store even when what was read cannot be written', async () => {
    const home = await temporaryFolder()
    const engine: Engine = await openMemory({ home, busyTimeoutMs: 0 })
    await engine.as({ user: 'ann' }).search({ question: 'anything?' })
    const other = new BetterSqlite3(storeFile(home))
    other.exec('begin immediate')
    await engine.close()
    await expect(engine.as({ user: 'ann' }).stats({})).rejects.toThrow(/closed/)
    other.exec('rollback')
    other.close()
  })
})

async function chainOf(memory: Memory) {
  const { findings } = await memory.doctor({})
  return findings.find(({ check }) => check === 'audit chain')
}

function tamper(home: string, statement: string): void {
  const db = new BetterSqlite3(storeFile(home))
  expect(db.prepare(statement).run().changes).toBeGreaterThan(0)
  db.close()
}

function ifOurs(error: unknown): void {
  if (!(error instanceof MemoryError)) throw error
}
