import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openMemory } from '../../src/index.js'
import { temporaryFolder } from '../open-spine.js'

let engine: Awaited<ReturnType<typeof openMemory>>
let users = 0
let me: ReturnType<typeof engine.as>
beforeAll(async () => {
  engine = await openMemory({ home: await temporaryFolder(), embedder: 'off' })
})
afterAll(() => engine.close())
beforeEach(() => {
  me = engine.as({ user: `user${++users}` })
})

/** What records say, by name. */
async function said() {
  const { records } = await me.recordList({ limit: 200 })
  const whole = await Promise.all(records.map(({ id }) => me.recordRead({ which: id })))
  return new Map(whole.map((record) => [record.name, record]))
}

describe('what is wrong with one file never stops the rest', () => {
  it('tells each with its place', async () => {
    const nested = `---\na: ${'['.repeat(2_000)}\n---\nDeep.`
    const files = [
      { path: 'bytes.md', content: new Uint8Array([35, 32, 0xff, 0xfe, 10]) },
      { path: 'nul.md', content: 'a\0b' },
      { path: 'huge.md', content: 'x'.repeat(200_000) },
      { path: 'long.md', content: `# Long\n\n${'x'.repeat(70_000)}` },
      { path: 'empty.md', content: ' \n' },
      { path: 'colon.md', content: '---\ntitle: Plan: phase 2\ntype: project\n---\nGo.' },
      { path: 'open.md', content: '---\ntitle: Never closed\n\nText.' },
      { path: 'deep.md', content: nested },
      { path: 'alias.md', content: '---\nname: Aliased\na: &a x\nother: *a\n---\nText.' },
      { path: 'image.png', content: new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0]) },
      { path: 'chat.jsonl', content: '{"role":"user","content":"hi"}' },
      { path: 'mem.json', content: '[{"memory":"Fine"},{"nothing":1},{"memory":"Also fine"' },
      { path: 'late.md', content: '# Late\n\nStill read.' },
    ]
    const report = await me.recordImport({ files })
    const places = report.problems.map(({ path, line, entry }) => [path, line, entry])
    expect(places).toEqual(
      expect.arrayContaining([
        ['bytes.md', null, null],
        ['nul.md', null, null],
        ['huge.md', null, null],
        ['long.md', null, null],
        ['colon.md', 2, null],
        ['open.md', 1, null],
        ['deep.md', expect.any(Number), null],
        ['alias.md', 4, null],
        ['mem.json', null, 2],
        ['mem.json', null, 3],
      ]),
    )
    const names = [...(await said()).keys()].sort()
    expect(names).toEqual(['Fine', 'Late', 'Plan: phase 2', 'Aliased', 'deep', 'open'].sort())
    expect((await said()).get('Plan: phase 2')).toMatchObject({ type: 'project', body: 'Go.' })
    expect(report.leftOut.map(({ reason }) => reason).sort()).toEqual([
      'conversation',
      'empty file',
      'file of no known form',
    ])
  })

  it('looks through ten thousand files, half of which want one name', async () => {
    async function* files() {
      for (let n = 0; n < 10_000; n++)
        yield {
          path: `${n % 100}/note-${n}.md`,
          content: n % 2 === 0 ? `# Note\n\nNumber ${n}` : `# Note ${n}\n\nBody`,
        }
    }
    const report = await me.recordImport({ files: files(), dryRun: true })
    expect(report).toMatchObject({ found: 10_000, added: 10_000, skipped: 0 })
    expect(report.records).toHaveLength(200)
  }, 120_000)

  it('takes a path for a name and nothing else', async () => {
    const paths = [
      '../../etc/passwd.md',
      '/etc/shadow.md',
      'C:\\boot.md',
      '..\\up.md',
      'a\0b.md',
      '.md',
      '-rf.md',
    ]
    const files = paths.map((path, index) => ({ path, content: `Note ${index}` }))
    const report = await me.recordImport({
      files: [...files, { path: '../MEMORY.md', content: '- [x](../../x.md) — y' }],
    })
    expect(report.added + report.skipped).toBeGreaterThanOrEqual(paths.length)
    const { records } = await me.recordList({ limit: 50 })
    for (const { file } of records) expect(file).toMatch(/^[\p{L}\p{N}-]+\.md$/u)
  })

  it('refuses what is no list of files, and a single file that is no memory, with what to do', async () => {
    await expect(me.recordImport({ files: ['a.md'] as never })).rejects.toMatchObject({
      code: 'invalid_input',
    })
    await expect(me.recordImport({ files: [{ path: 'a.md' }] as never })).rejects.toThrow(/files\.0: content/)
    await expect(me.recordImport({ content: '{"role":"user","content":"hi"}' })).rejects.toMatchObject({
      code: 'invalid_input',
      hint: expect.stringContaining('recollect import'),
    })
    await expect(me.recordImport({ content: 'x', files: [] })).rejects.toMatchObject({
      code: 'invalid_input',
    })
    await expect(me.recordImport({})).rejects.toMatchObject({ code: 'invalid_input' })
  })

  it('says of an agent that it may not', async () => {
    const agent = engine.as({ user: 'ann', agent: 'helper' })
    await expect(agent.recordImport({ files: [] })).rejects.toMatchObject({ code: 'denied' })
    await expect(agent.recordExport({})).rejects.toMatchObject({ code: 'denied' })
  })

  it('stops between two records when asked, and goes on with the same call', async () => {
    const files = Array.from({ length: 150 }, (_, n) => ({ path: `${n}.md`, content: `Note number ${n}` }))
    const stop = new AbortController()
    const stopped = me.recordImport({ files }, { signal: stop.signal, progress: () => stop.abort() })
    await expect(stopped).rejects.toThrow()
    const { total } = await me.recordList({})
    expect(total).toBeGreaterThan(0)
    expect(total).toBeLessThan(150)
    expect(await me.recordImport({ files })).toMatchObject({ added: 150 - total, repeated: total })
  })
})
