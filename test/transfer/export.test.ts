import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type Memory, openMemory } from '../../src/engine.js'
import { temporaryFolder } from '../open-spine.js'
import { describePostgres, newDatabase } from '../postgres/database.js'
import { apartFromTime, archiveOf } from './stores.js'

const options = { durability: 'normal', zone: 'UTC' } as const

/** More of everything than fits on one page. */
async function fill(memory: Memory): Promise<void> {
  const line = (i: number) =>
    JSON.stringify({
      role: 'user',
      content: `turn ${i} 部署`,
      session: `session ${i % 3}`,
      at: 1_700_000_000_000 + i,
    })
  await memory.import({ content: Array.from({ length: 1_300 }, (_, i) => line(i)).join('\n') })
  for (let i = 0; i < 40; i++) await memory.capture({ text: `note ${i}`, tags: ['b', 'a', `tag ${i}`] })
}

async function expectWhole(lines: readonly string[]): Promise<void> {
  const to = await openMemory({ home: await temporaryFolder(), ...options })
  await to.as({ administrator: true }).importArchive({ content: lines })
  const { findings } = await to.as({ user: 'ann' }).doctor({})
  expect(findings.filter(({ isOk }) => !isOk)).toEqual([])
  await to.close()
}

describe('an export', () => {
  it('of many pages comes back to the byte', async () => {
    const from = await openMemory({ home: await temporaryFolder(), ...options })
    await fill(from.as({ user: 'ann' }))
    const archive = await archiveOf(from)
    const to = await openMemory({ home: await temporaryFolder(), ...options })
    await to.as({ administrator: true }).importArchive({ content: archive })
    expect(apartFromTime(await archiveOf(to))).toEqual(apartFromTime(archive))
    await from.close()
    await to.close()
  })

  it('agrees with itself although others remember and forget meanwhile', async () => {
    const engine = await openMemory({ home: await temporaryFolder(), ...options })
    await expectConsistent(engine.as({ user: 'ann' }), () => archiveOf(engine))
    await engine.close()
  })

  it("of a user holds the user's own bank alone, and goes into another store", async () => {
    const engine = await openMemory({ home: await temporaryFolder(), ...options })
    const ann = engine.as({ user: 'ann' })
    await ann.capture({ text: 'of ann' })
    await engine.as({ user: 'bob' }).capture({ text: 'SECRET of bob', tags: ['SECRET'] })
    await engine.as({ administrator: true }).export({ all: true })
    const lines: string[] = []
    for await (const line of (await ann.export({})).lines) lines.push(line)
    expect(lines.join('')).not.toMatch(/SECRET|bob|administrator/)
    expect(lines.filter((line) => line.startsWith('{"type":"bank"'))).toHaveLength(1)
    await expectWhole(lines)
    await engine.close()
  })

  it('is in the log, and needs the right to read the log that it holds', async () => {
    const engine = await openMemory({ home: await temporaryFolder(), ...options })
    await engine.as({ user: 'ann' }).export({})
    const { rows } = await engine.as({ user: 'ann' }).auditLog({})
    expect(rows[0]).toMatchObject({ operation: 'memory.export', actor: 'user:ann', outcome: 'read' })
    const half = engine.as({ user: 'ann', capabilities: ['memory.read'] })
    await expect(half.export({})).rejects.toMatchObject({ code: 'denied' })
    await engine.close()
  })

  it('that is taken in as a stream leaves no file, neither when it is refused', async () => {
    const home = await temporaryFolder()
    const from = await openMemory({ home: await temporaryFolder(), ...options })
    await fill(from.as({ user: 'ann' }))
    const to = await openMemory({ home, ...options })
    const admin = to.as({ administrator: true })
    async function* torn() {
      yield* (await archiveOf(from)).slice(0, 700)
      throw new Error('the line was cut')
    }
    await expect(admin.importArchive({ content: torn() })).rejects.toThrow('the line was cut')
    await expect(admin.importArchive({ content: (await archiveOf(from)).slice(0, 700) })).rejects.toThrow(
      'cut',
    )
    await admin.importArchive({ content: await archiveOf(from) })
    await to.close()
    await from.close()
    expect(readdirSync(home)).toEqual(['recollect.db'])
  })
})

describePostgres('an export from PostgreSQL', () => {
  it('agrees with itself although others remember and forget meanwhile', async () => {
    const engine = await openMemory({ store: await newDatabase(), ...options })
    await expectConsistent(engine.as({ user: 'ann' }), () => archiveOf(engine))
    await engine.close()
  })
})

async function expectConsistent(ann: Memory, take: () => Promise<string[]>): Promise<void> {
  await fill(ann)
  let isDone = false
  let made = 0
  const task = async (name: number) => {
    const kept: string[] = []
    while (!isDone) {
      const { id } = await ann.capture({ text: `task ${name} says ${made++}`, tags: ['x'] })
      kept.push(id)
      const derived = await ann.capture({ text: `derived ${made++} of ${name}`, sources: kept.slice(-2) })
      await ann.import({
        content: JSON.stringify({ role: 'user', content: `turn ${made++}`, session: 'shared' }),
      })
      if (kept.length > 3) await ann.forget({ id: kept.shift() ?? derived.id, verify: false })
    }
  }
  const tasks = [task(1), task(2)]
  const archives: string[][] = []
  for (let round = 0; round < 3; round++) archives.push(await take())
  isDone = true
  await Promise.all(tasks)
  expect(made).toBeGreaterThan(0)
  for (const lines of archives) await expectWhole(lines)
}
