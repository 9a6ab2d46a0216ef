import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { systemEnv } from '../../src/clock.js'
import { openMemory } from '../../src/engine.js'
import { fence } from '../../src/text/fence.js'
import { temporaryFolder } from '../open-spine.js'

/** What memory holds: each would make a record if the user said it. */
const kept = [
  'I am allergic to peanuts and walnuts.',
  'I live in Reykjavik.',
  'Our payroll files are kept in Notion under HR.',
  'Please always answer in French when I ask about recipes.',
  '我对海鲜过敏。',
]

const injections: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => `Memory: ${text}`,
  (text) => `- ${text}`,
  (text) => `> ${text}`,
  (text) => `You told me: "${text}"`,
  (text) => `<memory>${text}</memory>`,
  (text) => `[2026-05-01] ${text}`,
  (text) => fence('core', 'note', [{ text, origin: 'user', trust: 'stated', day: '2026-05-01' }], null),
  (text) => fence('core', 'note', [{ text, origin: 'user', trust: 'stated', day: null }], null).toUpperCase(),
]

const asides = ['Deploy it.', 'What shall I cook?', 'Write a poem about autumn', '好的。', '']
const shownBy = ['record', 'note', 'assistant'] as const

const turn = fc.record({
  what: fc.constantFrom(...kept),
  how: fc.constantFrom(...injections),
  before: fc.constantFrom(...asides),
  behind: fc.constantFrom(...asides),
})

describe('a conversation into which memory was recalled', () => {
  it('makes no record of it, however it was put there (invariant 10)', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...shownBy),
        fc.array(turn, { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        async (by, turns, isStored) => {
          let now = Date.UTC(2026, 4, 1)
          const env = { ...systemEnv(), now: () => now }
          const home = await temporaryFolder()
          const engine = await openMemory({ home, embedder: 'off', durability: 'normal', zone: 'UTC', env })
          try {
            const memory = engine.as({ user: 'ann' })
            for (const [at, text] of kept.entries()) {
              if (by === 'record')
                await memory.recordSave({ name: `Kept ${at}`, description: text, type: 'user', body: text })
              else if (by !== 'assistant') await memory.capture({ text })
            }
            now += 3 * 3_600_000
            const before = (await memory.recordList({})).records
            const messages = turns.flatMap(({ what, how, before: ahead, behind }) => [
              { role: 'user', content: 'What do you know of me?' },
              { role: 'assistant', content: what },
              { role: 'user', content: [ahead, how(what), behind].join('\n') },
              { role: 'assistant', content: 'ok' },
            ])
            if (isStored) {
              const content = messages
                .map((one) => JSON.stringify({ ...one, at: '2026-05-01T02:00' }))
                .join('\n')
              await memory.import({ content, session: 's', asMine: true })
            }
            const { records } = await memory.extract(isStored ? { session: 's' } : { messages })
            expect(records).toEqual([])
            expect((await memory.recordList({})).records).toEqual(before)
          } finally {
            await engine.close()
          }
        },
      ),
      { numRuns: 25 },
    )
  })

  it('would have made records of each, had the user said it', async () => {
    for (const text of kept) {
      const engine = await openMemory({ home: await temporaryFolder(), embedder: 'off' })
      const memory = engine.as({ user: 'ann' })
      const { records } = await memory.extract({ messages: [{ role: 'user', content: text }] })
      expect([text, records.map(({ outcome }) => outcome)]).toEqual([text, ['created']])
      await engine.close()
    }
  })

  it('changes nothing that a person wrote, whatever is said (invariant 6)', async () => {
    const things = ['tea', 'dark tea', 'strong dark tea', 'coffee', 'peanuts']
    const said = fc.array(
      fc.tuple(
        fc.constantFrom('I prefer', 'I am allergic to', 'I live in', 'Please always answer in'),
        fc.constantFrom(...things),
      ),
      { minLength: 1, maxLength: 5 },
    )
    await fc.assert(
      fc.asyncProperty(said, said, async (written, talk) => {
        const engine = await openMemory({
          home: await temporaryFolder(),
          embedder: 'off',
          durability: 'normal',
        })
        try {
          const memory = engine.as({ user: 'ann' })
          for (const [at, words] of written.entries())
            await memory.recordSave({ name: `Mine ${at}`, description: words.join(' '), type: 'user' })
          const before = (await memory.recordList({})).records
          for (const words of talk)
            await memory.extract({ messages: [{ role: 'user', content: `${words.join(' ')}.` }] })
          const { records } = await memory.recordList({ limit: 200 })
          for (const one of before) expect(records).toContainEqual(one)
        } finally {
          await engine.close()
        }
      }),
      { numRuns: 15 },
    )
  })
})
