import { describe, expect, it } from 'vitest'
import { openMemory } from '../../src/index.js'
import { temporaryFolder } from '../open-spine.js'

const good = (content: string) => JSON.stringify({ role: 'user', content })

describe('a hostile line', () => {
  it.each([
    ['deeply nested', `{"role":"user","content":"x","more":${'['.repeat(200_000)}${']'.repeat(200_000)}}`],
    ['never closed', '['.repeat(1_000_000)],
    ['over eight megabytes', good('y'.repeat(8 * 1024 * 1024))],
    ['a million characters and one', good('z'.repeat(1_000_001))],
    ['not UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d])],
    ['half a message', '{"role":"user","content":"tor'],
    ['no object', '"just a text"'],
    ['null', 'null'],
    ['without a role', '{"content":"x"}'],
    ['with a role of another type', '{"role":{"toString":"x"},"content":"x"}'],
    ['blank', good(' \n\t ')],
    ['with a time that is none', JSON.stringify({ role: 'user', content: 'x', at: 'half past never' })],
    ['with a time out of range', JSON.stringify({ role: 'user', content: 'x', at: 1e300 })],
    ['with a long name', JSON.stringify({ role: 'user', content: 'x', session: 's'.repeat(600) })],
  ])('that is %s is reported with its number, and the others are kept', async (_name, line) => {
    const engine = await openMemory({ home: await temporaryFolder(), durability: 'normal' })
    const memory = engine.as({ user: 'ann' })
    const pieces = [`${good('before')}\n`, line, `\n${good('after')}`].map((piece) => Buffer.from(piece))
    const report = await memory.import({ content: pieces })
    // Extra fields are nobody's business: a nest in one of them is no problem.
    const skipped = _name === 'deeply nested' ? 0 : 1
    expect(report).toMatchObject({ messages: 3 - skipped, added: 3 - skipped, skipped })
    expect(report.problems.map((problem) => problem.line)).toEqual(skipped === 1 ? [2] : [])
    await engine.close()
  })

  it('is kept with few others where lines are long, so that no transaction grows with the file', async () => {
    const engine = await openMemory({ home: await temporaryFolder(), durability: 'normal' })
    const memory = engine.as({ user: 'ann' })
    const content = Array.from({ length: 12 }, (_, n) => `${good(`${n} ${'word '.repeat(20_000)}`)}\n`)
    const kept: number[] = []
    await memory.import({ content }, { progress: ({ done }) => void kept.push(done) })
    expect(kept).toEqual([3, 6, 9, 12])
    await engine.close()
  })

  it('cannot reach a prototype', async () => {
    const engine = await openMemory({ home: await temporaryFolder() })
    const memory = engine.as({ user: 'ann' })
    const lines = [
      '{"role":"user","content":"apple","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
      '{"role":"__proto__","content":"banana","session":"__proto__","speaker":"constructor","id":"toString"}',
      '{"role":"hasOwnProperty","content":"cherry","session":"constructor","channel":"__proto__"}',
    ]
    expect(await memory.import({ content: lines.join('\n') })).toMatchObject({ added: 3, sessions: 3 })
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
    const { hits } = await memory.search({ question: 'apple banana cherry' })
    expect(hits.map(({ turn }) => turn?.session).sort()).toEqual(['__proto__', 'constructor', 'conversation'])
    await engine.close()
  })

  it.each([
    ['spaces', `${' '.repeat(50)}2024-01-01`],
    ['digits', '1'.repeat(99)],
    ['separators', '2024-'.repeat(19)],
    ['months', 'march '.repeat(16)],
    ['colons', '1:'.repeat(49)],
    ['commas', '1,'.repeat(49)],
    ['Chinese numerals', '二'.repeat(99)],
    ['offsets', `2024-01-01T00:00:00${'+01'.repeat(26)}`],
  ])('cannot hold the import up with %s for a time', async (_name, at) => {
    const engine = await openMemory({ home: await temporaryFolder(), durability: 'normal' })
    const memory = engine.as({ user: 'ann' })
    const lines = (time: string | null) =>
      Array.from({ length: 1_000 }, (_, i) =>
        JSON.stringify({ role: 'user', content: `turn ${i}`, at: time }),
      ).join('\n')
    const timed = async (content: string) => {
      const started = performance.now()
      await memory.import({ content, dryRun: true })
      return performance.now() - started
    }
    await timed(lines(null))
    const plain = await timed(lines(null))
    expect(await timed(lines(at))).toBeLessThan(10 * plain + 1_000)
    await engine.close()
  })
})

describe('what is given to import', () => {
  it('may be text, bytes, or either in pieces cut anywhere', async () => {
    const engine = await openMemory({ home: await temporaryFolder(), durability: 'normal' })
    const bytes = Buffer.from(`\ufeff${good('héllo 😀')}\r\n\r\n${good('部署')}\n`)
    const stream = async function* pieces() {
      for (const byte of bytes) yield Uint8Array.of(byte)
    }
    const forms = [
      bytes.toString(),
      bytes,
      new Uint8Array(bytes),
      [bytes],
      [...bytes].map((byte) => Uint8Array.of(byte)),
      stream(),
    ]
    for (const [i, content] of forms.entries()) {
      const memory = engine.as({ user: `user${i}` })
      expect(await memory.import({ content })).toMatchObject({ added: 2, skipped: 0 })
      const { hits } = await memory.search({ question: 'héllo 部署' })
      expect(hits.map(({ text }) => text).sort()).toEqual(['héllo 😀', '部署'])
    }
    await engine.close()
  })

  it.each([[[{ role: 'user', content: 'x' }]], [[1, 2]], [new Set([null])], [42], [null], [{}]])(
    'is refused in words when it is something else: %j',
    async (content) => {
      const engine = await openMemory({ home: await temporaryFolder() })
      const work = engine.as({ user: 'ann' }).import({ content } as never)
      await expect(work).rejects.toMatchObject({ code: 'invalid_input', hint: expect.any(String) })
      await engine.close()
    },
  )
})
