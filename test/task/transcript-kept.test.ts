import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openMemory } from '../../src/index.js'
import { temporaryFolder } from '../open-spine.js'

async function open() {
  const home = await temporaryFolder()
  const engine = await openMemory({ home, durability: 'normal', zone: 'UTC', embedder: 'off' })
  return {
    engine,
    home,
    ann: engine.as({ user: 'ann' }),
    owner: engine.as({ user: 'ann', administrator: true }),
    worker: engine.as({ user: 'ann', worker: 'helper' }),
  }
}

type Memory = Awaited<ReturnType<typeof open>>['ann']

async function fill(memory: Memory) {
  const { events } = await memory.transcriptAppend({
    session: 'zephyrine',
    events: [
      { type: 'message', role: 'user', text: 'I live in Quistello' },
      { type: 'tool_call', tool: 'brimborion', callId: 'c1', path: '/tmp/wistaria', text: 'gallimaufry' },
      { type: 'tool_result', tool: 'brimborion', callId: 'c1', text: 'callipygous output\n'.repeat(4_000) },
      { type: 'title', text: 'Tatterdemalion' },
    ],
  })
  return events
}

const WORDS = [
  'quistello',
  'brimborion',
  'wistaria',
  'gallimaufry',
  'callipygous',
  'tatterdemalion',
  'zephyrine',
]

/** Which of the words are anywhere in the store's file. */
function onDisk(home: string): string[] {
  const bytes = ['', '-wal'].map((end) => {
    try {
      return readFileSync(join(home, `recollect.db${end}`), 'latin1').toLowerCase()
    } catch {
      return ''
    }
  })
  return WORDS.filter((word) => bytes.some((text) => text.includes(word)))
}

async function exported(memory: Memory): Promise<string> {
  let text = ''
  for await (const piece of (await memory.transcriptExport({ session: 'zephyrine' })).lines) text += piece
  return text
}

describe('what is kept of a session', () => {
  it('travels in an archive, whole', async () => {
    const [from, to] = [await open(), await open()]
    const events = await fill(from.ann)
    await from.ann.forget({ id: events[1]?.id ?? '' })
    await from.ann.transcriptAppend({
      session: 'zephyrine',
      events: [{ type: 'message', role: 'assistant', text: 'noted' }],
    })
    const { lines } = await from.owner.export({ all: true })
    await to.owner.importArchive({ content: lines })
    expect(await exported(to.ann)).toBe(await exported(from.ann))
    expect(await to.ann.transcriptVerify({})).toMatchObject({ isSound: true, events: 4, forgotten: 1 })
    const next = await to.ann.transcriptAppend({
      session: 'zephyrine',
      events: [{ type: 'reasoning', text: 'x' }],
    })
    expect(next.events[0]?.seq).toBe(6)
    await Promise.all([from.engine.close(), to.engine.close()])
  })

  it('is gone from the disk with the session: texts, what stands beside them, title and name', async () => {
    const { engine, ann, home } = await open()
    await fill(ann)
    expect(onDisk(home)).not.toEqual([])
    expect(await ann.forget({ session: 'Tatterdemalion' })).toMatchObject({ state: 'physical' })
    expect(onDisk(home)).toEqual([])
    expect((await ann.facts({})).facts).toEqual([])
    await engine.close()
    expect(onDisk(home)).toEqual([])
  })

  it('loses one event, and what it alone holds, and nothing else', async () => {
    const { engine, ann, home } = await open()
    const events = await fill(ann)
    for (const n of [2, 3])
      expect(await ann.forget({ id: events[n]?.id ?? '' })).toMatchObject({ state: 'physical' })
    expect(onDisk(home)).toEqual(['quistello', 'brimborion', 'wistaria', 'gallimaufry', 'zephyrine'])
    expect(await ann.transcriptRead({ session: 'zephyrine' })).toMatchObject({
      title: null,
      events: [{ seq: 1 }, { seq: 2 }],
    })
    expect(await ann.transcriptVerify({})).toMatchObject({ isSound: true })
    expect((await ann.doctor({})).isHealthy).toBe(true)
    await engine.close()
  })

  it('is merged from a worker as what was said, and never as the work of its tools', async () => {
    const { engine, ann, worker } = await open()
    await fill(worker)
    const { merged } = await ann.merge({ from: 'helper', all: true })
    expect(merged).toHaveLength(1)
    expect((await ann.search({ question: 'Quistello' })).hits.map(({ trust }) => trust)).toEqual(['observed'])
    expect((await ann.transcriptSessions({})).sessions).toEqual([])
    await engine.close()
  })

  it('goes on in a file of which the end was torn, also while another process writes', async () => {
    const { engine, ann, home } = await open()
    await fill(ann)
    const stop = new AbortController()
    const other = await openMemory({ home, durability: 'normal', zone: 'UTC', embedder: 'off' })
    const { lines } = await ann.transcriptExport(
      { session: 'zephyrine', follow: true },
      { signal: stop.signal },
    )
    let text = ''
    for await (const piece of lines) {
      text += piece
      if (text.endsWith('"Tatterdemalion"}\n'))
        await other
          .as({ user: 'ann' })
          .transcriptAppend({ session: 'zephyrine', events: [{ type: 'reasoning', text: 'from afar' }] })
      if (text.endsWith('"from afar"}\n')) break
    }
    expect(text).toBe(await exported(ann))
    await Promise.all([engine.close(), other.close()])
  })

  it('keeps private words out of what is read out of a conversation', async () => {
    const { engine, ann } = await open()
    const messages = [
      {
        role: 'user',
        content: 'Remember that I <private>live in Quistello</private> always write in English',
      },
    ]
    await ann.extract({ messages })
    expect(JSON.stringify(await ann.recordList({}))).not.toContain('Quistello')
    await engine.close()
  })
})
