import { expect, it } from 'vitest'
import { openMemory } from '../../src/engine.js'
import { temporaryFolder } from '../open-spine.js'
import { steadyEnv } from '../transfer/stores.js'

it('tells nobody but the administrator that another version waits', async () => {
  const env = steadyEnv()
  const engine = await openMemory({ home: await temporaryFolder(), env, zone: 'UTC', embedder: 'off' })
  const boss = engine.as({ user: 'boss', administrator: true })
  const ann = engine.as({ user: 'ann' })
  const house = { document: 'house.md', shelf: 'system' } as const
  await boss.knowledgeImport({ content: '# House\n\nFirst.\n', source: 'house.md', shelf: 'system' })
  await boss.knowledgePublish(house)
  const whenFirst = env.now()
  env.advance(60_000)
  const look = async () => [
    (await ann.knowledgeShow(house)).document,
    (await ann.knowledgeList({ shelf: 'system' })).documents,
  ]
  const before = await look()
  await boss.knowledgeEdit({ ...house, content: '# House\n\nDraft.\n', keepPublished: true })
  await boss.knowledgeReject({ ...house, note: 'no' })
  expect(await look()).toEqual(before)
  await boss.knowledgeEdit({ ...house, content: '# House\n\nThird.\n', keepPublished: true })
  await boss.knowledgePublish(house)
  // What answered then may be read, and what never did may not.
  const then = await ann.knowledgeShow({ ...house, asOf: whenFirst, text: true })
  expect(then.text?.content).toBe('# House\n\nFirst.\n')
  await expect(ann.knowledgeShow({ ...house, version: 2 })).rejects.toMatchObject({ code: 'not_found' })
  await expect(ann.knowledgeShow({ ...house, against: 2 })).rejects.toMatchObject({ code: 'not_found' })
  await engine.close()
})
