import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeZip } from '../imports/make-zip.js'
import { fixture, fixtures } from '../imports/read-entries.js'
import { useRecollectHere } from './recollect-here.js'

const { run, json, home } = useRecollectHere()

let users = 0
/** Imports as a user of their own, whose memory is empty. */
function fresh() {
  const user = `user${++users}`
  return {
    user,
    take: (...argv: string[]) => run(['import', ...argv, '--user', user]),
    takeJson: (...argv: string[]) => json(['import', ...argv, '--user', user]),
    items: async () => (await json(['stats', '--user', user])).items as number,
  }
}

interface Said {
  readonly origin: string
  readonly turn: { readonly speaker: string; readonly session: string }
}

const WHOLE = 'claude-code/-home-ann-harbour/9b2e7f10-4c55-4a1d-8e21-5f6a7b8c9d0e'
const folderOf = () => mkdtempSync(join(home, 'import-'))
const zipOf = (...entries: Parameters<typeof makeZip>) => {
  const file = join(folderOf(), 'export.zip')
  writeFileSync(file, makeZip(...entries))
  return file
}
const line = (content: string) => `${JSON.stringify({ role: 'user', content })}\n`
const chatgpt = fixture('chatgpt-conversations.json').toString()

describe('importing a folder', () => {
  it('takes every file that is a conversation or a note, and says what of what', async () => {
    const { take, takeJson, items } = fresh()
    const report = await takeJson(fixtures)
    expect(
      report.files.map(({ file, format }: { file: string; format: string }) => `${format} ${file}`),
    ).toEqual([
      'ai-sdk ai-sdk/chat.json',
      'ai-sdk ai-sdk/messages-v4.json',
      'chat-text chat.txt',
      'chatgpt chatgpt-conversations.json',
      'claude-ai claude-ai-conversations.json',
      'claude-code claude-code/-home-ann-harbour/4f1c2a9b-7d11-4e02-9a55-1c2d3e4f5a6b.jsonl',
      `claude-code ${WHOLE}/subagents/agent-a748733.jsonl`,
      `claude-code ${WHOLE}.jsonl`,
      'codex codex/2026/03/06/rollout-2026-03-06T07-00-00-019cbf10-2a40-79e2-8351-8818e8487fb6.jsonl',
      'codex codex/rollout-bare.jsonl',
      'codex codex/rollout-whole.json',
      'discord discord/Sailors - knots [222].json',
      'discord discord/package/messages/c200/messages.json',
      'discord discord/package/messages/c300/messages.csv',
      'messages messages/anthropic.json',
      'messages messages/openai.json',
      'messages messages/requests.jsonl',
      'slack slack/D0HARBOUR/2026-03-04.json',
      'slack slack/general/2026-03-04.json',
      'slack slack/general/2026-03-05.json',
      'telegram telegram/all.json',
      'telegram telegram/result.json',
      'chat-text whatsapp-android.txt',
      'chat-text whatsapp-iphone.txt',
      'note notes/broken.md',
      'note notes/plan.md',
      'note notes/trips/lisbon.md',
      'note notes/trips/rule.md',
    ])
    expect(report).toMatchObject({ messages: 68, notes: 4, events: 33, added: 103, repeated: 2, skipped: 1 })
    expect(await items()).toBe(103)
    const again = await take(fixtures)
    expect(again).toMatchObject({ code: 0, notes: '' })
    expect(again.out).toMatch(/^68 messages and 33 events and 4 notes from 28 files, 1 May 2021 to /)
    expect(again.out).toMatch(/105 {2}were there already/)
    expect(again.out).toMatch(/1 {2}skipped/)
    expect(again.out).toContain('tool call × 4')
    expect(again.out).toMatch(/1 {2}secret or private span masked/)
    expect(again.out).toMatch(/notes\/broken\.md, line 2: front matter not read/)
    expect(again.out).toContain('--month-first')
  })

  it('keeps the tags of notes, and their times where they tell none', async () => {
    const { take, user } = fresh()
    await take(join(fixtures, 'notes'))
    const { items } = await json(['thoughts', '--tag', 'harbour', '--user', user])
    expect(items).toMatchObject([
      { occurredAt: '2026-02-03T08:12:00Z', tags: ['harbour', 'project/phase-2'] },
    ])
  })

  it('stays inside: no link is followed, nothing goes in a circle, what is hidden stays so (S27)', async () => {
    const { takeJson, items } = fresh()
    const folder = folderOf()
    const outside = folderOf()
    writeFileSync(join(outside, 'secret.jsonl'), line('outside'))
    mkdirSync(join(folder, 'in'))
    mkdirSync(join(folder, '.hidden'))
    writeFileSync(join(folder, '.hidden', 'a.jsonl'), line('hidden'))
    writeFileSync(join(folder, '.b.jsonl'), line('hidden too'))
    writeFileSync(join(folder, 'in', 'a.jsonl'), line('inside'))
    symlinkSync(outside, join(folder, 'out'))
    symlinkSync(join(outside, 'secret.jsonl'), join(folder, 'secret.jsonl'))
    symlinkSync('..', join(folder, 'in', 'up'))
    symlinkSync('nowhere', join(folder, 'in', 'dangling'))
    expect(await takeJson(folder)).toMatchObject({
      added: 1,
      files: [{ file: 'in/a.jsonl' }],
      leftOut: [
        { reason: 'link, which is not followed', count: 4 },
        { reason: 'hidden file or folder', count: 2 },
      ],
    })
    expect(await items()).toBe(1)
  })

  // Nothing is closed to root.
  it.skipIf(process.getuid?.() === 0)(
    'reports a folder that it may not look into, and takes the rest',
    async () => {
      const { takeJson } = fresh()
      const folder = folderOf()
      mkdirSync(join(folder, 'closed'), 0o000)
      writeFileSync(join(folder, 'open.jsonl'), line('open'))
      const report = await takeJson(folder).finally(() => chmodSync(join(folder, 'closed'), 0o700))
      expect(report).toMatchObject({
        added: 1,
        skippedBy: [{ reason: 'file', count: 1 }],
        problems: [{ file: 'closed', reason: expect.stringContaining('no permission') }],
      })
    },
  )

  it('leaves the notes that an agent keeps beside its sessions', async () => {
    const { takeJson } = fresh()
    const folder = folderOf()
    cpSync(join(fixtures, 'claude-code'), folder, { recursive: true })
    mkdirSync(join(folder, '-home-ann-harbour', 'memory'))
    writeFileSync(join(folder, '-home-ann-harbour', 'memory', 'MEMORY.md'), '# What I know of Ann\n')
    writeFileSync(join(folder, 'mine.md'), '# Mine\n')
    expect(await takeJson(folder, '--as-mine')).toMatchObject({
      messages: 8,
      notes: 1,
      leftOut: expect.arrayContaining([
        { reason: 'note of an agent', count: 1 },
        { reason: 'output of a tool beside its session', count: 1 },
      ]),
    })
  })

  it('calls people and channels by what the export says of them, in a folder as in a zip', async () => {
    const names = [
      'users.json',
      'channels.json',
      'dms.json',
      'D0HARBOUR/2026-03-04.json',
      'general/2026-03-04.json',
      'general/2026-03-05.json',
    ]
    const zip = zipOf(names.map((name) => ({ name: `export/${name}`, content: fixture(`slack/${name}`) })))
    for (const path of [join(fixtures, 'slack'), zip]) {
      const { take, takeJson, user } = fresh()
      expect(await takeJson(path, '--dry-run')).toMatchObject({
        leftOut: expect.arrayContaining([{ reason: 'names of an export', count: 3 }]),
      })
      const told = await take(path, '--me', 'ann berg', '--as-mine')
      expect(told.out).toContain('slack  2 added')
      const { hits } = await json(['search', 'lunch pier times tides', '--user', user])
      expect(
        hits.map(({ origin, turn }: Said) => `${origin} ${turn.speaker} in ${turn.session}`).sort(),
      ).toEqual([
        'import Jonas Vik in Ann, Jonas Vik',
        'import Jonas Vik in general, thread of 2026-03-04 09:01',
        'user Ann in general, thread of 2026-03-04 09:01',
      ])
    }
    const { take, user } = fresh()
    await take(join(fixtures, 'discord'))
    const { hits } = await json(['search', 'storm buoy', '--user', user])
    expect(hits[0].turn.session).toBe('general in Sailors')
  })

  it('goes on behind a file that cannot be read, and says which', async () => {
    const { takeJson } = fresh()
    const folder = folderOf()
    writeFileSync(join(folder, 'a.jsonl'), line('first'))
    writeFileSync(join(folder, 'b.jsonl'), line('x'.repeat(20_000)))
    writeFileSync(join(folder, 'c.bin'), Buffer.from([0, 1, 2]))
    writeFileSync(join(folder, 'd.jsonl'), line('last'))
    const report = await takeJson(folder, '--max-mb', '0.01')
    expect(report).toMatchObject({
      added: 2,
      skipped: 1,
      problems: [{ file: 'b.jsonl', line: null, entry: null, reason: expect.stringContaining('more than') }],
      leftOut: [{ reason: 'file of no known format', count: 1 }],
    })
  })

  it('says so when it holds nothing to import', async () => {
    const { take } = fresh()
    const folder = folderOf()
    writeFileSync(join(folder, 'c.bin'), Buffer.from([0, 1, 2]))
    expect(await take(folder)).toMatchObject({
      code: 1,
      notes: expect.stringContaining('None of its files is a conversation or a note'),
    })
  })

  it('predicts in a dry run what it then does', async () => {
    const { takeJson, items } = fresh()
    const predicted = await takeJson(fixtures, '--dry-run')
    expect(await items()).toBe(0)
    expect({ ...(await takeJson(fixtures)), dryRun: true }).toEqual(predicted)
  })
})

describe('importing a zip', () => {
  it('takes the conversations of an export, in one file or in parts, and leaves the rest', async () => {
    const [cake, reminder] = JSON.parse(chatgpt) as unknown[]
    const { takeJson } = fresh()
    const file = zipOf([
      { name: 'chat.html', content: '<html><body>hello</body></html>' },
      { name: 'conversations-001.json', content: JSON.stringify([reminder]) },
      { name: 'conversations-000.json', content: JSON.stringify([cake]) },
      { name: 'dalle/picture.png', content: Buffer.from([0x89, 0x50, 0, 0]) },
      { name: 'user.json', content: '{"id":"u","email":"ann@example.org"}' },
      { name: '__MACOSX/._user.json', content: 'x' },
    ])
    expect(await takeJson(file)).toMatchObject({
      added: 7,
      sessions: 2,
      files: [{ file: 'conversations-000.json' }, { file: 'conversations-001.json' }],
      leftOut: expect.arrayContaining([
        { reason: 'file of no known format', count: 3 },
        { reason: 'hidden file or folder', count: 1 },
      ]),
    })
    // The same messages from an unpacked export are known.
    const whole = join(folderOf(), 'conversations.json')
    writeFileSync(whole, chatgpt)
    expect(await takeJson(whole)).toMatchObject({ added: 0, repeated: 7 })
  })

  it('names a chat of WhatsApp after the zip it came in', async () => {
    const { take, user } = fresh()
    const file = join(folderOf(), 'WhatsApp Chat - Jonas.zip')
    writeFileSync(file, makeZip([{ name: '_chat.txt', content: fixture('whatsapp-iphone.txt') }]))
    await take(file, '--me', 'Ann', '--as-mine')
    const { hits } = await json(['search', 'thermos', '--user', user])
    expect(hits[0]).toMatchObject({ origin: 'import', turn: { session: 'WhatsApp Chat - Jonas' } })
  })

  it.each<[string, Parameters<typeof makeZip>[0], string]>([
    ['is encrypted', [{ name: 'conversations.json', content: chatgpt, isEncrypted: true }], 'is encrypted'],
    ['swells', [{ name: 'a.json', content: line('x').padEnd(9_000_000) }], 'would become 9.0 MB'],
    [
      'has entries that share their bytes',
      Array.from({ length: 50 }, (_, n) => ({ name: `${n}.json`, content: chatgpt, isOverlapping: n > 0 })),
      'entries overlap',
    ],
    [
      'would write outside of itself',
      [{ name: '../../conversations.json', content: chatgpt }],
      'invalid relative path',
    ],
    ['names an absolute path', [{ name: '/etc/conversations.json', content: chatgpt }], 'absolute path'],
  ])('refuses one that %s, before anything of it is read', async (_name, entries, message) => {
    const { take, items } = fresh()
    const refused = await take(zipOf([{ name: 'first.jsonl', content: line('first') }, ...entries]))
    expect(refused.code).not.toBe(0)
    expect(refused.notes).toContain(message)
    expect(await items()).toBe(0)
  })

  it('takes no more out of one than ten files may have, all together', async () => {
    const { take } = fresh()
    const entries = Array.from({ length: 30 }, (_, n) => ({
      name: `${n}.jsonl`,
      content: line(`${n} `.repeat(2_000)),
    }))
    const stopped = await take(zipOf(entries), '--max-mb', '0.008')
    expect(stopped).toMatchObject({
      code: 1,
      notes: expect.stringContaining('more than may come out of one zip'),
    })
  })

  it('says what is wrong with a damaged one', async () => {
    const { take } = fresh()
    const file = join(folderOf(), 'torn.zip')
    writeFileSync(file, makeZip([{ name: 'a.jsonl', content: line('x') }]).subarray(0, 40))
    expect(await take(file)).toMatchObject({
      code: 2,
      notes: expect.stringContaining('cannot be read as a zip'),
    })
  })

  it.each([
    ['has another checksum', { checksum: 1 }, 'its checksum does not match'],
    ['becomes more than it said', { claimedBytes: 30 }, 'too many bytes'],
  ])('reports an entry that %s, and takes the rest', async (_name, headers, reason) => {
    const { takeJson } = fresh()
    const file = zipOf([
      { name: 'damaged.jsonl', content: line('y'.repeat(50_000)), ...headers },
      { name: 'whole.jsonl', content: line('whole') },
    ])
    expect(await takeJson(file)).toMatchObject({
      skippedBy: [{ reason: 'file', count: 1 }],
      problems: [{ file: 'damaged.jsonl', reason: expect.stringContaining(reason) }],
      files: [{ file: 'whole.jsonl', added: 1 }],
    })
  })

  it('writes nothing to disk but the memory', async () => {
    const { take } = fresh()
    const folder = folderOf()
    writeFileSync(join(folder, 'x.zip'), makeZip([{ name: 'deep/in/a.jsonl', content: line('streamed') }]))
    expect((await take(join(folder, 'x.zip'))).code).toBe(0)
    expect(readdirSync(folder)).toEqual(['x.zip'])
  })
})

describe('importing one file', () => {
  it('says what was seen where it is no format, and lists them', async () => {
    const { take } = fresh()
    const file = join(folderOf(), 'data.json')
    writeFileSync(file, '{"volume":3}')
    const refused = await take(file)
    expect(refused.code).toBe(2)
    expect(refused.notes).toContain('JSON with volume')
    for (const name of [
      'json-lines',
      'claude-code',
      'codex',
      'chatgpt',
      'ai-sdk',
      'slack',
      'telegram',
      'discord',
      'note',
    ])
      expect(refused.notes).toContain(name)
  })

  it('takes a format that is forced, and refuses one that there is not', async () => {
    const { takeJson, take } = fresh()
    const file = join(folderOf(), 'thought.txt')
    writeFileSync(file, 'just a thought')
    expect(await takeJson(file, '--format', 'note')).toMatchObject({ notes: 1, added: 1 })
    expect(await take(file, '--format', 'chatgbt')).toMatchObject({
      code: 2,
      notes: expect.stringContaining('did you mean chatgpt'),
    })
  })

  it('reads dates in the order it is told', async () => {
    const { takeJson } = fresh()
    const file = join(fixtures, 'whatsapp-android.txt')
    expect((await takeJson(file)).firstAt).toBe('2026-03-01T10:15:00.000Z')
    expect((await takeJson(file, '--month-first')).firstAt).toBe('2026-01-03T10:15:00.000Z')
    expect((await fresh().take(file, '--month-first', '--day-first')).code).toBe(2)
  })

  it('refuses a file over the limit, with the way to raise it', async () => {
    const { take } = fresh()
    const file = join(folderOf(), 'a.jsonl')
    writeFileSync(file, line('x').repeat(1_000))
    expect(await take(file, '--max-mb', '0.02')).toMatchObject({
      code: 1,
      notes: expect.stringContaining('--max-mb'),
    })
    expect((await take(file, '--max-mb', '0')).code).toBe(2)
  })

  it('follows a link that a person names', async () => {
    const { takeJson } = fresh()
    const folder = folderOf()
    cpSync(join(fixtures, 'chat.txt'), join(folder, 'real.txt'))
    symlinkSync('real.txt', join(folder, 'link.txt'))
    expect(await takeJson(join(folder, 'link.txt'))).toMatchObject({ added: 4 })
  })
})
