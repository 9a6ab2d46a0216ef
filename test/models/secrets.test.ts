import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { systemEnv } from '../../src/clock.js'
import { openMemory } from '../../src/engine.js'
import { useRecollect } from '../cli/recollect.js'
import { type ChatReply, startChatServer } from './loopback-chat-server.js'

const { home, run } = useRecollect()

const KEY = 'sk-live-9f3b7c1d'

/** Servers quote what they were sent. */
const lies: readonly ChatReply[] = [
  { status: 401, body: { error: { message: `Incorrect API key provided: ${KEY}`, type: 'invalid' } } },
  { status: 500, body: `<h1>${KEY}</h1>` },
  { status: 200, body: `not JSON: ${KEY}` },
  { status: 302, headers: { location: `http://127.0.0.1:1/?${KEY}` } },
  { status: 429, headers: { 'retry-after': KEY } },
  { does: 'close' },
  { text: `no, not even for ${KEY}`, ending: 'refused' },
  `{"ids": ["${KEY}"`,
]

describe('a key', () => {
  it('is in no answer and in no file of the store, whatever the server does', async () => {
    const server = await startChatServer()
    // The breaker has had its rest between any two calls: each is to go out.
    let now = Date.now()
    const later = () => {
      now += 61_000
      return now
    }
    const env = { ...systemEnv(), now: later }
    const url = `${server.url}/v1`
    const model = { provider: 'openai-compatible', model: 'm', url, apiKey: KEY } as const
    const engine = await openMemory({ home, env, embedder: 'off', model })
    const memory = engine.as({})
    await memory.recordSave({
      name: 'Weekly report',
      body: 'on Fridays',
      description: 'about it',
      type: 'feedback',
    })
    server.next(...lies)
    const told: unknown[] = []
    for (const _ of lies) told.push(await memory.recordRecall({ request: 'write the weekly report' }))
    expect(told).toEqual(lies.map(() => expect.objectContaining({ outcome: 'failed' })))
    expect(server.asked.map(({ key }) => key)).toEqual(lies.map(() => KEY))
    const { cost } = await memory.stats({ cost: true })
    expect(cost?.days.reduce((total, { failures }) => total + failures, 0)).toBe(lies.length)
    let archive = ''
    for await (const chunk of (await memory.export({})).lines) archive += String(chunk)
    expect(archive).toContain('on Fridays')
    told.push(cost, await memory.auditLog({}), archive)
    await engine.close()
    expect(JSON.stringify(told)).not.toContain(KEY)
    for (const file of readdirSync(home, { recursive: true, encoding: 'utf8', withFileTypes: true })) {
      if (!file.isFile()) continue
      expect(readFileSync(join(file.parentPath, file.name)).includes(KEY), file.name).toBe(false)
    }
  })

  it('is on no terminal, nor where it was put in a wrong place', async () => {
    const server = await startChatServer({ always: lies[0] ?? '' })
    const RECOLLECT_MODEL = `openai-compatible:${server.url}/v1#m`
    const tell = async (argv: readonly string[], env: Readonly<Record<string, string>>) => {
      const { out, notes } = await run(argv, { env: { RECOLLECT_EMBEDDER: 'off', ...env } })
      return out + notes
    }
    const right = { RECOLLECT_MODEL, RECOLLECT_MODEL_API_KEY: KEY }
    await tell(['record-save', 'Weekly report', '--type', 'feedback', '--body', 'on Fridays'], right)
    const told = [
      await tell(['recall', 'write the weekly report'], right),
      await tell(['stats'], { RECOLLECT_MODEL: KEY }),
      await tell(['stats'], { RECOLLECT_MODEL, RECOLLECT_MODEL_API_KEY: `${KEY} ${KEY}` }),
    ]
    const file = join(home, 'config.json')
    writeFileSync(file, `{"model": {"provider": "openai", "key": "${KEY}"}}`)
    told.push(await tell(['stats'], {}))
    writeFileSync(file, `{"model": "${KEY}"`)
    told.push(await tell(['stats'], {}))
    for (const [at, said] of [
      'the key is refused',
      'RECOLLECT_MODEL names no model',
      'not a key: RECOLLECT_MODEL_API_KEY',
      'not a setting: model.key in config.json',
      'config.json is no JSON',
    ].entries()) {
      expect(told[at]).toContain(said)
    }
    expect(told.join('\n')).not.toContain(KEY)
  })
})
