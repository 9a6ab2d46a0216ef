import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Engine, openMemory } from '../../src/engine.js'
import type { MemoryOptions } from '../../src/memory-options.js'
import { useRecollectHere } from '../cli/recollect-here.js'
import { temporaryFolder } from '../open-spine.js'
import { newDatabase } from '../postgres/database.js'
import { type StrictServer, startStrictServer } from './strict-server.js'

const recollect = useRecollectHere()
let server: StrictServer
let home: string
const engines: Engine[] = []

beforeEach(async () => {
  server = await startStrictServer()
  server.says.versioning = 'Enabled'
  home = await temporaryFolder()
  for (const [name, value] of Object.entries(server.bucket.environment)) vi.stubEnv(name, value)
})

afterEach(async () => {
  vi.unstubAllEnvs()
  for (const engine of engines.splice(0)) await engine.close()
  await server.close()
})

async function open(options: MemoryOptions = {}): Promise<Engine> {
  const engine = await openMemory({ home, embedder: 'off', zone: 'UTC', ...options })
  engines.push(engine)
  return engine
}

const save = (engine: Engine, name: string, user = 'me') =>
  engine.as({ user }).recordSave({ name, description: 'about it', type: 'project', body: `about ${name}` })
const keys = () => [...server.objects.keys()].filter((key) => server.text(key) !== undefined).sort()
const body = async (engine: Engine, name: string, user = 'me') =>
  (await engine.as({ user }).recordRead({ which: name })).body

describe('moving records to and from an object store', () => {
  it.each(['SQLite', 'PostgreSQL'])('takes all users along, there and back (%s)', async (store) => {
    const engine = await open(store === 'SQLite' ? {} : { store: await newDatabase() })
    const administrator = engine.as({ administrator: true })
    await save(engine, 'Plan')
    await save(engine, 'Tea', '../ann')
    const s3 = server.bucket.place as `s3://${string}`
    const move = (to: string) => administrator.recordMove({ to })
    for (const [from, to] of [
      ['database', s3],
      [s3, 'folder'],
      ['folder', s3],
      [s3, 'database'],
    ] as const) {
      expect(await move(to)).toEqual({ from, to, records: 2 })
      expect((await administrator.systemStatus({})).records).toEqual(
        to === s3 ? { place: 's3', folder: s3 } : { place: to, folder: null },
      )
      expect(keys()).toEqual(
        to === s3
          ? [
              'team/%2e.%2fann/.recollect-records',
              'team/%2e.%2fann/tea.md',
              'team/.recollect-records',
              'team/plan.md',
            ]
          : [],
      )
      // Nor is anything kept of what was there.
      if (to !== s3) expect(server.objects.size).toBe(0)
      expect(existsSync(join(home, 'records', 'plan.md'))).toBe(to === 'folder')
      expect(await body(engine, 'Plan')).toBe('about Plan')
      expect(await body(engine, 'Tea', '../ann')).toBe('about Tea')
      expect((await engine.as({}).doctor({})).findings.filter(({ isOk }) => !isOk)).toEqual([])
    }
  })

  it('is refused before anything is moved where the store keeps no conditions, or lets nobody in', async () => {
    const engine = await open({ records: 'folder' })
    await save(engine, 'Plan')
    const move = () => engine.as({ administrator: true }).recordMove({ to: server.bucket.place })
    server.says.keepsConditions = false
    await expect(move()).rejects.toMatchObject({ code: 'unsupported' })
    server.says.fault = () => ({ status: 403, code: 'AccessDenied' })
    await expect(move()).rejects.toMatchObject({ code: 'store_failed' })
    expect(readdirSync(join(home, 'records'))).toContain('plan.md')
    expect(await body(engine, 'Plan')).toBe('about Plan')
  })

  it('is no prefix of another store\u2019s', async () => {
    const records = server.bucket.place as `s3://${string}`
    const engine = await open({ records })
    await save(engine, 'Plan')
    const other = await open({ home: await temporaryFolder(), records })
    await expect(save(other, 'Plan')).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('another user or store'),
    })
  })

  it('is told by doctor where the bucket cannot be reached, and other calls go on', async () => {
    const engine = await open({ records: server.bucket.place as `s3://${string}` })
    await save(engine, 'Plan')
    server.says.fault = () => ({ status: 403, code: 'AccessDenied' })
    const { findings } = await engine.as({}).doctor({})
    expect(findings.filter(({ isOk }) => !isOk)).toMatchObject([
      { detail: expect.stringContaining('s3://memories/team: the marker of the records cannot be read') },
    ])
    expect((await engine.as({}).search({ question: 'plan' })).hits).toHaveLength(1)
  })

  it('leaves an archive as it is, and forgets the object with what is forgotten', async () => {
    const engine = await open({ records: server.bucket.place as `s3://${string}` })
    const { id } = await save(engine, 'Plan')
    await engine.as({}).recordUpdate({ which: 'Plan', body: 'no zeppelin' })
    const other = await open({ home: await temporaryFolder() })
    let content = ''
    for await (const line of (await engine.as({ administrator: true }).export({ all: true })).lines)
      content += String(line)
    await other.as({ administrator: true }).importArchive({ content })
    expect(await body(other, 'Plan')).toBe('no zeppelin')
    expect(await engine.as({}).forget({ id, verify: true })).toMatchObject({ state: 'physical' })
    expect([...server.objects.keys()]).toEqual(['team/.recollect-records'])
  })

  it('is a word of the command line, of the environment and of config.json', async () => {
    const { home: here, run } = recollect
    const env = { ...server.bucket.environment }
    const saving = [
      'record-save',
      'Plan',
      '--type',
      'project',
      '--description',
      'about it',
      '--body',
      'later',
    ]
    expect(await run(saving, { env })).toMatchObject({ code: 0 })
    const moved = await run(['record-move', server.bucket.place], { env })
    expect(moved).toMatchObject({ code: 0, out: expect.stringContaining('s3://memories/team') })
    expect(keys()).toContain('team/plan.md')
    expect(await run(['records'], { env: { ...env, RECOLLECT_RECORDS: server.bucket.place } })).toMatchObject(
      {
        code: 0,
        out: expect.stringContaining('Plan'),
      },
    )
    writeFileSync(join(here, 'config.json'), JSON.stringify({ records: server.bucket.place }))
    expect((await run(['records'], { env })).code).toBe(0)
    const other = await run(['records'], { env: { ...env, RECOLLECT_RECORDS: 's3://memories/other' } })
    expect(other).toMatchObject({ code: 1, notes: expect.stringContaining('recollect record-move') })
    const refused = await run(['record-move', 's3://id:hush@memories/team'], { env })
    expect(refused.code).toBe(2)
    expect(refused.out + refused.notes).not.toContain('hush')
  })
})
