import { unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Engine, type Memory, openMemory } from '../../src/engine.js'
import { temporaryFolder } from '../open-spine.js'

let engine: Engine
let me: Memory
let folder: string

beforeEach(async () => {
  const home = await temporaryFolder()
  folder = join(home, 'records')
  engine = await openMemory({ home, records: 'folder', embedder: 'off', zone: 'UTC' })
  me = engine.as({})
  await me.recordSave({ name: 'Plan', description: 'about it', type: 'project', body: 'about jasmine' })
})

afterEach(() => engine.close())

describe('a change of files is taken in', () => {
  it('before a call that asks for something else', async () => {
    writeFileSync(join(folder, 'tea.md'), '# Tea\n\nGreen, with elderflower.\n')
    expect((await me.search({ question: 'elderflower' })).hits).toHaveLength(1)
  })

  it('not by a caller who is let in nowhere, nor by a call that makes no sense', async () => {
    unlinkSync(join(folder, 'plan.md'))
    const nobody = engine.as({ agent: 'x', capabilities: [] })
    await expect(nobody.search({ question: 'jasmine' })).rejects.toMatchObject({ code: 'denied' })
    await expect(me.search({ question: 12 } as never)).rejects.toMatchObject({ code: 'invalid_input' })
    // The log itself is asked for by a call that looks.
    const { rows } = await me.auditLog({})
    expect(rows.map(({ operation }) => operation).reverse()).toEqual([
      'record.save',
      'memory.search',
      'record.take_in',
    ])
  })

  it('not in a bank that is only read', async () => {
    const worker = engine.as({ worker: 'planner', readsMain: true })
    unlinkSync(join(folder, 'plan.md'))
    expect((await worker.recordList({})).total).toBe(1)
    expect((await worker.search({ question: 'jasmine' })).hits).toHaveLength(1)
    expect((await me.recordList({})).total).toBe(0)
  })
})
