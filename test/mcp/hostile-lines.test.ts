import { describe, expect, it } from 'vitest'
import { useRecollect } from '../cli/recollect.js'
import { handshake, startRaw } from './connect.js'

const { home } = useRecollect()

/** Lines that no client should send. None of them has an id that could be answered. */
const nonsense = [
  '',
  'garbage',
  '{',
  '[]',
  'null',
  '42',
  '"text"',
  '{}',
  '[{"jsonrpc":"2.0","id":1,"method":"ping"}]',
  '{"jsonrpc":"2.0","method":"notifications/unknown"}',
  '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"never"}}',
  '{"jsonrpc":"2.0","method":"notifications/cancelled"}',
  '{"jsonrpc":"2.0","id":"never asked","result":{}}',
  '{"jsonrpc":"2.0","id":999,"error":{"code":1,"message":"x"}}',
  '{"__proto__":{"polluted":true},"constructor":1}',
  '['.repeat(100_000),
  '\u0000\u0001\u0002',
  '\ufeff{"jsonrpc":"2.0"}',
]

/** Requests with an id, that must be answered with an error each. */
const refused = [
  { id: 'a', method: 'no/such' },
  { id: 'b', method: 42 },
  { id: 'c', method: 'tools/call' },
  { id: 'd', method: 'tools/call', params: [] },
  { id: 'e', method: 'tools/call', params: { name: '__proto__' } },
  { id: 'f', method: 'tools/call', params: { name: 42, arguments: 'x' } },
  { id: 'g', method: 'resources/read', params: { uri: 'file:///etc/passwd' } },
  { id: 'h', method: 'resources/read', params: { uri: `recollect://item/${'a'.repeat(5_000)}` } },
  { id: 'i', method: 'prompts/get', params: { name: 'recall', arguments: { topic: 1 } } },
  { id: 'j', foo: 'bar' },
  { id: 'k', method: 'logging/setLevel', params: { level: 'debug' } },
  {
    id: 'l',
    method: 'completion/complete',
    params: { ref: { type: 'ref/prompt', name: 'recall' }, argument: {} },
  },
] as const

describe('a server that is sent nonsense', () => {
  it('goes on, and writes protocol alone', async () => {
    const server = startRaw(home)
    server.send('not even a handshake\n')
    server.request(1, 'initialize', handshake)
    await server.answer(1)
    for (const line of nonsense) server.send(`${line}\n`)
    server.send(Buffer.from([0xff, 0xfe, 0x00, 0x0a]))
    for (const request of refused) server.send(`${JSON.stringify({ jsonrpc: '2.0', ...request })}\r\n`)
    server.request(2, 'tools/call', { name: 'memory_capture', arguments: { text: 'still there' } })
    expect((await server.answer(2)).result.structuredContent).toMatchObject({ outcome: 'added' })
    server.request(3, 'ping')
    expect(await server.answer(3)).toMatchObject({ result: {} })
    server.end()
    const { code, messages, notes } = await server.ended()
    expect(code).toBe(0)
    for (const { id } of refused) {
      expect(messages.filter((message) => message.id === id)).toEqual([
        expect.objectContaining({ error: expect.objectContaining({ code: expect.any(Number) }) }),
      ])
    }
    expect(messages.map(({ id }) => id).sort()).toEqual([1, 2, 3, ...refused.map(({ id }) => id)].sort())
    // The log tells of it, and repeats none of it.
    expect(notes).toContain('is not JSON')
    expect(notes).not.toContain('garbage')
  })

  it('skips a line without end, and holds little of it', async () => {
    const server = startRaw(home)
    const megabyte = Buffer.alloc(1024 * 1024, 'x')
    for (let n = 0; n < 40; n++) server.send(megabyte)
    server.send('\n')
    server.request(1, 'initialize', handshake)
    expect(await server.answer(1)).toMatchObject({ result: { serverInfo: { name: 'recollect' } } })
    server.end()
    expect((await server.ended()).notes).toMatch(/a line of more than \d+ bytes was skipped/)
  })

  it('answers all of very many questions at once', async () => {
    const server = startRaw(home)
    server.request('hello', 'initialize', handshake)
    for (let id = 0; id < 2_000; id++)
      server.request(id, 'tools/call', { name: 'memory_stats', arguments: {} })
    server.end()
    const { code, messages } = await server.ended()
    expect(code).toBe(0)
    expect(new Set(messages.map(({ id }) => id)).size).toBe(2_001)
    expect(messages.filter(({ error, result }) => error !== undefined || result.isError === true)).toEqual([])
  })

  it('answers one id asked twice, twice', async () => {
    const server = startRaw(home)
    server.request(1, 'initialize', handshake)
    await server.answer(1)
    server.request(5, 'tools/list')
    server.request(5, 'tools/list')
    server.end()
    const { messages } = await server.ended()
    expect(messages.filter(({ id }) => id === 5)).toHaveLength(2)
  })
})
