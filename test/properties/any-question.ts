import fc from 'fast-check'
import type { Memory } from '../../src/index.js'

const hostile: readonly string[] = [
  'ADR-016', `user's`, 'what is it?', 'note;', 'a:b', 'v2026.4.10', '*', 'foo AND', 'NEAR(', '"open', '', ' ', '-', '--',
  '-"', '"-"', '""', '^', 'a*', 'bank:x', '{words}:a', 'words : "x"', 'OR', 'NOT', 'NEAR/3', '+', '\\', "'", '%', '_',
  '\u0000', 'a\u0000b', '\ud800', '\udc00x', '\ufeff', '\u200b', '\u202e', 'é'.normalize('NFD'), '部署', 'しりとり', '한국어를',
  'สวัสดี', '😀', '👨‍👩‍👧‍👦', 'İ', 'ß', 'ﬀ', '١٢٣', 'last week', 'in March', '去年', '昨天', 'yesterday', '2023-02-30',
  '99999999999999999999', '-1', 'NaN', '__proto__', 'constructor', 'toString', `'; drop table item; --`, '$1', '?', '/*', '%00',
  '1 week ago', 'the day before the day before', 'Q5 2023', '13/13/2013', '24:61', 'May May May', '上上上周',
] // biome-ignore format: a list

/** Any string that a person, a program or an attacker may ask. */
export const anyQuestion: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 60 }) },
  {
    weight: 5,
    arbitrary: fc
      .array(
        fc.tuple(
          fc.oneof(fc.constantFrom(...hostile), fc.string({ maxLength: 8 })),
          fc.constantFrom('', ' ', ' ', '"', ' -'),
        ),
        {
          maxLength: 10,
        },
      )
      .map((pieces) => pieces.flat().join('')),
  },
)

/** Up to 100 KB of one piece. */
export const longQuestion: fc.Arbitrary<string> = fc
  .tuple(
    fc.oneof(fc.constantFrom(...hostile), fc.string({ unit: 'binary', minLength: 1, maxLength: 20 })),
    fc.integer({ min: 1, max: 100_000 }),
  )
  .map(([piece, chars]) => piece.repeat(Math.ceil(chars / Math.max(1, piece.length))))

/** A memory with something to find in several scripts. */
export async function fillForQuestions(memory: Memory): Promise<void> {
  const texts = [
    'ADR-016 says that the user\'s notes stay', 'The migration of atomic_write_json to myVariable was on 2026-03-01',
    '今天讨论了部署方案', 'しりとりをしました', '한국어를 배웁니다', 'Mia moved to Lisbon in March', '😀 party last week', 'to be or not to be',
    'v2026.4.10 of @scope/pkg in src/store/sql.ts', 'İstanbul, Straße, ﬁne', '__proto__ and constructor',
  ] // biome-ignore format: a list
  for (const text of texts) await memory.capture({ text })
  const lines = Array.from({ length: 30 }, (_, i) =>
    JSON.stringify({
      role: i % 2 === 0 ? 'user' : 'assistant',
      content: `turn ${i} about the garden and May`,
      at: 1.7e12 + i * 36e5,
      session: 'talk',
      speaker: 'Ann',
    }),
  )
  await memory.import({ content: lines.join('\n') })
}
