import type { Engine, Memory } from '../../src/index.js'
import { createCorpus } from '../corpus.js'

/** What the calls that are measured need to know of what is there. */
export interface Known {
  readonly turn: string
  readonly fact: string
  readonly entity: string
  readonly record: string
  readonly artifact: string
  readonly question: string
}

/** Conversations of `items` messages: 99 of 100 of one user, the rest of another. */
export async function fillWithMessages(engine: Engine, items: number): Promise<void> {
  const small = Math.round(items / 100)
  const corpus = createCorpus(SEED)
  for (const [user, count] of [
    ['big', items - small],
    ['small', small],
  ] as const) {
    const memory = engine.as({ user })
    await memory.import({ content: messages(user, count, corpus.text), asMine: true })
    await memory.embed({})
  }
}

/** What is not said in conversations, a share of `items` each; under 5,000, as each is a call of its own. */
export async function fillWithTheRest(engine: Engine, items: number): Promise<void> {
  const memory = engine.as({ user: 'big' })
  const count = Math.min(Math.ceil(items / 100), 5_000)
  const { text } = createCorpus(SEED + 1)
  await manyAtOnce(count, (n) =>
    memory.capture({ text: `${statement(n)} ${text()}`, tags: [`tag${n % 50}`] }),
  )
  await memory.recordImport({
    files: Array.from({ length: count }, (_, n) => ({
      path: `notes/${n}.md`,
      content: `---\nname: note ${n}\ndescription: about the site ${n}\ntype: reference\n---\n${text()}\n`,
    })),
  })
  await documents(memory, count, text)
  await manyAtOnce(Math.ceil(count / 10), (n) =>
    memory.taskOpen({ name: `task ${n}`, goal: `site ${n} is done`, session: `big-${n}` }),
  )
  await manyAtOnce(Math.ceil(count / 10), (n) => memory.artifactKeep({ text: `line ${n}\n`.repeat(3_000) }))
  for (let from = 0; from < count; from += AT_ONCE)
    await memory.transcriptAppend({
      session: 'long',
      events: Array.from({ length: AT_ONCE }, (_, n) => ({
        type: 'message',
        role: n % 2 === 0 ? 'user' : 'assistant',
        text: `${text()} ${from + n}`,
      })),
    })
  const team = engine.as({ user: 'big', workspace: 'acme/web' })
  await manyAtOnce(Math.ceil(count / 10), (n) =>
    team.workspaceNote({ text: `Database ${n % 40}: ${text()}`, type: 'decision' }),
  )
  await memory.instruct({ action: 'add', text: 'Always reply in French' })
  await manyAtOnce(Math.ceil(count / 50), () => memory.search({ question: text(), meaning: false }))
}

export async function knownOf(memory: Memory): Promise<Known> {
  const turns = await memory.items({ kinds: ['turn'], limit: 1 })
  const { facts } = await memory.facts({ category: 'preference', limit: 1 })
  const { entities } = await memory.entities({ limit: 1 })
  const { records } = await memory.recordList({ limit: 1 })
  const { artifacts } = await memory.artifactList({ limit: 1 })
  const known = {
    turn: turns.items[0]?.id,
    fact: facts[0]?.id,
    entity: entities[0]?.id,
    record: records[0]?.id,
    artifact: artifacts[0]?.id,
    question: 'what did the team say about the garden in the north',
  }
  const missing = Object.entries(known).find(([, id]) => id === undefined)
  if (missing !== undefined) throw new Error(`the store has no ${missing[0]}: fill it anew`)
  return known as Known
}

const SEED = 20_261_201
const AT_ONCE = 100
const SESSION_TURNS = 50
const FIRST_AT = Date.UTC(2022, 0, 1)

export async function* messages(
  session: string,
  count: number,
  text: () => string,
): AsyncGenerator<string, void> {
  for (let n = 0; n < count; n++)
    yield `${JSON.stringify({
      role: n % 2 === 0 ? 'user' : 'assistant',
      content: text(),
      at: FIRST_AT + n * 60_000,
      session: `${session}-${Math.floor(n / SESSION_TURNS)}`,
    })}\n`
}

function statement(n: number): string {
  const forms = [
    `Alex${n} Patel owns the web chat UI ${n}.`,
    `Sarah${n} Chen reports to Marcus${n % 100} Rivera.`,
    `I live in Town${n}.`,
    `We decided to use Tool${n} instead of Other${n} because it is small.`,
    `I prefer tea of kind ${n}.`,
  ]
  return forms[n % forms.length] ?? ''
}

async function documents(memory: Memory, count: number, text: () => string): Promise<void> {
  const page = (n: number, parts: number) =>
    `# Page ${n}\n\n${Array.from({ length: parts }, (_, k) => `## Part ${k}\n\n${text()}\n`).join('\n')}`
  const files = Array.from({ length: Math.ceil(count / 20) }, (_, n) => ({
    path: `handbook/${n}.md`,
    content: page(n, 40),
  }))
  await memory.knowledgeImport({ files: [...files, { path: 'large.md', content: page(-1, count) }] })
  for (const { path } of [...files, { path: 'large.md' }]) await memory.knowledgePublish({ document: path })
}

async function manyAtOnce(count: number, work: (n: number) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < count; from += AT_ONCE)
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, k) => work(from + k)))
}
