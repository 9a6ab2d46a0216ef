import { describe, expect, it } from 'vitest'
import { type Engine, type Memory, MemoryError, openMemory, operations } from '../../src/index.js'
import { denseEmbedder } from '../embedding/dense-embedder.mjs'
import { settled } from '../embedding/open-embedding.js'
import { temporaryFolder } from '../open-spine.js'
import {
  ABSENT,
  attempts,
  type Name,
  questions,
  SECRET,
  THEIR_DOCUMENT,
  THEIR_FRIEND,
  THEIR_OUTPUT,
  THEIR_RECORD,
  THEIR_TAG,
  THEIR_TEXT,
  type Theirs,
} from './isolation-attempts.js'

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
const cases = [
  ...lookalikes.map(([mine, other]) => ({ mine, other, by: 'words' as const })),
  ...lookalikes.slice(0, 3).map(([mine, other]) => ({ mine, other, by: 'words and vectors' as const })),
]

describe.each(cases)('what $mine may learn of $other by $by', ({ mine, other, by }) => {
  async function open(): Promise<Engine> {
    const embedder = by === 'words' ? 'off' : denseEmbedder()
    return openMemory({ home: await temporaryFolder(), durability: 'normal', zone: 'UTC', embedder })
  }

  it('is nothing, by any operation', async () => {
    const engine = await open()
    const theirs = await fill(engine.as({ user: other }))
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

  it('does not change with what the other does', async () => {
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
    const { ids } = await fill(engine.as({ user: other }))
    await settled(engine, other)
    await engine.as({ user: other }).forget({ id: ids[0] as string, verify: false })
    expect(await look()).toEqual(before)
    await engine.close()
  })
})

async function fill(memory: Memory): Promise<Theirs> {
  const { id } = await memory.capture({ text: `${SECRET} the garden gate code is 4711`, tags: [THEIR_TAG] })
  const derived = await memory.capture({ text: `${SECRET} gate code`, sources: [id] })
  await memory.import({
    content: [1, 2, 3]
      .map((n) => ({
        role: 'user',
        content: `${SECRET} turn ${n}`,
        speaker: `${SECRET} speaker`,
        session: `${SECRET} session`,
        channel: SECRET,
      }))
      .map((line) => JSON.stringify(line))
      .join('\n'),
  })
  await memory.capture({ text: `${THEIR_FRIEND} owns the 4711 project. She reports to me.` })
  const { entities, relations } = await memory.graph({ name: THEIR_FRIEND })
  expect(relations.length).toBeGreaterThan(0)
  const { facts } = await memory.facts({})
  expect(facts.length).toBeGreaterThan(0)
  const record = await memory.recordSave({
    name: THEIR_RECORD,
    description: `${SECRET} gate code`,
    type: 'reference',
    body: `${SECRET} gate code is 4711`,
  })
  const imported = await memory.knowledgeImport({ files: [{ path: THEIR_DOCUMENT, content: THEIR_TEXT }] })
  await memory.knowledgePublish({ document: THEIR_DOCUMENT })
  await memory.knowledgeAttach({ all: true })
  const { hits, recallId } = await memory.search({ question: `${SECRET} gate code` })
  const output = await memory.artifactKeep({ text: THEIR_OUTPUT, session: `${SECRET} session` })
  const other = await memory.artifactKeep({ text: `${SECRET} output` })
  const { task } = await memory.taskOpen({ name: THEIR_RECORD, goal: `${SECRET} goal` })
  return {
    items: 7,
    // The id of a search is as little theirs to name.
    ids: [
      id,
      derived.id,
      ...hits.map((hit) => hit.id),
      recallId,
      record.id,
      output.id,
      task.id,
      other.id,
      ...imported.documents.flatMap((document) => document.id ?? []),
      ...[...entities, ...facts].map((one) => one.id),
    ],
    questions,
  }
}

async function answerOf(memory: Memory, name: Name, input: unknown): Promise<string> {
  try {
    const method = memory[name] as (input: unknown) => Promise<unknown>
    return await said(await method(input))
  } catch (error) {
    if (!(error instanceof MemoryError)) throw error
    return JSON.stringify({ code: error.code, message: error.message, hint: error.hint })
  }
}

async function said(answer: unknown): Promise<string> {
  const isOwn = (key: string, value: unknown) =>
    ownWords.has(key) || (key === 'question' && questions.some((question) => question === value))
  let text = JSON.stringify(answer, (key, value) => (isOwn(key, value) ? undefined : value))
  const { lines } = answer as { lines?: AsyncIterable<string> }
  for await (const line of lines ?? []) text += line
  return text
}

/** A look's own name, and the caller's own phrases. */
const ownWords: ReadonlySet<string> = new Set(['recallId', 'relaxed'])

/** Everything of the other's that an answer holds. The marker may only come back where the caller gave it. */
function reveals(answer: string, { ids }: Theirs): string[] {
  return [
    ...ids,
    'gate code',
    ' 4711',
    '4711 project',
    THEIR_TAG,
    `${SECRET} turn`,
    `${SECRET} speaker`,
  ].filter((secret) => answer.includes(secret))
}
