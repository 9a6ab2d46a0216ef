import { expect, it } from 'vitest'
import { type Engine, openMemory, operations } from '../../src/index.js'
import type { NewMemoryPlace } from '../each-engine.js'
import { denseEmbedder } from '../embedding/dense-embedder.mjs'
import { settled } from '../embedding/open-embedding.js'
import { ABSENT, attempts, type Name, SECRET } from './isolation-attempts.js'
import { answerOf, fillTheirs, reveals } from './theirs.js'

/** Names that a careless comparison would take for one another. */
const lookalikes: readonly (readonly [mine: string, other: string])[] = [
  ['ann', 'Ann'],
  ['ann', 'bob'],
  ['andré', 'andré'.normalize('NFD')],
  ['a/b', 'a%2fb'],
  ['ann', 'ann '],
  ['ann', 'ann/main'],
  ['ﬁona', 'fiona'],
  ['İ', 'i̇'],
  ['a_b', 'a%b'],
]

/** By words alone; and, for names of each sort, by vectors too, with the one embedder and the one cache of both. */
export const cases: readonly Case[] = [
  ...lookalikes.map(([mine, other]) => ({ mine, other, by: 'words' as const })),
  ...lookalikes.slice(0, 3).map(([mine, other]) => ({ mine, other, by: 'words and vectors' as const })),
]

export interface Case {
  readonly mine: string
  readonly other: string
  readonly by: 'words' | 'words and vectors'
}

/** What one user may learn of another, whatever is called: nothing. */
export function learnsNothing({ mine, other, by }: Case, newPlace: NewMemoryPlace): void {
  async function open(): Promise<Engine> {
    const embedder = by === 'words' ? 'off' : denseEmbedder()
    return openMemory({ ...(await newPlace()), durability: 'normal', zone: 'UTC', embedder })
  }

  it('is nothing, by any operation', { timeout: 300_000 }, async () => {
    const engine = await open()
    const theirs = await fillTheirs(engine, other)
    if (by !== 'words') {
      expect(await settled(engine, other)).toMatchObject({ indexed: theirs.items, pending: 0 })
      const { missing } = await engine.as({ user: other }).search({ question: SECRET })
      expect(missing).not.toHaveProperty('vectors')
    }
    const memory = engine.as({ user: mine })
    for (const name of Object.keys(operations) as Name[]) {
      for (const input of attempts[name](theirs)) {
        const answer = await answerOf(memory, name, input)
        const asked = theirs.ids.find((id) => JSON.stringify(input).includes(id))
        const said = asked === undefined ? answer : answer.replaceAll(asked, ABSENT)
        expect([name, input, reveals(said, theirs)]).toEqual([name, input, []])
        // An id of someone else's is answered as one that does not exist.
        if (asked === undefined) continue
        const ofAbsent = JSON.parse(JSON.stringify(input).replaceAll(asked, ABSENT))
        expect(said).toBe(await answerOf(memory, name, ofAbsent))
      }
    }
    // A task and a message of their own stay; two outputs are pruned.
    expect(await memory.stats({})).toMatchObject({ items: 13, sessions: 1, forgotten: 2 })
    if (by !== 'words')
      expect(await settled(engine, mine)).toMatchObject({ indexed: 10, failed: 0, pending: 0 })
    await engine.close()
  })

  it('does not change with what the other does', { timeout: 120_000 }, async () => {
    const engine = await open()
    const memory = engine.as({ user: mine })
    for (const text of ['the garden gate is green', 'the garden wall', '部署方案'])
      await memory.capture({ text })
    const look = async () => {
      const embedding = await settled(engine, mine)
      const { hits, missing } = await memory.search({ question: 'garden gate 部署' })
      const { items, sessions, forgotten, byKind, index } = await memory.stats({})
      return {
        hits: hits.map(({ id, score, why }) => ({ id, score, why })),
        missing,
        embedding,
        items,
        sessions,
        forgotten,
        byKind,
        index,
      }
    }
    const before = await look()
    const { ids } = await fillTheirs(engine, other)
    await settled(engine, other)
    await engine.as({ user: other }).forget({ id: ids[0] as string, verify: false })
    expect(await look()).toEqual(before)
    await engine.close()
  })
}
