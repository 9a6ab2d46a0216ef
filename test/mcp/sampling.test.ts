import type { Client, CreateMessageRequest } from '@modelcontextprotocol/client'
import { describe, expect, it } from 'vitest'
import { useRecollect } from '../cli/recollect.js'
import { startChatServer } from '../models/loopback-chat-server.js'
import { callTool, connect } from './connect.js'

const { home } = useRecollect()

type Params = CreateMessageRequest['params']

const says = (text: string, stopReason = 'endTurn') => ({
  role: 'assistant' as const,
  model: 'the-clients-own',
  stopReason,
  content: { type: 'text' as const, text },
})

async function remember(client: Client): Promise<void> {
  await callTool(client, 'record_save', {
    name: 'Weekly report',
    description: 'how Mia wants it',
    body: 'Send it on Friday, in one page.',
    type: 'feedback',
  })
}

const recall = async (client: Client) =>
  (await callTool(client, 'record_recall', { request: 'write the weekly report' })).answer

/** Chooses the first record of the list, as a model would. */
const chooseFirst = (seen: Params[]) => (params: Params) => {
  seen.push(params)
  const text = JSON.stringify(params.messages)
  return says(`Here:\n${JSON.stringify({ ids: [/id (\w+) ·/.exec(text)?.[1] ?? 'none'] })}`)
}

describe("a client's model", () => {
  it('is asked where no other is configured, and counted', async () => {
    const seen: Params[] = []
    const client = await connect(home, { user: 'cleo', sampling: chooseFirst(seen) })
    await remember(client)
    expect(await recall(client)).toMatchObject({
      how: 'model',
      records: [{ name: 'Weekly report' }],
      failure: null,
    })
    expect(seen).toMatchObject([{ maxTokens: 1_000, messages: [{ role: 'user' }] }])
    expect(seen[0]?.systemPrompt).toContain('Answer with JSON alone')
    const { cost } = (await callTool(client, 'memory_stats', { cost: true })).answer
    expect(cost).toMatchObject({
      models: expect.arrayContaining([{ role: 'selector', model: 'client' }]),
      days: [{ role: 'selector', model: 'client', calls: 1, failures: 0, estimated: 1 }],
    })
  })

  it('is not asked where the user switched models off, or has one of their own', async () => {
    const seen: Params[] = []
    const off = await connect(home, {
      user: 'dan',
      sampling: chooseFirst(seen),
      env: { RECOLLECT_MODEL: 'off' },
    })
    await remember(off)
    expect((await recall(off)).how).not.toBe('model')
    const server = await startChatServer({ always: '{"ids": []}' })
    const own = await connect(home, {
      user: 'dan',
      sampling: chooseFirst(seen),
      env: { RECOLLECT_MODEL: `openai-compatible:${server.url}/v1#m` },
    })
    expect(await recall(own)).toMatchObject({ how: 'model', records: [] })
    expect(server.asked).toHaveLength(1)
    expect(seen).toEqual([])
  })

  it('is not there where the client lends none, nor in the revision without a handshake', async () => {
    const plain = await connect(home, { user: 'eve', env: { RECOLLECT_MODEL: 'client' } })
    await remember(plain)
    expect((await recall(plain)).how).not.toBe('model')
    const seen: Params[] = []
    const modern = await connect(home, { user: 'eve', isModern: true, sampling: chooseFirst(seen) })
    expect((await recall(modern)).how).not.toBe('model')
    expect(seen).toEqual([])
  })

  it.each([
    ['is refused by its user', () => Promise.reject(Object.assign(new Error('no'), { code: -1 })), 'refused'],
    ['fails', () => Promise.reject(new Error('secret words of mine')), 'unavailable'],
    ['answers prose', () => Promise.resolve(says('I would rather not say.')), 'unreadable'],
    ['is cut', () => Promise.resolve(says('{"ids": []}', 'maxTokens')), 'unreadable'],
  ] as const)('that %s takes nothing else away', async (_, sampling, reason) => {
    const client = await connect(home, { user: 'fay', sampling })
    if ((await callTool(client, 'record_list')).answer.records.length === 0) await remember(client)
    const answer = await recall(client)
    expect(answer).toMatchObject({ outcome: 'failed', failure: { reason }, records: [] })
    expect(JSON.stringify(answer)).not.toContain('secret words')
  })
})
