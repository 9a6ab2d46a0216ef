import {
  existsSync,
  linkSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Engine, openMemory } from '../../src/engine.js'
import { storeFile, temporaryFolder } from '../open-spine.js'

const options = { durability: 'normal', zone: 'UTC' } as const

describe('a backup', () => {
  it('made while four tasks write holds all that was acknowledged before, and is whole', async () => {
    const home = await temporaryFolder()
    // Two connections: what another one writes would begin a copy anew, if it were not of one state.
    const engines = [await openMemory({ home, ...options }), await openMemory({ home, ...options })]
    const acknowledged: string[] = []
    let isDone = false
    const task = async (engine: Engine, name: string) => {
      const memory = engine.as({ user: name })
      for (let i = 0; !isDone; i++) {
        const { id } = await memory.capture({ text: `${name} says ${i} ${'lorem ipsum '.repeat(20)}` })
        if (i % 5 === 4) await memory.forget({ id, verify: false })
        else acknowledged.push(id)
      }
    }
    const tasks = ['a', 'b', 'c', 'd'].map((name, i) => task(engines[i % 2] as Engine, name))
    const folder = await temporaryFolder()
    for (let round = 0; round < 4; round++) {
      const file = join(folder, `round-${round}.backup`)
      const before = [...acknowledged]
      const report = await (engines[0] as Engine).as({ administrator: true }).backup({ file })
      expect(report.counts['item']).toBeGreaterThanOrEqual(before.length - 4)
      expect(report.bytes).toBe(statSync(file).size)
    }
    isDone = true
    await Promise.all(tasks)
    for (const engine of engines) await engine.close()
    const names = readdirSync(folder)
    expect(names).toEqual(['round-0.backup', 'round-1.backup', 'round-2.backup', 'round-3.backup'])
    for (const name of names) await expectHealthy(join(folder, name))
  })

  it('is for its owner alone, one file, in no journal mode that needs others', async () => {
    const { engine, admin } = await small()
    const file = join(await temporaryFolder(), 'new', 'folder', 'memory.backup')
    await admin.backup({ file })
    await engine.close()
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readdirSync(join(file, '..'))).toEqual(['memory.backup'])
    // The header says how the file is read: 1 is the rollback journal, 2 the write-ahead log.
    expect([...readFileSync(file).subarray(18, 20)]).toEqual([1, 1])
  })

  it('holds nothing of what was forgotten before', async () => {
    const { engine, admin, ann } = await small()
    const { id } = await ann.capture({ text: 'the code is xyzzy-plugh-4711' })
    await ann.forget({ id })
    const file = join(await temporaryFolder(), 'memory.backup')
    await admin.backup({ file })
    await engine.close()
    expect(readFileSync(file).includes('xyzzy')).toBe(false)
  })

  it('replaces an older backup when told to, and nothing else', async () => {
    const { home, engine, admin, ann } = await small()
    const folder = await temporaryFolder()
    const file = join(folder, 'memory.backup')
    await admin.backup({ file })
    await ann.capture({ text: 'one more' })
    await expect(admin.backup({ file })).rejects.toMatchObject({ code: 'conflict', hint: /overwrite/ })
    expect((await admin.backup({ file, overwrite: true })).counts['item']).toBe(2)
    const other = join(folder, 'letter.txt')
    writeFileSync(other, 'dear Mia')
    linkSync(storeFile(home), join(folder, 'linked'))
    symlinkSync(storeFile(home), join(folder, 'symlinked'))
    for (const name of [other, folder, storeFile(home), join(folder, 'linked'), join(folder, 'symlinked')]) {
      await expect(admin.backup({ file: name, overwrite: true })).rejects.toMatchObject({ code: 'conflict' })
    }
    expect(readFileSync(other, 'utf8')).toBe('dear Mia')
    expect(readdirSync(folder).sort()).toEqual(['letter.txt', 'linked', 'memory.backup', 'symlinked'])
    await ann.capture({ text: 'and the store lives' })
    await engine.close()
  })

  it('leaves nothing behind where it cannot be written', async () => {
    const { engine, admin } = await small()
    const file = join(await temporaryFolder(), 'a file')
    writeFileSync(file, '')
    await expect(admin.backup({ file: join(file, 'memory.backup') })).rejects.toMatchObject({
      code: 'store_failed',
    })
    expect(existsSync(join(file, 'memory.backup'))).toBe(false)
    await engine.close()
  })
})

async function small() {
  const home = await temporaryFolder()
  const engine = await openMemory({ home, ...options })
  const ann = engine.as({ user: 'ann' })
  await ann.capture({ text: 'the boat to Lisbon' })
  return { home, engine, ann, admin: engine.as({ administrator: true }) }
}

/** Opens a backup as the store of a home of its own. */
async function expectHealthy(file: string): Promise<void> {
  const home = await temporaryFolder()
  writeFileSync(storeFile(home), readFileSync(file))
  const engine = await openMemory({ home, ...options })
  for (const user of ['a', 'b', 'c', 'd']) {
    const { findings } = await engine.as({ user }).doctor({})
    expect(findings.filter(({ isOk }) => !isOk)).toEqual([])
  }
  await engine.close()
}
