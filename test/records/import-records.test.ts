import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openMemory } from '../../src/index.js'
import { temporaryFolder } from '../open-spine.js'

const fixtures = join(import.meta.dirname, '..', 'fixtures', 'memories')

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

/** The files of a folder, as a caller gives them. */
function filesIn(folder: string, below = ''): { path: string; content: Uint8Array }[] {
  return readdirSync(join(folder, below)).flatMap((name) => {
    const path = below === '' ? name : `${below}/${name}`
    return statSync(join(folder, path)).isDirectory()
      ? filesIn(folder, path)
      : [{ path, content: readFileSync(join(folder, path)) }]
  })
}

/** What records say, by name. */
async function said(memory = me) {
  const { records } = await memory.recordList({ limit: 200 })
  const whole = await Promise.all(records.map(({ id }) => memory.recordRead({ which: id })))
  return new Map(whole.map((record) => [record.name, record]))
}

const outcomeOf = ({
  added,
  updated,
  repeated,
  differs,
  forgotten,
  skipped,
}: Awaited<ReturnType<typeof me.recordImport>>) => ({
  added,
  updated,
  repeated,
  differs,
  forgotten,
  skipped,
})
const nothing = { added: 0, updated: 0, repeated: 0, differs: 0, forgotten: 0, skipped: 0 }

describe('a memory folder of Claude Code', () => {
  const files = filesIn(join(fixtures, 'claude-code'))

  it('becomes records: topic files, with what the index says of them, and the notes of the index', async () => {
    const report = await me.recordImport({ files })
    expect(report).toMatchObject({
      ...nothing,
      added: 5,
      skipped: 0,
      forms: [{ form: 'claude-code', files: 5 }],
    })
    expect(report.problems).toEqual([
      {
        path: 'project_release_freeze.md',
        line: 2,
        entry: null,
        reason: expect.stringMatching(/^front matter: .+; its fields were read line by line$/s),
      },
      {
        path: 'MEMORY.md',
        line: 7,
        entry: null,
        reason: 'the index: points to deploy_2024.md, which was not given or not read',
      },
    ])
    const records = await said()
    expect(records.get('user-role')).toMatchObject({
      type: 'user',
      description: 'Backend developer with ten years of Java, new to the mobile team and to Kotlin',
      body: expect.stringMatching(/^Ten years of Java on servers\.[\s\S]+on a server\.$/),
      origin: 'import',
      trust: 'observed',
      provenance: 'manual',
    })
    expect(records.get('Release freeze: mobile 4.2')).toMatchObject({ type: 'project' })
    expect(records.get('Bugs of the ingest pipeline')).toMatchObject({
      type: 'reference',
      description: 'tracker project BOAT, label `ingest`',
    })
    expect(records.get('Build')?.body).toBe(
      '- The app is built with `pnpm build`; npm breaks the lock file.\n- CI takes about nine minutes.',
    )
  })

  it('says before what would happen, and once more changes nothing', async () => {
    const dry = await me.recordImport({ files, dryRun: true })
    expect((await me.recordList({})).total).toBe(0)
    const { dryRun, ...done } = await me.recordImport({ files })
    expect({ ...done, dryRun: true }).toEqual(dry)
    expect(dryRun).toBe(false)
    const before = await said()
    expect(outcomeOf(await me.recordImport({ files }))).toEqual({ ...nothing, repeated: 5 })
    expect(outcomeOf(await me.recordImport({ files: [...files].reverse() }))).toMatchObject({ repeated: 5 })
    expect(await said()).toEqual(before)
  })

  it('leaves a record that says something else, and changes it when asked', async () => {
    await me.recordImport({ files })
    await me.recordUpdate({ which: 'user-role', body: 'Mine now.' })
    const left = await me.recordImport({ files })
    expect(outcomeOf(left)).toEqual({ ...nothing, repeated: 4, differs: 1 })
    expect(left.records).toEqual([
      expect.objectContaining({ name: 'user-role', outcome: 'differs', path: 'user_role.md' }),
    ])
    expect((await said()).get('user-role')?.body).toBe('Mine now.')
    expect(outcomeOf(await me.recordImport({ files, update: true, dryRun: true }))).toMatchObject({
      updated: 1,
    })
    expect(outcomeOf(await me.recordImport({ files, update: true }))).toMatchObject({
      updated: 1,
      repeated: 4,
    })
    expect((await said()).get('user-role')).toMatchObject({ revision: 3, trust: 'observed' })
  })

  it('does not bring back what was forgotten', async () => {
    await me.recordImport({ files })
    await me.recordDelete({ which: 'user-role', verify: false })
    expect(outcomeOf(await me.recordImport({ files, dryRun: true }))).toMatchObject({
      forgotten: 1,
      repeated: 4,
    })
    expect(outcomeOf(await me.recordImport({ files, update: true }))).toMatchObject({
      forgotten: 1,
      repeated: 4,
    })
    expect((await said()).has('user-role')).toBe(false)
  })
})

describe('a section of an index', () => {
  it('is described by what it says, and by its code where that is all', async () => {
    const code = '```sh\n# first\npnpm i\n```'
    const content = `# Build\n${code}\n# CI\n${code}\n- It takes nine minutes.\n`
    await me.recordImport({ files: [{ path: 'MEMORY.md', content }] })
    const records = await said()
    expect(records.get('Build')).toMatchObject({ description: '# first pnpm i', body: code })
    expect(records.get('CI')?.description).toBe('It takes nine minutes.')
  })
})

describe('Markdown of a person', () => {
  it('is named by front matter, heading or file, with its own date, whatever type it has there', async () => {
    const report = await me.recordImport({ files: filesIn(join(fixtures, 'notes')) })
    expect(report).toMatchObject({
      added: 3,
      skipped: 0,
      untyped: 3,
      forms: [{ form: 'markdown', files: 3 }],
    })
    const records = await said()
    expect(records.get('Travel by train')).toMatchObject({
      type: 'reference',
      createdAt: expect.stringMatching(/^2026-02-11T00:00/),
      description: 'A quiet coach, a table, facing forward.',
    })
    expect(records.get('router')?.description).toBe('The router is behind the books on the second shelf.')
    expect(records.get('咖啡机')).toMatchObject({ file: '咖啡机.md', description: '每月第一个周六除垢。' })
  })

  it('gets the type that is asked for where it says none', async () => {
    const files = [
      { path: 'a.md', content: 'I work in the mornings.' },
      { path: 'b.md', content: '---\ntype: project\n---\nThe attic.' },
    ]
    await me.recordImport({ files, type: 'user', asMine: true })
    const records = await said()
    expect(records.get('a')).toMatchObject({ type: 'user', origin: 'user', trust: 'stated' })
    expect(records.get('b')?.type).toBe('project')
  })

  it('keeps apart what has one name, and does so again', async () => {
    const files = [
      { path: 'a/plan.md', content: '# Plan\n\nPaint the attic.' },
      { path: 'b/plan.md', content: '# plan\n\nRepair the roof.' },
      { path: 'c/plan.md', content: '# Plan\n\nPaint the attic.' },
    ]
    expect(outcomeOf(await me.recordImport({ files }))).toMatchObject({ added: 2, repeated: 1 })
    expect([...(await said()).keys()].sort()).toEqual(['Plan', 'plan (2)'])
    expect(outcomeOf(await me.recordImport({ files }))).toMatchObject({ added: 0, differs: 0, repeated: 3 })
    for (const which of ['plan', 'plan-2']) await me.recordDelete({ which, verify: false })
    expect(outcomeOf(await me.recordImport({ files }))).toMatchObject({ added: 0, forgotten: 2, repeated: 1 })
  })

  it('loses none of one name that comes in another order, and changes none', async () => {
    const plan = (path: string, body: string) => ({ path, content: `---\nname: Plan\n---\n${body}\n` })
    const [attic, roof, cellar] = [plan('a.md', 'Attic'), plan('b.md', 'Roof'), plan('c.md', 'Cellar')]
    await me.recordImport({ files: [attic, roof] })
    const before = await said()
    for (const update of [false, true]) {
      const report = await me.recordImport({ files: [roof, attic], update })
      expect(outcomeOf(report)).toEqual({ ...nothing, repeated: 2 })
    }
    expect(await said()).toEqual(before)
    // What takes a place over does not count as there any more.
    await me.recordImport({ files: [cellar, attic, roof], update: true })
    expect([...(await said()).values()].map(({ body }) => body).sort()).toEqual(['Attic', 'Cellar', 'Roof'])
  })

  it('does not lose what a field of ours has no room for', async () => {
    const long = 'All of it matters. '.repeat(40).trim()
    await me.recordImport({ content: `---\nname: Long\ndescription: ${long}\n---\nBody.`, name: 'x.md' })
    const record = (await said()).get('Long')
    expect(record?.description.length).toBeLessThanOrEqual(300)
    expect(record?.body).toBe(`${long}\n\nBody.`)
  })
})

describe('an export of mem0', () => {
  it('becomes a record a memory, made when it was made there', async () => {
    const content = readFileSync(join(fixtures, 'mem0.json'))
    const report = await me.recordImport({ content })
    expect(report).toMatchObject({
      added: 2,
      repeated: 1,
      skipped: 0,
      untyped: 2,
      leftOut: [{ reason: 'empty memory', count: 1 }],
      forms: [{ form: 'mem0', files: 1 }],
    })
    const records = await said()
    expect(records.get('Is allergic to walnuts')).toMatchObject({
      description: 'Is allergic to walnuts. A reaction in 2019 needed a doctor.',
      body: '',
    })
    const tea = records.get('Prefers tea to coffee in the afternoon')
    expect(new Date(tea?.createdAt ?? '').toISOString()).toBe('2026-01-14T17:12:44.120Z')
    expect(outcomeOf(await me.recordImport({ content }))).toMatchObject({ added: 0, repeated: 3 })
  })
})

describe('an export with memories of several users', () => {
  const content = JSON.stringify({
    results: [
      { memory: 'Likes tea', user_id: 'ann' },
      { memory: 'Hates olives', user_id: 'ben' },
      { memory: 'Has two cats', user_id: 'ann' },
      { memory: 'Answers in French' },
    ],
  })
  const users = [
    { user: 'ann', memories: 2 },
    { user: 'ben', memories: 1 },
  ]

  it('says whose they are, and gives those of one when asked', async () => {
    expect(await me.recordImport({ content, dryRun: true })).toMatchObject({ added: 4, users })
    expect(await me.recordImport({ content, of: 'ann', asMine: true })).toMatchObject({
      added: 2,
      leftOut: [{ reason: 'memory of another user', count: 2 }],
      users,
    })
    const records = await said()
    expect([...records.keys()].sort()).toEqual(['Has two cats', 'Likes tea'])
    expect(records.get('Likes tea')?.trust).toBe('stated')
  })

  it('lets nobody vouch for the words of all', async () => {
    const files = [
      { path: 'all.json', content },
      { path: 'mine.json', content: '[{"memory":"Runs on Sundays","user_id":"ann"}]' },
    ]
    const report = await me.recordImport({ files, asMine: true })
    expect(report).toMatchObject({
      added: 1,
      skipped: 1,
      skippedBy: [{ reason: 'memories of several users', count: 1 }],
    })
    expect(report.problems[0]?.reason).toMatch(/^memories of several users: ann, ben; say with/)
    expect([...(await said()).keys()]).toEqual(['Runs on Sundays'])
  })

  it('goes out to the MCP memory server with each sentence once', async () => {
    await me.recordImport({ content, of: 'ben' })
    expect(await exported('server-memory')).toEqual([
      '{"type":"entity","name":"Hates olives","entityType":"reference","observations":["Hates olives"]}',
    ])
  })
})

describe('memories as JSON', () => {
  it('are read from a list, from lines and from one object, under any usual name', async () => {
    const contents = [
      '[{ "memory": "Prefers tea", "created_at": "2026-03-01" }]',
      '["Lives in Ghent"]',
      '{"text":"Plays the cello"}\n{"content":"Has two cats"}\n',
      '{"results":[{"data":"Runs on Sundays"}]}',
    ]
    for (const content of contents)
      expect(outcomeOf(await me.recordImport({ content }))).toMatchObject({ skipped: 0 })
    expect([...(await said()).keys()].sort()).toEqual([
      'Has two cats',
      'Lives in Ghent',
      'Plays the cello',
      'Prefers tea',
      'Runs on Sundays',
    ])
  })
})

describe('the file of the MCP memory server', () => {
  const content = readFileSync(join(fixtures, 'server-memory.jsonl'), 'utf8')

  it('comes back as it went in, with its cut last line told', async () => {
    const report = await me.recordImport({ content })
    expect(report).toMatchObject({ added: 3, skipped: 1, forms: [{ form: 'server-memory', files: 1 }] })
    expect(report.problems).toEqual([
      expect.objectContaining({ line: 6, reason: expect.stringMatching(/^not JSON/) }),
    ])
    const lines = content.split('\n').slice(0, 5)
    expect((await exported('server-memory')).sort()).toEqual(lines.sort())
    expect(outcomeOf(await me.recordImport({ content }))).toMatchObject({ added: 0, repeated: 3 })
  })

  it('keeps entities apart whose names differ in case, and relations of an entity that is not there', async () => {
    const lines = [
      '{"type":"entity","name":"go","entityType":"verb","observations":["moves"]}',
      '{"type":"entity","name":"Go","entityType":"language","observations":["has goroutines"]}',
      '{"type":"relation","from":"Nobody","to":"Go","relationType":"uses"}',
    ]
    const graph = lines.join('\n')
    expect(outcomeOf(await me.recordImport({ content: graph }))).toMatchObject({ added: 3 })
    expect([...(await said()).keys()].sort()).toEqual(['Go (2)', 'Nobody', 'go'])
    const again = await exported('server-memory')
    expect(again.map(withoutRecord).sort()).toEqual(lines.sort())
    expect(outcomeOf(await me.recordImport({ content: again.join('\n') }))).toMatchObject({
      repeated: 3,
      added: 0,
    })
  })
})

describe('an import where records are kept in a folder', () => {
  it('gives the same records as files, made when they were made, and once more changes none', async () => {
    const home = await temporaryFolder()
    const files = filesIn(fixtures)
    const kept = await openMemory({ home, embedder: 'off', records: 'folder' })
    const mine = kept.as({})
    expect(outcomeOf(await mine.recordImport({ files }))).toMatchObject({ added: 13, differs: 0 })
    const before = filesIn(join(home, 'records')).map(({ path, content }) => [
      path,
      Buffer.from(content).toString(),
    ])
    expect(before.map(([path]) => path)).toContain('咖啡机.md')
    const walnuts = before.find(([path]) => path === 'is-allergic-to-walnuts.md')
    expect(walnuts?.[1]).toContain('created: "2026-02-02T18:40:00.000Z"')
    expect(outcomeOf(await mine.recordImport({ files }))).toMatchObject({
      added: 0,
      repeated: 14,
      differs: 0,
    })
    const after = filesIn(join(home, 'records')).map(({ path, content }) => [
      path,
      Buffer.from(content).toString(),
    ])
    expect(after).toEqual(before)
    // The folder itself is Markdown, and says nothing new.
    const own = filesIn(join(home, 'records')).filter(({ path }) => path.endsWith('.md'))
    expect(outcomeOf(await mine.recordImport({ files: own }))).toMatchObject({ repeated: 13, skipped: 0 })
    await me.recordImport({ files })
    expect([...(await said(mine)).keys()].sort()).toEqual([...(await said()).keys()].sort())
    await kept.close()
  })
})

async function exported(format: 'markdown' | 'server-memory', memory = me): Promise<string[]> {
  const { lines } = await memory.recordExport({ format })
  const found: string[] = []
  for await (const line of lines) found.push(line.trimEnd())
  return found
}

function withoutRecord(line: string): string {
  const { record: _, ...rest } = JSON.parse(line) as Record<string, unknown>
  return JSON.stringify(rest)
}
