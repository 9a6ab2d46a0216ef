import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type RunOptions, useRecollect } from '../cli/recollect.js'
import { startChatServer } from './loopback-chat-server.js'

const { home, run } = useRecollect()

const KEY = 'sk-live-9f3b7c1d'

describe('a key', () => {
  it('is in no output and in no file, whatever the server does', async () => {
    const server = await startChatServer()
    const env = {
      RECOLLECT_MODEL: `openai-compatible:${server.url}/v1#m`,
      RECOLLECT_MODEL_API_KEY: KEY,
      RECOLLECT_EMBEDDER: 'off',
    }
    const told: string[] = []
    const tell = async (argv: readonly string[], options: RunOptions = {}) => {
      const { out, notes, code } = await run(argv, { env, ...options })
      told.push(out, notes)
      return { out, code }
    }
    await tell([
      'record-save',
      'Weekly report',
      '--description',
      'for Mia',
      '--type',
      'feedback',
      '--body',
      'on Fridays',
    ])
    const echo = { error: { message: `Incorrect API key provided: ${KEY}`, type: 'invalid_request_error' } }
    server.next(
      { status: 401, body: echo },
      { status: 500, body: `<h1>${KEY}</h1>` },
      `{"ids": ["${KEY}"`,
      { text: `no, not even for ${KEY}`, ending: 'refused' },
      { status: 302, headers: { location: `http://127.0.0.1:1/?${KEY}` } },
      { does: 'close' },
      { status: 429, headers: { 'retry-after': KEY } },
    )
    server.always({ status: 200, body: `not JSON: ${KEY}` })
    for (let call = 0; call < 8; call++) {
      await tell(['recall', 'write the weekly report', ...(call % 2 === 0 ? ['--json'] : [])])
    }
    expect(server.asked).toHaveLength(8)
    expect(server.asked.every(({ key }) => key === KEY)).toBe(true)
    const { out } = await tell(['stats', '--cost', '--json'])
    expect(JSON.parse(out).cost.days).toMatchObject([{ role: 'selector', calls: 8, failures: 8 }])
    await tell(['stats', '--cost'])
    await tell(['audit-log', '--json'])
    await tell(['doctor', '--json'])
    await tell(['stats'], { env: { ...env, RECOLLECT_MODEL: KEY } })
    await tell(['stats'], { env: { ...env, RECOLLECT_MODEL_API_KEY: `${KEY} ` + 'x' } })
    writeFileSync(join(home, 'config.json'), `{"model": {"provider": "openai", "key": "${KEY}"}}`)
    await tell(['stats'])
    writeFileSync(join(home, 'config.json'), `{"model": "${KEY}"`)
    await tell(['stats'])
    expect(told.join('\n')).toContain('config.json is no JSON')
    expect(told.join('\n')).not.toContain(KEY)
    for (const file of readdirSync(home, { recursive: true, encoding: 'utf8', withFileTypes: true })) {
      if (!file.isFile() || file.name === 'config.json') continue
      expect(readFileSync(join(file.parentPath, file.name)).includes(KEY), file.name).toBe(false)
    }
  })
})
