import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import postgres from 'postgres'
import { expect, it } from 'vitest'
import { type Engine, openMemory } from '../../src/index.js'
import { temporaryFolder } from '../open-spine.js'
import { findServer } from '../postgres/cluster.js'
import { describePostgres, newDatabase } from '../postgres/database.js'
import { apartFromTime, archiveOf } from './stores.js'

const run = promisify(execFile)
const program = (name: string) => join(findServer() as string, name)

// Lets the role of the dump read all banks, as docs/backup.md says.
const everyBank = { ...process.env, PGOPTIONS: '-c recollect.reads=*' }

async function dump(url: string): Promise<string> {
  const file = join(await temporaryFolder(), 'memory.dump')
  const options = ['--format=custom', '--enable-row-security', '--exclude-table-data=recall*']
  await run(program('pg_dump'), [...options, `--file=${file}`, url], { env: everyBank })
  return file
}

async function restored(file: string): Promise<string> {
  const url = await newDatabase()
  await run(program('pg_restore'), [
    '--no-owner',
    '--no-privileges',
    '--exit-on-error',
    `--dbname=${url}`,
    file,
  ])
  return url
}

async function open(store: string): Promise<Engine> {
  return openMemory({ home: await temporaryFolder(), store, embedder: 'off' })
}

async function hits(engine: Engine, question: string): Promise<string[]> {
  return (await engine.as({ user: 'ann' }).search({ question })).hits.map(({ text }) => text)
}

describePostgres('a dump of a database', () => {
  it('comes back whole: the same archive, the same answers, healthy, and behind its walls', async () => {
    const url = await newDatabase()
    const engine = await open(url)
    const ann = engine.as({ user: 'ann' })
    await ann.capture({ text: 'Mia moved to Lisbon in March', tags: ['move'] })
    await engine.as({ user: 'bob' }).capture({ text: 'Bob likes Lisbon as well' })
    const { id } = await ann.capture({ text: 'forgotten before the dump' })
    await ann.forget({ id })
    const file = await dump(url)
    const copy = await open(await restored(file))
    expect(apartFromTime(await archiveOf(copy))).toEqual(apartFromTime(await archiveOf(engine)))
    expect(await hits(copy, 'where did Mia move?')).toEqual(await hits(engine, 'where did Mia move?'))
    await expect(
      copy.as({ user: 'ann' }).capture({ text: 'forgotten before the dump' }),
    ).rejects.toMatchObject({
      code: 'conflict',
    })
    // New rows go on behind the old ones.
    await copy.as({ user: 'ann' }).capture({ text: 'after the restore' })
    const { findings } = await copy.as({ user: 'ann', administrator: true }).doctor({})
    // The server of the tests may be one that loses what was acknowledged.
    const wrong = findings.filter(({ isOk, check }) => !isOk && check !== 'what is acknowledged is kept')
    expect(wrong).toEqual([])
    await copy.close()
    await engine.close()
  })

  it('brings back what was forgotten since, until an archive of the present is taken in', async () => {
    const url = await newDatabase()
    const engine = await open(url)
    const ann = engine.as({ user: 'ann' })
    await ann.capture({ text: 'a neighbour on the heath' })
    const { id } = await ann.capture({ text: 'the heath keeps a secret' })
    const file = await dump(url)
    await ann.forget({ id })
    await ann.capture({ text: 'later on the heath' })
    const archive = (await archiveOf(engine)).join('')
    await engine.close()
    const copy = await open(await restored(file))
    expect(await hits(copy, 'heath')).toContain('the heath keeps a secret')
    const report = await copy.as({ administrator: true }).importArchive({ content: archive })
    expect(report).toMatchObject({ forgotten: 1 })
    expect((await hits(copy, 'heath')).sort()).toEqual(['a neighbour on the heath', 'later on the heath'])
    const plan = await copy.as({ administrator: true }).vacuum({ preview: true })
    expect(plan.waited.erasures).toBeGreaterThan(0)
    await copy.close()
  })

  it('is refused where the role sees no rows, so that no dump is empty unnoticed', async () => {
    const url = await newDatabase()
    const engine = await open(url)
    await engine.as({ user: 'ann' }).capture({ text: 'kept' })
    await engine.close()
    const plain = run(program('pg_dump'), ['--format=custom', '--file=/dev/null', url])
    await expect(plain).rejects.toMatchObject({ stderr: expect.stringContaining('row-level security') })
    const owner = postgres(url, { max: 1 })
    expect(await owner`select * from item`).toEqual([])
    await owner.end()
  })
})
