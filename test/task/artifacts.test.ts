import { describe, expect, it } from 'vitest'
import { openMemory } from '../../src/index.js'
import { temporaryFolder } from '../open-spine.js'

const open = async () =>
  openMemory({ home: await temporaryFolder(), durability: 'normal', zone: 'UTC', embedder: 'off' })

const log = (count: number) =>
  Array.from(
    { length: count },
    (_, i) =>
      `${String(i + 1).padStart(6, '0')} ${i === 5_000 ? 'Straße ERROR: disk full' : 'all is well 漢字 😀'}\n`,
  ).join('')

interface Place {
  from?: number | undefined
  fromChar?: number | undefined
}

describe('a large output', () => {
  it('is read page by page, by lines and by characters, and searched', async () => {
    const engine = await open()
    const memory = engine.as({ user: 'ann', agent: 'coder' })
    const text = log(8_000)
    const kept = await memory.artifactKeep({ text, tool: 'bash' })
    expect(kept).toMatchObject({ outcome: 'added', seq: null, masked: 0 })
    expect(await memory.artifactKeep({ text })).toMatchObject({ outcome: 'repeated', pointer: kept.pointer })
    const { id } = kept

    const some = await memory.artifactRead({ id, from: 5_000, to: 5_002 })
    expect(some.text).toBe(text.split('\n').slice(4_999, 5_002).join('\n') + '\n')
    expect(some).toMatchObject({
      line: 5_000,
      lastLine: 5_002,
      next: null,
      lines: 8_000,
      mediaType: 'text/plain',
    })

    let read = ''
    let place: Place | null = {}
    for (let pages = 0; place !== null && pages < 60; pages++) {
      const page: Awaited<ReturnType<typeof memory.artifactRead>> = await memory.artifactRead({
        id,
        ...place,
        maxChars: 100_000,
      })
      expect(page.start).toBe(read.length)
      expect(page.text.split('\n').length - 1).toBeLessThanOrEqual(2_000)
      read += page.text
      place = page.next
    }
    expect(read === text).toBe(true)

    const hits = await memory.artifactGrep({ id, text: 'strasse error', context: 1 })
    expect(hits).toMatchObject({ matches: 1, next: null })
    expect(hits.found.map(({ line, isMatch }) => [line, isMatch])).toEqual([
      [5_000, false],
      [5_001, true],
      [5_002, false],
    ])
    expect(await memory.artifactGrep({ id, text: 'error', match: 'exact' })).toMatchObject({ matches: 0 })
    expect(await memory.artifactGrep({ id, text: '005001*full', match: 'wildcard' })).toMatchObject({
      matches: 1,
    })
    const first = await memory.artifactGrep({ id, text: 'well', limit: 2 })
    expect(first).toMatchObject({ matches: 2, next: 3 })
    expect(await memory.artifactGrep({ id, text: 'well', limit: 1, from: 3 })).toMatchObject({
      found: [{ line: 3 }],
    })
    await expect(memory.artifactRead({ id, from: 8_001 })).rejects.toMatchObject({ code: 'invalid_input' })
    await engine.close()
  })

  it('of one endless line is read and searched too', async () => {
    const engine = await open()
    const memory = engine.as({ user: 'ann' })
    const text = `${'😀ab '.repeat(20_000)}needle${' xy'.repeat(1_000)}`
    const { id } = await memory.artifactKeep({ text, tool: 'fetch' })
    let read = ''
    let place: Place | null = {}
    while (place !== null) {
      const page: Awaited<ReturnType<typeof memory.artifactRead>> = await memory.artifactRead({
        id,
        ...place,
        maxChars: 33_333,
      })
      expect(page.text.isWellFormed()).toBe(true)
      read += page.text
      place = page.next
    }
    expect(read === text).toBe(true)
    const { found } = await memory.artifactGrep({ id, text: 'needle' })
    expect(found).toMatchObject([{ line: 1, isMatch: true }])
    const [hit] = found
    expect(text.substring(hit?.fromChar ?? 0)).toContain('needle')
    expect(hit?.text).toContain('needle')
    await engine.close()
  })
})
