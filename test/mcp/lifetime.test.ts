import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { useRecollect } from '../cli/recollect.js'
import { handshake, startRaw } from './connect.js'

const { home, run, json } = useRecollect()

describe('the end of a server', () => {
  it('comes with the end of its input, after all that was asked is answered', async () => {
    const server = startRaw(home, ['--user', 'end'])
    server.request('hello', 'initialize', handshake)
    for (let n = 0; n < 20; n++)
      server.request(n, 'tools/call', { name: 'memory_capture', arguments: { text: `note ${n}` } })
    server.request('last', 'tools/call', { name: 'memory_search', arguments: { question: 'note' } })
    server.end()
    const { code, messages, notes } = await server.ended()
    expect({ code, notes }).toEqual({ code: 0, notes: '' })
    expect(messages).toHaveLength(22)
    expect(messages.filter(({ error, result }) => error !== undefined || result.isError === true)).toEqual([])
    expect((await json(['stats', '--user', 'end'])).items).toBe(20)
  })

  it.each(['SIGTERM', 'SIGINT'] as const)('comes with %s, with the store closed', async (signal) => {
    const server = startRaw(home, ['--user', signal.toLowerCase()])
    server.request(1, 'initialize', handshake)
    server.request(2, 'tools/call', { name: 'memory_capture', arguments: { text: 'kept' } })
    await server.answer(2)
    server.request(3, 'tools/call', { name: 'memory_search', arguments: { question: 'kept' } })
    await server.answer(3)
    server.child.kill(signal)
    const { code, notes } = await server.ended()
    expect({ code, notes }).toEqual({ code: 0, notes: '' })
    // The log of reads is written when the store is closed.
    const { rows } = await json(['audit-log', '--user', signal.toLowerCase()])
    expect(rows.map(({ operation }: { operation: string }) => operation)).toEqual([
      'memory.search',
      'memory.capture',
    ])
    expect((await run(['doctor'])).code).toBe(0)
  })

  it('needs no client at all', async () => {
    const server = startRaw(home)
    server.end()
    expect(await server.ended()).toMatchObject({ code: 0, lines: [], notes: '' })
  })
})

describe('standard output', () => {
  it('carries protocol alone, whatever a package prints', async () => {
    const noisy = join(home, 'noisy.mjs')
    // Prints as soon as the server is at work, so that nothing here depends on time.
    writeFileSync(
      noisy,
      `const original = process.stdout.write
      setInterval(() => {
        if (process.stdout.write === original) return
        console.log('npm notice')
        process.stdout.write('partial ')
      }, 1).unref()`,
    )
    const server = startRaw(home, [], { NODE_OPTIONS: `--import ${pathToFileURL(noisy).href}` })
    server.request(0, 'initialize', handshake)
    for (let n = 1; n <= 20; n++) {
      server.request(n, 'tools/list')
      await server.answer(n)
    }
    server.end()
    const { lines, notes } = await server.ended()
    expect(lines.map((line) => JSON.parse(line).id)).toEqual(Array.from({ length: 21 }, (_, n) => n))
    expect(notes).toContain('npm notice')
  })

  it('stays empty where the store cannot be opened', async () => {
    const broken = join(home, 'broken')
    mkdirSync(broken)
    writeFileSync(join(broken, 'recollect.db'), 'this is no database, and was never one'.repeat(100))
    const server = startRaw(home, ['--home', broken])
    server.request(1, 'initialize', handshake)
    const { code, lines, notes } = await server.ended()
    expect({ code, lines }).toEqual({ code: 1, lines: [] })
    expect(notes).toMatch(/^recollect: .+\n {2}.+/)
  })
})
