import { afterEach, describe, expect, it } from 'vitest'
import { compactRecall, type Engine } from '../../src/index.js'
import { openEmbedding, settled } from '../embedding/open-embedding.js'
import { createHashEmbedder } from '../hash-embedder.js'
import { temporaryFolder } from '../open-spine.js'
import { describePostgres, newDatabase } from '../postgres/database.js'

let engine: Engine | undefined
afterEach(async () => {
  await engine?.close()
  engine = undefined
})

const synonyms = [['nutella', 'hazelnuts']]

async function memoryWith(options: Parameters<typeof openEmbedding>[1]) {
  engine = await openEmbedding(await temporaryFolder(), options)
  const memory = engine.as({ user: 'ann' })
  const save = (name: string, description: string) => memory.recordSave({ name, description, type: 'user' })
  await save('Allergy', 'Hazelnuts')
  await save('Editor', 'Edits in Helix')
  await save('Weekly report', 'Numbers first')
  await settled(engine)
  return memory
}

describe('a recall with an embedder', () => {
  it('brings up what is meant, and says so', async () => {
    const memory = await memoryWith({ embedder: createHashEmbedder({ synonyms }) })
    const meant = await memory.recordRecall({ request: 'nutella' })
    expect(meant).toMatchObject({ outcome: 'recalled', how: 'meaning', missing: {} })
    expect(meant.records.map(({ name }) => name)).toEqual(['Allergy'])
    expect(await memory.recordRecall({ request: 'nutella', select: 'lexical' })).toMatchObject({
      outcome: 'nothing_relevant',
      how: 'lexical',
    })
  })

  it('goes by words where the embedder fails, and says why', async () => {
    let isBroken = false
    const before = () => {
      if (isBroken) throw new Error('SECRET')
    }
    const memory = await memoryWith({ embedder: createHashEmbedder({ before }) })
    isBroken = true
    const { how, records, missing } = await memory.recordRecall({ request: 'open it in my helix editor' })
    expect(how).toBe('lexical')
    expect(records.map(({ name }) => name)).toEqual(['Editor'])
    expect(missing).toEqual({ vectors: 'the embedder failed' })
  })

  it('says nothing of vectors where nobody wants any', async () => {
    const memory = await memoryWith({ embedder: 'off' })
    expect(await memory.recordRecall({ request: 'my helix editor' })).toMatchObject({
      how: 'lexical',
      missing: {},
    })
  })
})

describePostgres('a recall on PostgreSQL', () => {
  it('gives what it gives on SQLite, and counts', async () => {
    const embedder = createHashEmbedder({ synonyms })
    const memory = await memoryWith({ embedder, store: await newDatabase() })
    const meant = await memory.recordRecall({ request: 'nutella' })
    expect(meant).toMatchObject({ outcome: 'recalled', how: 'meaning' })
    expect(meant.records.map(({ name }) => name)).toEqual(['Allergy'])
    await memory.recalls({})
    expect(await memory.recordRead({ which: 'allergy' })).toMatchObject({ recallCount: 1 })
    const { records } = await memory.recordList({})
    expect(records[0]).toMatchObject({ name: 'Allergy' })
  })
})

describe('the answer of a recall', () => {
  it('holds a block where that is asked for, and can be made compact again by the client', async () => {
    const memory = await memoryWith({ embedder: 'off' })
    const plain = await memory.recordRecall({ request: 'the weekly report' })
    expect(plain).not.toHaveProperty('block')
    const { block, ...result } = await memory.recordRecall({ request: 'the weekly report', asBlock: true })
    expect(block).toContain('Weekly report (user, weekly-report.md): Numbers first')
    expect(compactRecall(result)).toBe(result.compact)
    expect(result.compact).toBe(
      '<recollect-memory kind="recall">1 memory record was recalled.</recollect-memory>',
    )
  })

  it('is refused for a limit beyond five', async () => {
    const memory = await memoryWith({ embedder: 'off' })
    await expect(memory.recordRecall({ request: 'x', limit: 6 })).rejects.toMatchObject({
      code: 'invalid_input',
    })
  })
})
