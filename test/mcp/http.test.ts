import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Engine, openMemory } from '../../src/engine.js'
import { temporaryFolder } from '../open-spine.js'
import { callTool } from './connect.js'
import { connectHttp, mountOn, ownerOf } from './connect-http.js'

let engine: Engine
beforeAll(async () => {
  engine = await openMemory({ home: await temporaryFolder(), embedder: 'off' })
})
afterAll(() => engine.close())

describe.each([
  ['with a handshake', false],
  ['without', true],
])('over HTTP, in the protocol %s', (_, isModern) => {
  it('a client remembers and finds again', async () => {
    const { client } = await connectHttp(mountOn(engine), { caller: ownerOf('ann'), isModern })
    await callTool(client, 'memory_capture', { text: 'Mia moved to Lisbon' })
    const { answer } = await callTool(client, 'memory_search', { question: 'where is Mia?' })
    expect(answer.hits[0].text).toBe('Mia moved to Lisbon')
  })
})
