import BetterSqlite3 from 'better-sqlite3'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { forget } from '../../src/items/forget.js'
import type { Spine } from '../../src/items/spine.js'
import { type Reach, reachOf } from '../../src/reach.js'
import { sql } from '../../src/store/sql.js'
import { all } from '../../src/store/statement.js'
import { importConversation } from '../../src/transfer/import-conversation.js'
import { importLines, openSpine, storeFile, temporaryFolder } from '../open-spine.js'

let spine: Spine
let folder: string
let users = 0

beforeAll(async () => {
  folder = await temporaryFolder()
  spine = await openSpine(folder, { durability: 'normal' })
  return () => spine.store.close()
})

const freshUser = () => reachOf({ user: `user${++users}` })

interface Message {
  readonly role: string
  readonly content: string
  readonly session?: string
  readonly speaker?: string
  readonly at?: number
  readonly id?: string
}

const anyText = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
  fc.constantFrom(
    'ok',
    'ok',
    'line\r\nline',
    'a\u0000b',
    '\ud83d',
    '😀'.repeat(20),
    ' padded ',
    '__proto__',
    '\ufeffbom',
    '\u2028',
  ),
)

const anyMessage: fc.Arbitrary<Message> = fc.record(
  {
    role: fc.constantFrom('user', 'assistant', 'tool', 'system'),
    content: anyText.filter((text) => text.trim() !== ''),
    session: fc.constantFrom('one', 'two', '__proto__', 'constructor', 'ünï', 'x\u0000y', '\ud83d'),
    speaker: fc.constantFrom('Ann', '\ude00', 'N\u0000N'),
    at: fc.integer({ min: 1_000_000_000_000, max: 2_000_000_000_000 }),
    id: fc.constantFrom('1', '2', '3', 'x'),
  },
  { requiredKeys: ['role', 'content'] },
)

const conversation = fc.array(anyMessage, { minLength: 1, maxLength: 30 })
const toLines = (messages: readonly Message[]) => messages.map((message) => `${JSON.stringify(message)}\n`)

/** What a store keeps of a text: everything but what no two systems agree on. */
const kept = (text: string) => text.toWellFormed().replaceAll('\u0000', '\ufffd')

describe('importing', () => {
  it('keeps every message as it was said, in order', async () => {
    await fc.assert(
      fc.asyncProperty(conversation, async (messages) => {
        const reach = freshUser()
        const report = await importLines(spine, reach, toLines(messages))
        const first = firstOfEach(messages)
        expect(report).toMatchObject({
          messages: messages.length,
          added: first.length,
          skipped: 0,
          forgotten: 0,
        })
        const stored = await turnsOf(reach)
        for (const session of new Set(first.map(sessionOf))) {
          expect(stored.filter((turn) => turn.session === session).map(({ body }) => body)).toEqual(
            first.filter((message) => sessionOf(message) === session).map(({ content }) => kept(content)),
          )
        }
      }),
      { numRuns: 120 },
    )
  })

  it('does nothing the second time, and predicts exactly what it will do without writing', async () => {
    const db = new BetterSqlite3(storeFile(folder), { readonly: true })
    await fc.assert(
      fc.asyncProperty(conversation, fc.array(fc.nat(29), { maxLength: 4 }), async (messages, victims) => {
        const reach = freshUser()
        const lines = toLines(messages)
        const before = contents(db)
        const predicted = await importLines(spine, reach, lines, true)
        expect(contents(db)).toEqual(before)
        expect(predicted).toEqual({ ...(await importLines(spine, reach, lines)), dryRun: true })
        expect(await importLines(spine, reach, lines)).toMatchObject({ added: 0, repeated: messages.length })
        // What is forgotten stays so, and the rest is a repeat.
        const turns = await turnsOf(reach)
        const gone = new Set(victims.filter((index) => index < turns.length).map((index) => turns[index]?.id))
        for (const id of gone) await forget(spine, reach, id ?? '', { verify: false })
        const again = await importLines(spine, reach, lines, true)
        expect(again).toMatchObject({ added: 0, repeated: messages.length - again.forgotten })
        expect(again.forgotten).toBeGreaterThanOrEqual(gone.size)
        expect(await importLines(spine, reach, lines)).toEqual({ ...again, dryRun: false })
        expect(await turnsOf(reach)).toEqual(turns.filter(({ id }) => !gone.has(id)))
      }),
      { numRuns: 50 },
    )
    db.close()
  })

  it('believes turns more once their owner vouches for them, and never less', async () => {
    const reach = freshUser()
    const options = { session: 's', dryRun: false, zone: 'UTC', progress: () => undefined, signal: undefined }
    const line = JSON.stringify({ role: 'user', content: 'I moved to Lisbon' })
    const trust = async (asMine: boolean) => {
      await importConversation(spine, reach, line, { ...options, asMine })
      return spine.store.query(
        all<{ origin: string; trust: string }>(
          sql`select origin, trust from item where bank = ${reach.writes}`,
        ),
      )
    }
    expect(await trust(false)).toEqual([{ origin: 'import', trust: 'observed' }])
    expect(await trust(true)).toEqual([{ origin: 'user', trust: 'stated' }])
    expect(await trust(false)).toEqual([{ origin: 'user', trust: 'stated' }])
  })

  it('is the same in one piece, interrupted and repeated, or twice at once', async () => {
    await fc.assert(
      fc.asyncProperty(
        conversation,
        fc.nat(),
        fc.integer({ min: 1, max: 50 }),
        async (messages, cut, chunkBytes) => {
          const bytes = Buffer.from(toLines(messages).join(''))
          const [whole, interrupted, doubled] = [freshUser(), freshUser(), freshUser()]
          await importLines(spine, whole, toLines(messages))
          const source = async function* torn(): AsyncGenerator<Uint8Array> {
            for (let at = 0; at < cut % bytes.length; at += chunkBytes)
              yield bytes.subarray(at, at + chunkBytes)
            throw new Error('the connection broke')
          }
          await expect(importLines(spine, interrupted, source())).rejects.toThrow('the connection broke')
          await importLines(spine, interrupted, [bytes])
          const both = await Promise.all([
            importLines(spine, doubled, [bytes]),
            importLines(spine, doubled, [bytes]),
          ])
          const added = (await turnsOf(whole)).length
          expect(both.reduce((sum, report) => sum + report.added, 0)).toBe(added)
          const shown = async (reach: Reach) => (await turnsOf(reach)).map(({ id: _, ...turn }) => turn)
          expect(await shown(interrupted)).toEqual(await shown(whole))
          expect(await shown(doubled)).toEqual(await shown(whole))
        },
      ),
      { numRuns: 50 },
    )
  })
})

const sessionOf = (message: Message) => kept(message.session ?? 'conversation')

/** A message with the same id, or at the same place, with the same role, time and words is the same turn. */
function firstOfEach(messages: readonly Message[]): Message[] {
  const seen = new Set<string>()
  return messages.filter((message, index) => {
    const { role, content, at, id } = message
    const key = JSON.stringify([sessionOf(message), id ?? `place ${index}`, role, at, kept(content)])
    return !seen.has(key) && seen.add(key)
  })
}

interface StoredTurn {
  readonly id: string
  readonly body: string
  readonly session: string
  readonly speaker: string | null
  readonly seq: number
}

function turnsOf(reach: Reach): Promise<StoredTurn[]> {
  return spine.store.query(
    all<StoredTurn>(sql`
      select i.id, x.body, s.name as session, t.speaker, t.seq from turn t
      join session s on s.bank = t.bank and s.rid = t.session_rid
      join item i on i.bank = t.bank and i.rid = t.item_rid
      join item_text x on x.bank = i.bank and x.rid = i.text_rid
      where t.bank = ${reach.writes} order by s.name, t.seq`),
  )
}

function contents(db: BetterSqlite3.Database): unknown {
  return ['item', 'item_text', 'item_terms', 'turn', 'session', 'tombstone', 'audit', 'bank', 'lineage'].map(
    (table) => db.prepare(`select count(*) from ${table}`).pluck().get(),
  )
}
