import { expect } from 'vitest'
import { type Engine, type Memory, MemoryError } from '../../src/index.js'
import {
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

/** What someone else has kept. */
export interface Kept extends Theirs {
  /** Id of a key that opens it. */
  readonly key: string
}

/** Keeps something of everything for a user, marked so that it is known wherever it comes out. */
export async function fillTheirs(engine: Engine, user: string): Promise<Kept> {
  const memory = engine.as({ user })
  const key = await engine
    .as({ user: 'root', administrator: true })
    .keyCreate({ name: `${SECRET} key`, for: user })
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
    key: key.id,
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

/** What an operation says, also where it refuses. */
export async function answerOf(memory: Memory, name: Name, input: unknown): Promise<string> {
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
export function reveals(answer: string, { ids, key }: Kept): string[] {
  return [
    ...ids,
    key,
    'gate code',
    ' 4711',
    '4711 project',
    THEIR_TAG,
    `${SECRET} turn`,
    `${SECRET} speaker`,
    `${SECRET} key`,
  ].filter((secret) => answer.includes(secret))
}
