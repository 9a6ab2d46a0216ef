import { expect, it } from 'vitest'
import { openMemory } from '../../src/index.js'
import { temporaryFolder } from '../open-spine.js'

it('shows how a project stands, whatever else is said of it, of others, or by agents', async () => {
  const engine = await openMemory({ home: await temporaryFolder(), embedder: 'off', zone: 'UTC' })
  const me = engine.as({ user: 'ann' })
  const agent = engine.as({ user: 'ann', agent: 'bot' })
  const describing = { action: 'describe', type: 'project' } as const
  await me.graphWrite({ ...describing, name: 'Apollo', attribute: 'status', value: 'on hold' })
  await me.graphWrite({ ...describing, name: 'Gemini', attribute: 'status', value: 'finished' })
  for (let n = 0; n < 45; n++) {
    await me.graphWrite({ ...describing, name: 'Gemini', attribute: `shade ${n}`, value: 'red' })
    await agent.graphWrite({ ...describing, name: 'Apollo', attribute: `shade ${n}`, value: 'red' })
  }
  const { projects } = await me.projects({})
  const standing = projects.map(({ name, status }) => [name, status]).sort()
  expect(standing).toEqual([
    ['Apollo', 'paused'],
    ['Gemini', 'done'],
  ])
  const { attributes } = await me.graph({ name: 'Apollo' })
  expect(attributes).toHaveLength(20)
  expect(attributes.map(({ value }) => value)).toContain('on hold')
  await engine.close()
})
