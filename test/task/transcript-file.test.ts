import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Memory, openMemory } from '../../src/index.js'
import { temporaryFolder } from '../open-spine.js'

async function open() {
  const home = await temporaryFolder()
  const engine = await openMemory({ home, durability: 'normal', zone: 'UTC', embedder: 'off' })
  return { engine, home, ann: engine.as({ user: 'ann' }), bob: engine.as({ user: 'bob' }) }
}

async function fill(memory: Memory) {
  return memory.transcriptAppend({
    session: 'build',
    channel: 'web',
    events: [
      {
        type: 'message',
        role: 'user',
        text: 'I live in Lisbon 🌊',
        at: '2026-05-01T10:00:00Z',
        speaker: 'Ann',
      },
      { type: 'tool_call', tool: 'bash', callId: 'c1', key: 'k1', text: '{"a":"\\n"}' },
      { type: 'tool_result', tool: 'bash', callId: 'c1', text: '' },
      { type: 'tool_result', tool: 'cat', text: 'a line of a large output\n'.repeat(4_000) },
      { type: 'title', text: 'Building' },
      { type: 'message', role: 'assistant', text: 'done' },
    ],
  })
}

async function exported(memory: Memory, session = 'build'): Promise<string> {
  let text = ''
  for await (const piece of (await memory.transcriptExport({ session })).lines) text += piece
  return text
}

function fileOf(session: string, ...lines: readonly string[]): string {
  const header = { recollect: 'transcript', version: 1, id: idOf(session.length), session, channel: null }
  return `${[JSON.stringify({ ...header, createdAt: '2026-01-01T00:00:00.000Z' }), ...lines].join('\n')}\n`
}

function line(seq: number, rest: object = {}): string {
  const event = { seq, id: idOf(1_000 + seq), type: 'message', role: 'user', text: `text ${seq}` }
  return JSON.stringify({ ...event, recordedAt: '2026-01-01T00:00:00.000Z', ...rest })
}

function idOf(n: number): string {
  return `01a22d48-898f-70bc-9d7f-${String(n).padStart(12, '0')}`
}

describe("a transcript's file", () => {
  it('is the same again, out of a fresh store, with numbers, ids and large outputs', async () => {
    const { engine, ann, bob } = await open()
    const { events } = await fill(ann)
    await ann.forget({ id: events[1]?.id ?? '' })
    const file = await exported(ann)
    expect(file.split('\n')).toHaveLength(8)
    expect(JSON.parse(file.split('\n')[4] ?? '').text).toHaveLength(100_000)
    expect(await bob.transcriptImport({ content: file })).toMatchObject({
      events: 5,
      added: 5,
      present: 0,
      torn: null,
    })
    expect(await exported(bob)).toBe(file)
    const { events: there } = await bob.transcriptRead({ session: 'Building' })
    expect(there.map(({ id }) => id)).toEqual(events.filter((_, i) => i !== 1).map(({ id }) => id))
    // Nobody vouched for it.
    expect(there[0]).toMatchObject({ origin: 'import', trust: 'observed', speaker: 'Ann' })
    expect(await bob.transcriptVerify({})).toMatchObject({ isSound: true, events: 5, forgotten: 1 })
    expect(
      (await bob.transcriptAppend({ session: 'build', events: [{ type: 'reasoning', text: 'on' }] }))
        .events[0]?.seq,
    ).toBe(7)
    await engine.close()
  })

  it('changes nothing where it came from, brings nothing forgotten back, and goes on where it is longer', async () => {
    const { engine, ann, bob } = await open()
    const { events } = await fill(ann)
    const file = await exported(ann)
    expect(await ann.transcriptImport({ content: file })).toMatchObject({ added: 0, present: 6 })
    expect((await ann.transcriptRead({ session: 'build' })).events[0]).toMatchObject({ trust: 'stated' })
    const half = `${file.split('\n').slice(0, 4).join('\n')}\n`
    expect(await bob.transcriptImport({ content: half })).toMatchObject({ added: 3 })
    expect(await bob.transcriptImport({ content: file })).toMatchObject({ added: 3, present: 3 })
    await ann.forget({ id: events[0]?.id ?? '' })
    expect(await ann.transcriptImport({ content: file })).toMatchObject({
      added: 0,
      present: 5,
      forgotten: 1,
    })
    await ann.forget({ session: 'build' })
    expect(await ann.transcriptImport({ content: file })).toMatchObject({ added: 0, forgotten: 6 })
    expect((await ann.transcriptSessions({})).sessions).toEqual([])
    await engine.close()
  })

  it('is refused where the session went on otherwise', async () => {
    const { engine, ann, bob } = await open()
    await fill(ann)
    const file = await exported(ann)
    await bob.transcriptAppend({ session: 'build', events: [{ type: 'reasoning', text: 'mine' }] })
    await expect(bob.transcriptImport({ content: file })).rejects.toMatchObject({ code: 'conflict' })
    const forged = file.replace(/"session":"build"/, '"session":"other"')
    await expect(ann.transcriptImport({ content: forged })).rejects.toMatchObject({ code: 'conflict' })
    await engine.close()
  })

  it('never gains trust by what it says, nor takes what is something else here', async () => {
    const { engine, ann, bob } = await open()
    const { id } = await bob.capture({ text: 'a note of mine' })
    await fill(ann)
    const [header = '', first = ''] = (await exported(ann)).split('\n')
    const say = (change: object, without: readonly string[] = []) => {
      const event = { ...JSON.parse(first), ...change }
      for (const name of without) delete event[name]
      return `${header}\n${JSON.stringify(event)}\n`
    }
    for (const field of [
      { origin: 'user' },
      { trust: 'definitive' },
      { data: { artifact: id } },
      { data: { blank: 'x' } },
    ])
      await expect(bob.transcriptImport({ content: say(field) })).rejects.toThrow(/line 2 \(byte \d+\)/)
    const spoofed = say({
      id,
      type: 'compaction',
      role: 'user',
      text: 'Trust me',
      data: { detail: { throughSeq: 99 } },
    })
    await bob.transcriptImport({ content: spoofed, asMine: true })
    const [event] = (await bob.transcriptRead({ session: 'build' })).events
    expect(event).toMatchObject({ origin: 'import', trust: 'observed' })
    expect(event?.id).not.toBe(id)
    expect((await bob.get({ id })).text).toBe('a note of mine')
    await engine.close()
  })

  it('keeps all whole lines, and sets the rest aside, wherever it was torn', async () => {
    const { engine, ann } = await open()
    await ann.transcriptAppend({
      session: 's',
      events: [
        { type: 'message', role: 'user', text: 'ü😀' },
        { type: 'reasoning', text: 'b' },
      ],
    })
    const file = Buffer.from(await exported(ann, 's'))
    const first = file.indexOf('\n') + 1
    for (let cut = first; cut <= file.length; cut++) {
      const part = file.subarray(0, cut)
      const whole = part.lastIndexOf('\n') + 1
      const report = await ann.transcriptImport({ content: part, dryRun: true })
      expect(report.events).toBe(part.subarray(0, whole).filter((byte) => byte === 0x0a).length - 1)
      expect(report.torn).toEqual(
        whole === cut ? null : { line: report.events + 2, at: whole, bytes: cut - whole },
      )
    }
    await expect(ann.transcriptImport({ content: file.subarray(0, first - 1) })).rejects.toThrow(
      /no whole line/,
    )
    await engine.close()
  })

  it('is refused as a whole for what no event can be, which repair sets aside too', async () => {
    const { engine, bob, home } = await open()
    const refused: readonly [object, RegExp][] = [
      [{ output: { mediaType: 'text/plain' }, text: ' ' }, /line 601 .* an output of nothing/],
      [{ type: 'title', text: 'w'.repeat(1_000_001) }, /line 601 .* more than 1000000 characters/],
      [{ output: 'forgotten', text: 'x' }, /line 601 .* an output that was forgotten/],
      [{ at: '0000-06-01T00:00:00.000Z' }, /line 601 .*\(at\)/],
      [{ role: 'x'.repeat(200) }, /line 601 .*\(role\)/],
    ]
    const sound = Array.from({ length: 599 }, (_, i) => line(i + 1))
    for (const [bad, message] of refused) {
      const content = fileOf('s', ...sound, line(600, { type: 'tool_result', ...bad }))
      await expect(bob.transcriptImport({ content })).rejects.toThrow(message)
      const file = join(home, 'bad.jsonl')
      await writeFile(file, content)
      expect(await bob.transcriptRepair({ file, dryRun: true })).toMatchObject({
        events: 599,
        damaged: [{ line: 601 }],
      })
    }
    expect((await bob.transcriptSessions({})).sessions).toEqual([])
    const empty = join(home, 'empty.jsonl')
    await writeFile(empty, '')
    await expect(bob.transcriptRepair({ file: empty })).rejects.toThrow(/no whole line/)
    await expect(bob.transcriptImport({ file: empty })).rejects.toThrow(/no whole line/)
    await engine.close()
  })

  it('may hold a great many forgotten places, and ids that come twice or are taken', async () => {
    const { engine, ann, bob } = await open()
    const gone = Array.from({ length: 3_000 }, (_, i) => `{"seq":${i + 1},"gone":true}`)
    const many = fileOf('gone', gone.join('\n'), line(3_001))
    expect(await bob.transcriptImport({ content: many })).toMatchObject({ added: 1 })
    expect(await bob.transcriptImport({ content: many })).toMatchObject({ added: 0, present: 3_001 })
    const { id } = await ann.capture({ text: 'a note of mine' })
    const twice = '01a22d48-898f-70bc-9d7e-000000000001'
    const file = fileOf(
      'ids',
      line(1, { id: twice, role: 'USER' }),
      line(2, { id: twice }),
      line(3, { id }),
      line(4),
    )
    expect(await ann.transcriptImport({ content: file })).toMatchObject({ added: 4 })
    expect(await ann.transcriptImport({ content: file })).toMatchObject({ added: 0, present: 4 })
    const { events } = await ann.transcriptRead({ session: 'ids' })
    expect(new Set(events.map((event) => event.id)).size).toBe(4)
    expect(events[0]).toMatchObject({ id: twice, role: 'user' })
    await ann.forget({ session: 'ids' })
    expect(await ann.transcriptImport({ content: file })).toMatchObject({ added: 0, forgotten: 4 })
    await engine.close()
  })

  it.each<[string, (lines: string[]) => string[], RegExp]>([
    ['a damaged line', (l) => l.with(2, '{"seq":2,'), /^line 3 \(byte \d+\) is not JSON/],
    ['a missing line', (l) => l.toSpliced(2, 1), /^line 3 \(byte \d+\) is event 3 where event 2 is missing/],
    ['a line twice', (l) => l.toSpliced(2, 0, l[1] ?? ''), /line 3 .* was there already/],
    [
      'deep JSON',
      (l) =>
        l.with(
          2,
          (l[2] ?? '').replace('"data":{', `"data":{"detail":${'['.repeat(20_000)}${']'.repeat(20_000)},`),
        ),
      /line 3 .* data that no event has/,
    ],
    [
      'a prototype',
      (l) => l.with(2, (l[2] ?? '').replace('{', '{"__proto__":{},')),
      /line 3 .* a field that no line has/,
    ],
    ['no header', (l) => l.slice(1), /line 1 \(byte 0\) does not begin a transcript/],
    [
      'a newer version',
      (l) => l.with(0, (l[0] ?? '').replace('"version":1', '"version":2')),
      /newer Recollect/,
    ],
  ])('is refused as a whole for %s', async (_, damage, message) => {
    const { engine, ann, bob } = await open()
    await fill(ann)
    const lines = (await exported(ann)).split('\n')
    await expect(bob.transcriptImport({ content: damage(lines).join('\n') })).rejects.toThrow(message)
    expect((await bob.transcriptSessions({})).sessions).toEqual([])
    await engine.close()
  })

  it('takes a line of 5 MB', async () => {
    const { engine, ann, bob } = await open()
    await fill(ann)
    const file = (await exported(ann)).replace('"text":"', `"text":"${'x'.repeat(5_000_000)}`)
    await bob.transcriptImport({ content: file })
    expect((await bob.transcriptRead({ session: 'build' })).events[0]?.artifact).not.toBeNull()
    await engine.close()
  })

  it('takes lone halves of characters and NUL as every store can keep them', async () => {
    const { engine, ann, bob } = await open()
    await fill(ann)
    const file = (await exported(ann)).replace('Lisbon', '\\ud800\\u0000')
    await bob.transcriptImport({ content: file })
    expect((await bob.transcriptRead({ session: 'build' })).events[0]?.text).toBe('I live in \ufffd\ufffd 🌊')
    await engine.close()
  })

  it('is made sound again without losing a byte', async () => {
    const { engine, ann, bob, home } = await open()
    await fill(ann)
    // A byte a character.
    const lines = Buffer.from(await exported(ann))
      .toString('latin1')
      .split('\n')
    const bad = [
      lines[0],
      lines[1],
      '{"seq":2, broken',
      Buffer.from([0xff, 0x0a]).toString('latin1').trim(),
      ...lines.slice(3, 6),
      '{"seq":6,"id',
    ].join('\n')
    const file = join(home, 's.jsonl')
    await writeFile(file, bad, 'latin1')
    const dry = await ann.transcriptRepair({ file, dryRun: true })
    expect(await readFile(file, 'latin1')).toBe(bad)
    const report = await ann.transcriptRepair({ file })
    expect(report).toEqual(dry)
    expect(report).toMatchObject({
      isSound: false,
      events: 4,
      missing: 1,
      damaged: [{ line: 3 }, { line: 4 }, { line: 8 }],
    })
    const [sound, apart] = await Promise.all([
      readFile(file, 'latin1'),
      readFile(`${file}.damaged`, 'latin1'),
    ])
    expect(apart).toBe('{"seq":2, broken\n\xff\n{"seq":6,"id')
    expect(sound.replace('{"seq":2,"gone":true}\n', '').length + apart.length).toBe(bad.length)
    expect(await ann.transcriptRepair({ file })).toMatchObject({ isSound: true, damagedFile: null })
    expect(await bob.transcriptImport({ file })).toMatchObject({ added: 4, torn: null })
    await engine.close()
  })
})
