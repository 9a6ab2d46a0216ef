import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMemory } from '../../src/index.js'
import { recordTypes } from '../../src/user/records/record.js'
import { faultOf } from '../../src/user/records/record-text.js'
import { temporaryFolder } from '../open-spine.js'

/** Invariant 8: what records say comes back from each form that they are written in. */
let engine: Awaited<ReturnType<typeof openMemory>>
let users = 0
beforeAll(async () => {
  engine = await openMemory({ home: await temporaryFolder(), embedder: 'off' })
})
afterAll(() => engine.close())

const line = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.constantFrom(
    'Plan: phase 2',
    'yes',
    '- a',
    '"q"',
    "'q'",
    '# h',
    '{a}',
    '[x]',
    'é',
    'e\u0301',
    '\u3000全角',
    '...',
    '\\',
  ),
)
const block = fc.oneof(
  line,
  fc.constantFrom(
    '',
    '---',
    '...',
    '\r',
    'name: x',
    '```',
    '- a → b',
    'Entity type: a',
    'Relations:',
    '\ufeff',
    '\t',
  ),
)
/** What a system, a folder of memories or an import gives a meaning of its own. */
const special = fc.constantFrom(
  'Memory',
  'MEMORY.md',
  'Memory index',
  'README',
  'con',
  'Plan',
  'Plan (2)',
  'Plan (2) (2)',
  'Entity: x',
)
const said = fc
  .record({
    name: fc.oneof(line, special),
    description: line,
    type: fc.constantFrom(...recordTypes),
    body: fc.array(block, { maxLength: 6 }).map((blocks) => blocks.join('\n')),
  })
  .filter((record) => faultOf(record) === undefined && record.description.trim() !== '')
const records = fc.uniqueArray(said, {
  minLength: 1,
  maxLength: 5,
  // As one name is told from another, and more.
  selector: ({ name }) => name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim(),
})

type Memory = ReturnType<typeof engine.as>

async function sayings(memory: Memory) {
  const { records: heads } = await memory.recordList({ limit: 50 })
  const whole = await Promise.all(heads.map(({ id }) => memory.recordRead({ which: id })))
  return whole
    .map(({ name, description, type, body }) => ({ name, description, type, body }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

describe.each(['markdown', 'server-memory'] as const)('records written out as %s', (format) => {
  it('are the same in an empty memory, and nothing new in their own', async () => {
    await fc.assert(
      fc.asyncProperty(records, async (given) => {
        const mine = engine.as({ user: `mine${++users}` })
        const other = engine.as({ user: `other${users}` })
        for (const record of given) await mine.recordSave(record)
        const { lines, total } = await mine.recordExport({ format })
        let text = ''
        for await (const one of lines) text += one
        expect(total).toBe(given.length)
        const before = await sayings(mine)
        expect(await other.recordImport({ content: text })).toMatchObject({ added: given.length, skipped: 0 })
        expect(await sayings(other)).toEqual(before)
        expect(await mine.recordImport({ content: text, update: true })).toMatchObject({
          repeated: given.length,
          added: 0,
          updated: 0,
        })
        expect(await sayings(mine)).toEqual(before)
      }),
      { numRuns: 60 },
    )
  }, 120_000)
})
