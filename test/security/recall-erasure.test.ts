import { readFileSync } from 'node:fs'
import BetterSqlite3 from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { type Memory, openMemory } from '../../src/index.js'
import { uniteTombstones } from '../../src/items/unite-tombstones.js'
import { keepRecall, type LookedAt } from '../../src/recalls/keep-recall.js'
import { sql } from '../../src/store/sql.js'
import { column } from '../../src/store/statement.js'
import { capture } from '../../src/user/thoughts.js'
import { openSpine, ann as reach, storeFile, temporaryFolder } from '../open-spine.js'
import { archiveOf } from '../transfer/stores.js'
import { needlesOf, searchFolder } from './trace-detector.js'

const open = (home: string) => openMemory({ home, zone: 'UTC', durability: 'normal' })

const asked = async (memory: Memory): Promise<string[]> =>
  (await memory.recalls({ limit: 1000 })).recalls.map(({ question }) => question).reverse()

describe('forgetting an item', () => {
  it('takes every recall along that returned it or asked in a word of it, and no other', async () => {
    const home = await temporaryFolder()
    const engine = await open(home)
    const ann = engine.as({ user: 'ann' })
    const { id } = await ann.capture({ text: 'The zebrawood cupboard holds quokkamarzipan; 部署方案在上海' })
    for (let i = 0; i < 5; i++) await ann.capture({ text: `a cupboard of oak, number ${i}` })
    await ann.capture({ text: 'Mia lives in Lisbon' })
    const going = [
      'what is in the zebrawood cupboard?',
      // One hit alone was asked for, and it was another.
      'oak cupboard number 3',
      '"holds quokkamarzipan" in plain words',
      'Lisbon -quokkamarzipan',
      'who was holding it?',
      '上海在哪里',
      `Lisbon ${Array.from({ length: 70 }, (_, i) => `word${i}`).join(' ')} quokkamarzipan`,
      // Of more words than are kept, nobody can say.
      Array.from({ length: 600 }, (_, i) => `q${i}`).join(' '),
    ]
    const long = Array.from({ length: 70 }, (_, i) => `sound${i}`).join(' ')
    const staying = [long, 'where does Mia live?', 'who is in the garden?', '北京', '']
    for (const question of [...going, ...staying]) await ann.search({ question, limit: 1 })
    // Found for its time, without a word of it.
    const byTime = 'what was said today?'
    const { hits } = await ann.search({ question: byTime })
    expect(hits.map((hit) => hit.id)).toContain(id)
    expect(await asked(ann)).toEqual([...going, ...staying, byTime])
    const receipt = await ann.forget({ id })
    expect(receipt).toMatchObject({ state: 'physical', counts: { recall: going.length + 1 } })
    expect(await asked(ann)).toEqual(staying)
    await engine.close()
    for (const wording of ['zebrawood cupboard', 'holds quokkamarzipan', 'who was holding it', '上海在哪里'])
      expect([wording, searchFolder(home, needlesOf(wording))]).toEqual([wording, []])
    expect(readFileSync(storeFile(home)).includes('where does Mia live?')).toBe(true)
  })

  it('takes names of speakers, sessions and tags for words of it', async () => {
    const engine = await open(await temporaryFolder())
    const ann = engine.as({ user: 'ann' })
    const turn = { role: 'user', content: 'yes', speaker: 'Quokka Marzipan', session: 'xylotheque' }
    await ann.import({ content: JSON.stringify(turn) })
    const { id: note } = await ann.capture({ text: 'no', tags: ['harpsichord'] })
    const { hits } = await ann.ftsSearch({ words: 'yes' })
    for (const question of ['where is Marzipan?', 'which xylotheque?', 'harpsichords', 'unrelated'])
      await ann.search({ question })
    await ann.forget({ id: hits[0]?.id ?? '', verify: false })
    expect(await asked(ann)).toEqual(['harpsichords', 'unrelated'])
    await ann.forget({ id: note, verify: false })
    expect(await asked(ann)).toEqual(['unrelated'])
    await engine.close()
  })

  it('takes those along that showed it as another that says the same', async () => {
    const engine = await open(await temporaryFolder())
    const ann = engine.as({ user: 'ann' })
    const said = 'the zebrawood cupboard is beside the xylotheque'
    await ann.capture({ text: said })
    await ann.capture({ text: `${said}!` })
    const { hits } = await ann.search({ question: 'what was said today?' })
    expect(hits).toMatchObject([{ alike: [expect.any(String)] }])
    const id = hits[0]?.alike[0] ?? ''
    expect((await ann.explain({ id })).standing).toMatchObject({ state: 'alike', isAskedAgain: false })
    expect(await ann.used({ ids: [id] })).toMatchObject({ used: [id], refused: [] })
    await ann.forget({ id, verify: false })
    expect(await asked(ann)).toEqual([])
    await engine.close()
  })

  it('finds those that are still waiting to be written, in this process and in others', async () => {
    const home = await temporaryFolder()
    const [one, other] = [await open(home), await open(home)]
    const [here, there] = [one.as({ user: 'ann' }), other.as({ user: 'ann' })]
    const { id } = await here.capture({ text: 'the code of the xylotheque is 4711' })
    await there.search({ question: 'unrelated, but asked before' })
    await here.search({ question: 'xylotheque here' })
    await here.search({ question: 'unrelated, and written in time' })
    await there.search({ question: 'xylotheque there' })
    await here.forget({ id })
    await there.search({ question: 'what became of it?' })
    await one.close()
    await other.close()
    const again = await open(home)
    expect(await asked(again.as({ user: 'ann' }))).toEqual([
      'unrelated, and written in time',
      'what became of it?',
    ])
    await again.close()
    expect(searchFolder(home, needlesOf('xylotheque'))).toEqual([])
  })

  it.each(['the same memory', 'that of another user'])(
    'takes no question for a residue that begins as one that stays, in %s',
    async (where) => {
      const engine = await open(await temporaryFolder())
      const ann = engine.as({ user: 'ann' })
      const other = where === 'the same memory' ? ann : engine.as({ user: 'bob' })
      const { id } = await ann.capture({ text: 'the xylotheque' })
      const begin = 'what did Mia say last summer when we sat in front of the garden gate about'
      await other.search({ question: `${begin} Lisbon` })
      await ann.search({ question: `${begin} a xylotheque` })
      await other.recalls({})
      const receipt = await ann.forget({ id })
      expect(receipt).toMatchObject({ state: 'physical', counts: { recall: 1 }, proof: { repairs: [] } })
      expect(await asked(other)).toEqual([`${begin} Lisbon`])
      await engine.close()
    },
  )

  it('reads the log once, however many items go in one transaction', async () => {
    const spine = await openSpine(await temporaryFolder(), { durability: 'normal' })
    const kept = await Promise.all(
      ['xylotheque', 'quokka', 'marzipan', 'garden'].map((text) => capture(spine, reach, { text })),
    )
    const recall = { at: 1, ranked: 0, missing: {}, hits: [] }
    const options = { limit: 20, mode: 'measured', now: 1, zone: 'UTC' } as const
    for (const [n, question] of ['which xylotheque?', 'a quokka', 'marzipan -lisbon', 'garden'].entries())
      await spine.store.tx(() =>
        keepRecall(reach, { ...recall, options, id: `r${n}`, question }, 0 as LookedAt),
      )
    const identities = await spine.store.query(
      column<never>(sql`select identity from item where bank = ${reach.writes} order by rid limit 3`),
    )
    const reads: string[] = []
    const { erased, ids } = await spine.store.tx(function* counted(): ReturnType<typeof uniteTombstones> {
      const body = uniteTombstones(
        spine,
        reach,
        identities.map((identity) => ({ identity, forgottenAt: 2 })),
      )
      for (let step = body.next(); ; ) {
        if (step.done === true) return step.value
        const text = step.value.query.strings.join('?')
        if (/select rid.* from recall where/s.test(text)) reads.push(text)
        step = body.next(yield step.value)
      }
    })
    expect(ids).toEqual(kept.slice(0, 3).map(({ id }) => id))
    expect(reads).toHaveLength(1)
    const texts = erased.flatMap((one) => one.texts)
    expect(texts).toEqual(expect.arrayContaining(['which xylotheque?', 'a quokka', 'marzipan -lisbon']))
    expect(texts).not.toContain('garden')
    await spine.store.close()
  })

  it('takes questions apart again that another segmentation took apart', async () => {
    const home = await temporaryFolder()
    const engine = await open(home)
    const ann = engine.as({ user: 'ann' })
    const { id } = await ann.capture({ text: 'the garden gate' })
    for (const question of ['gardens of Lisbon', 'Mia']) await ann.search({ question, kinds: ['turn'] })
    expect(await asked(ann)).toHaveLength(2)
    const db = new BetterSqlite3(storeFile(home))
    db.exec(`update recall set version = 0, tokens = 'other'`)
    db.close()
    await ann.forget({ id, verify: false })
    expect(await asked(ann)).toEqual(['Mia'])
    await engine.close()
  })

  it('of another user does not matter', async () => {
    const home = await temporaryFolder()
    const engine = await open(home)
    const [ann, bob] = [engine.as({ user: 'ann' }), engine.as({ user: 'bob' })]
    const { id } = await bob.capture({ text: 'the garden gate' })
    await ann.capture({ text: 'the garden gate' })
    await ann.search({ question: 'garden gate' })
    await bob.forget({ id })
    expect(await asked(ann)).toEqual(['garden gate'])
    await engine.close()
  })
})

describe('the recall log', () => {
  it('is cleared for good, and what is remembered stays', async () => {
    const home = await temporaryFolder()
    const engine = await open(home)
    const ann = engine.as({ user: 'ann' })
    const { id } = await ann.capture({ text: 'the garden gate' })
    await ann.search({ question: 'is the xylotheque beside the garden?' })
    await ann.used({ ids: [id] })
    expect(await ann.clearRecalls({})).toMatchObject({ recalls: 1, state: 'physical' })
    expect(await asked(ann)).toEqual([])
    expect(await ann.get({ id })).toMatchObject({ useCount: 1 })
    expect((await ann.auditLog({ operation: 'clear_recalls' })).rows).toMatchObject([
      { outcome: 'done', counts: { recall: 1, recall_use: 1 } },
    ])
    await engine.close()
    expect(searchFolder(home, needlesOf('xylotheque'))).toEqual([])
  })

  it('goes with everything else when a memory is cleared', async () => {
    const home = await temporaryFolder()
    const engine = await open(home)
    const ann = engine.as({ user: 'ann' })
    await ann.search({ question: 'xylotheque, in an empty memory' })
    expect(await asked(ann)).toHaveLength(1)
    expect(await ann.clear({ confirm: 'ann' })).toMatchObject({ items: 0, counts: { recall: 1 } })
    await ann.capture({ text: 'the garden gate' })
    await ann.search({ question: 'xylotheque, in a memory of one' })
    expect(await asked(ann)).toHaveLength(1)
    expect(await ann.clear({ confirm: 'ann' })).toMatchObject({
      items: 1,
      counts: { recall: 1 },
      state: 'physical',
    })
    expect(await asked(ann)).toEqual([])
    await engine.close()
    expect(searchFolder(home, needlesOf('xylotheque'))).toEqual([])
  })

  it('is in no archive, and in no audit', async () => {
    const engine = await open(await temporaryFolder())
    const ann = engine.as({ user: 'ann' })
    await ann.search({ question: 'xylotheque' })
    await ann.explain({})
    await ann.recalls({})
    expect((await archiveOf(engine)).join('')).not.toContain('xylotheque')
    expect(JSON.stringify(await ann.auditLog({}))).not.toContain('xylotheque')
    await engine.close()
  })
})
