import { expect, it } from 'vitest'
import { openMemory } from '../../src/engine.js'
import { temporaryFolder } from '../open-spine.js'

it('keeps a user’s own documents out of a workspace, unless it reads their memory too', async () => {
  const engine = await openMemory({
    home: await temporaryFolder(),
    durability: 'normal',
    zone: 'UTC',
    embedder: 'off',
  })
  const alone = engine.as({ user: 'ann' })
  await alone.knowledgeImport({ content: '# Pay\n\nMy salary is 42 wombats.\n', source: 'pay.md' })
  await alone.knowledgePublish({ document: 'pay.md' })
  await alone.knowledgeAttach({ documents: ['pay.md'] })
  const root = engine.as({ user: 'root', administrator: true })
  await root.knowledgeImport({ content: '# House\n\nShoes off.\n', source: 'house.md', shelf: 'system' })
  await root.knowledgePublish({ document: 'house.md', shelf: 'system' })

  const ann = engine.as({ user: 'ann', workspace: 'acme/web' })
  const titles = (await ann.knowledgeList({})).documents.map(({ source }) => source)
  expect(titles).toEqual(['house.md'])
  expect((await ann.knowledgeList({ shelf: 'personal' })).documents).toEqual([])
  expect((await ann.knowledgeSearchDocs({ question: 'salary in wombats' })).hits).toEqual([])
  const attempts: readonly [() => Promise<unknown>, string][] = [
    [() => ann.knowledgeShow({ document: 'pay.md' }), 'not_found'],
    [() => ann.knowledgeReadSection({ document: 'pay.md', anchor: 'pay' }), 'not_found'],
    [() => ann.knowledgeWithdraw({ document: 'pay.md' }), 'not_found'],
    [() => ann.knowledgeDelete({ document: 'pay.md' }), 'not_found'],
    [() => ann.knowledgeEdit({ document: 'pay.md', content: '# Pay\n\nNone.\n' }), 'not_found'],
    [() => ann.knowledgeImport({ content: '# Mine\n\nText.\n', source: 'mine.md' }), 'denied'],
  ]
  for (const [attempt, code] of attempts) await expect(attempt()).rejects.toMatchObject({ code })

  const reading = engine.as({ user: 'ann', workspace: 'acme/web', readsMain: true })
  expect((await reading.knowledgeSearchDocs({ question: 'salary in wombats' })).hits).toHaveLength(1)
  await reading.knowledgeImport({ content: '# Mine\n\nText.\n', source: 'mine.md' })
  expect((await alone.knowledgeList({})).documents).toHaveLength(3)
  await engine.close()
})
