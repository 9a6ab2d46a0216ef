import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { mcpClients } from '../../src/cli/client-config.js'
import { program, useRecollect } from './recollect.js'
import { useRecollectHere } from './recollect-here.js'

// Its settings start the built program.
useRecollect()
const { run, json, home } = useRecollectHere()

describe('init', () => {
  it('makes the store, says where it is and what to do next', async () => {
    const place = join(home, 'new')
    const { code, out, notes } = await run(['init', '--home', place])
    expect({ code, notes }).toEqual({ code: 0, notes: '' })
    expect(out).toContain(`Your memory is ready.\n   ${place}\n`)
    for (const next of ['capture', 'import', 'search', 'init --client'])
      expect(out).toContain(`recollect ${next}`)
    expect(existsSync(join(place, 'recollect.db'))).toBe(true)
  })

  it('says that a store is there already, and healthy', async () => {
    const place = join(home, 'used')
    await run(['capture', 'one note', '--home', place])
    expect((await run(['init', '--home', place])).out).toContain('Your memory is there and healthy: 1 item.')
    expect(await json(['init', '--home', place])).toMatchObject({
      home: place,
      file: join(place, 'recollect.db'),
      created: false,
      healthy: true,
      items: 1,
      server: { command: process.execPath, args: [program, 'mcp'], env: { RECOLLECT_HOME: place } },
    })
  })

  it('says what is wrong with a file that is no store, and leaves it alone', async () => {
    const place = join(home, 'foreign')
    mkdirSync(place)
    writeFileSync(join(place, 'recollect.db'), 'not a database, but a person’s own file')
    const { code, notes } = await run(['init', '--home', place])
    expect(code).toBe(1)
    expect(notes).toMatch(/^recollect: .+\n {2}.+\n$/)
    expect(readdirSync(place)).toEqual(['recollect.db'])
  })

  it.each(mcpClients)(
    'prints the settings of %s alone, and says beside them where they go',
    async (client) => {
      const { code, out, notes } = await run(['init', '--client', client, '--user', 'ann'])
      expect(code).toBe(0)
      expect(out).toContain(JSON.stringify(program).replaceAll('"', ''))
      expect(out).toMatch(/"mcp",?\s+"--user",?\s+"ann"/)
      expect(notes).toContain('put this into')
      if (client !== 'codex') expect(() => JSON.parse(out)).not.toThrow()
      const answer = await json(['init', '--client', client, '--user', 'ann'])
      expect(answer.client).toMatchObject({ name: client, text: out.trimEnd() })
    },
  )

  it('prints the settings for a server at an address, and what a client cannot', async () => {
    const line = ['init', '--client', 'codex', '--url', 'http://127.0.0.1:4114/mcp']
    const { code, out, notes } = await run(line)
    expect(code).toBe(0)
    expect(out).toContain('url = "http://127.0.0.1:4114/mcp"')
    expect(notes.replaceAll(/\s+/g, ' ')).toContain('RECOLLECT_KEY of the environment of Codex')
    for (const [client, url] of [
      ['claude-desktop', 'http://127.0.0.1:4114/mcp'],
      ['codex', 'file:///etc/passwd'],
    ])
      expect(await run(['init', '--client', client ?? '', '--url', url ?? ''])).toMatchObject({
        code: 2,
        out: '',
      })
  })

  it('writes into no other program’s files', async () => {
    const person = join(home, 'person')
    mkdirSync(person, { recursive: true })
    chmodSync(person, 0o500)
    for (const client of mcpClients) await run(['init', '--client', client, '-q'])
    expect(readdirSync(person)).toEqual([])
    chmodSync(person, 0o700)
  })
})
