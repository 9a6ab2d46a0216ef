import { beforeEach, describe, expect, it } from 'vitest'
import { ann, importLines, openSpine, temporaryFolder } from '../../test/open-spine.js'
import type { Spine } from '../items/spine.js'
import { reachOf } from '../reach.js'
import { sql } from '../store/sql.js'
import { get, run, type Tx } from '../store/statement.js'
import { capture } from '../user/thoughts.js'
import { SHALLOW } from './depth.js'
import { type SearchOptions, search } from './search.js'
import type { Standing } from './standing.js'
import { vectorStanding } from './vectors/vector-standing.js'

let spine: Spine
beforeEach(async () => {
  spine = await openSpine(await temporaryFolder(), { durability: 'normal' })
  return () => spine.store.close()
})

const note = async (text: string) => (await capture(spine, ann, { text })).id

async function standing(question: string, about: string, options: SearchOptions = {}): Promise<Standing> {
  const found = await search(spine, ann, question, { ...options, about })
  expect(found.standing).not.toBeNull()
  return found.standing as Standing
}

const layerOf = ({ layers }: Standing, name: string) => layers.find(({ layer }) => layer === name)

describe('where an item stands', () => {
  it('is its rank, with the account of its score, or the limit that it is beyond', async () => {
    const ids = []
    for (const text of ['the garden gate is green', 'the garden wall', 'one garden, and much more besides'])
      ids.push(await note(text))
    const { hits } = await search(spine, ann, 'garden gate')
    for (const [index, { item, score }] of hits.entries()) {
      const found = await standing('garden gate', item.id)
      expect(found).toMatchObject({ state: 'found', rank: index + 1, score, item: { id: item.id } })
      expect(found.account?.layers).toMatchObject([{ layer: 'text', rank: index + 1 }])
      const limited = await standing('garden gate', item.id, { limit: 1 })
      expect(limited).toMatchObject({ state: index === 0 ? 'found' : 'below_limit', rank: index + 1 })
    }
    expect(hits).toHaveLength(ids.length)
  })

  it('counts all that were ranked, also those that are shown as another', async () => {
    const said = 'the garden gate is beside the old garden wall'
    const [first, second] = [await note(said), await note(`${said}!`)]
    const third = await note('one garden, and so very much more besides that is of no importance')
    const { hits, ranked } = await search(spine, ann, 'garden gate')
    expect([hits.length, ranked]).toEqual([2, 3])
    const alike = hits[0]?.alike[0] ?? ''
    expect([first, second]).toContain(alike)
    expect(await standing('garden gate', third)).toMatchObject({ state: 'found', rank: 3, alikeTo: null })
    expect(await standing('garden gate', alike)).toMatchObject({
      state: 'alike',
      rank: 2,
      alikeTo: hits[0]?.item.id,
      wording: null,
    })
  })

  it('is outside for its kind, an excluded word, or a phrase that it lacks', async () => {
    const id = await note('the garden gate is green')
    expect(await standing('garden', id, { kinds: ['turn'] })).toMatchObject({ state: 'kind' })
    expect(await standing('garden -gates', id)).toMatchObject({ state: 'excluded', wording: 'gates' })
    expect(await standing('"green garden"', id)).toMatchObject({ state: 'phrase', wording: 'green garden' })
    // A phrase that nothing holds is asked for as plain words.
    expect(await standing('the "green garden" of Mia', id)).toMatchObject({ state: 'found' })
  })

  it('is nowhere where its text has none of the words, which are named', async () => {
    await note('the garden gate is green')
    const id = await note('Mia lives in Lisbon')
    const nowhere = await standing('who painted the garden gate?', id)
    expect(nowhere).toMatchObject({ state: 'not_found', rank: null, account: null })
    expect(layerOf(nowhere, 'text')).toEqual({
      layer: 'text',
      state: 'no_word',
      why: 'its text has none of the words painted, garden, gate',
      asked: ['painted', 'garden', 'gate'],
      held: [],
    })
    expect(layerOf(nowhere, 'time')).toMatchObject({ state: 'no_time' })
    const wordless = await standing('***', id)
    expect(layerOf(wordless, 'text')).toMatchObject({
      state: 'missing',
      why: expect.stringContaining('no word'),
    })
  })

  it('is nowhere where its words are worth too little, or too many have more', async () => {
    await note('zebrawood quokka xylotheque marzipan harpsichord axolotl')
    const common = Array.from({ length: 150 }, (_, i) =>
      JSON.stringify({ role: 'user', content: `garden ${i}`, session: `s${i}`, at: '2026-01-01T10:00:00Z' }),
    )
    await importLines(spine, ann, common.join('\n'))
    const first = await spine.store.query(
      get<{
        id: string
      }>(sql`select i.id from item i join item_text x on x.bank = i.bank and x.rid = i.text_rid
        where i.bank = ${ann.writes} and x.body = 'garden 0'`),
    )
    const id = first?.id ?? ''
    const little = await standing('zebrawood quokka xylotheque marzipan harpsichord axolotl garden', id)
    const text = layerOf(little, 'text')
    expect(text).toMatchObject({ state: 'too_little', held: ['garden'], least: 0.2 })
    expect(text?.value).toBeLessThan(0.2)
    const many = await standing('garden', id)
    expect(many).toMatchObject({ state: 'not_found' })
    expect(layerOf(many, 'text')).toMatchObject({ state: 'too_far_down', value: 1 })
  })

  it('is told of the time it happened in', async () => {
    const now = Date.parse('2026-04-02T12:00:00Z')
    const { id: march } = await capture(spine, ann, {
      text: 'the gate',
      occurredAt: Date.parse('2026-03-05T10:00:00Z'),
    })
    const { id: january } = await capture(spine, ann, {
      text: 'a wall',
      occurredAt: Date.parse('2026-01-05T10:00:00Z'),
    })
    const asked = 'what happened in March?'
    expect(await standing(asked, march, { now })).toMatchObject({ state: 'found' })
    expect(layerOf(await standing(asked, january, { now }), 'time')).toMatchObject({ state: 'other_time' })
    await importLines(spine, ann, JSON.stringify({ role: 'user', content: 'undated', session: 's' }))
    const undated = await spine.store.query(
      get<{ id: string }>(sql`select id from item where bank = ${ann.writes} and occurred_at is null`),
    )
    expect(layerOf(await standing(asked, undated?.id ?? '', { now }), 'time')).toMatchObject({
      state: 'undated',
    })
  })

  it('of another’s item is as that of one that does not exist', async () => {
    const bob = reachOf({ user: 'bob' })
    const { id } = await capture(spine, bob, { text: 'the garden gate' })
    const refused = async (about: string) =>
      search(spine, ann, 'garden', { about }).catch((error: Error) => error.message.replace(about, 'ID'))
    expect(await refused(id)).toBe(await refused('01890000-0000-7000-8000-000000000000'))
  })
})

describe('a vector', () => {
  const vector = Float32Array.of(1, 0)
  const bytes = (x: number, y: number) => new Uint8Array(Float32Array.of(x, y).buffer)

  /** What the layer says of an item with these passages, where others are so near. */
  async function said(
    passages: readonly { vector: Uint8Array | null; problem: string | null }[],
    similarities: readonly number[] = [0.9],
  ) {
    const near = similarities.map((similarity, n) => ({ rid: -n, itemRid: -n, similarity }))
    const id = await note('the garden gate')
    await spine.store.tx(function* fill(): Tx<void> {
      yield* run(sql`delete from embedding where bank = ${ann.writes}`)
      yield* run(sql`
        insert into embedding_bank (bank, model, dimensions, indexed, failed, skipped, vectors)
        values (${ann.writes}, 'test', 2, 0, 0, 0, 0) on conflict (bank) do nothing`)
      for (const [part, { vector, problem }] of passages.entries())
        yield* run(sql`
          insert into embedding (bank, text_rid, item_rid, part, vector, problem)
          select bank, text_rid, rid, ${part}, ${vector}, ${problem} from item where bank = ${ann.writes} and id = ${id}`)
    })
    const { hits } = await search(spine, ann, 'garden gate')
    const row = { ...hits[0]!.item, id: hits[0]!.item.id, text: '', turn: null }
    const look = {
      spine,
      bank: ann.writes,
      question: undefined as never,
      meaning: { outcome: 'found', vector, model: 'test', near } as const,
      accepts: () => true,
      only: sql``,
      asOf: undefined,
      holds: { totals: undefined, entities: false, facts: false },
      depth: SHALLOW,
    }
    return spine.store.read(() => vectorStanding(look, row))
  }

  it('may be yet to come', async () => {
    expect(await said([])).toMatchObject({ state: 'pending' })
  })

  it('may be none', async () => {
    const none = await said([{ vector: null, problem: 'language' }])
    expect(none).toMatchObject({ state: 'no_vector', why: expect.stringContaining('language') })
    expect(await said([{ vector: null, problem: 'new_code' }])).toMatchObject({ state: 'no_vector' })
  })

  const passages = [
    { vector: bytes(0, 1), problem: null },
    { vector: bytes(0.6, 0.8), problem: null },
  ]

  it('may be farther than the last that was looked at', async () => {
    const far = await said(passages, [0.9, 0.8, 0.7])
    expect(far).toMatchObject({ state: 'too_distant', least: 0.7 })
    expect(far.value).toBeCloseTo(0.6)
  })

  it('may be less than half as near as the nearest', async () => {
    const far = await said([{ vector: bytes(0.28, 0.96), problem: null }], [0.9, 0.5, 0.28, 0.2])
    expect(far).toMatchObject({ state: 'too_distant', least: 0.45 })
    expect(far.value).toBeCloseTo(0.28)
  })

  it('may be near, behind as many as are read', async () => {
    const far = await said(passages, [0.9, 0.8, 0.6, 0.5])
    expect(far).toMatchObject({ state: 'too_far_down', least: 0.5 })
  })
})
