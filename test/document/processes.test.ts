import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, it } from 'vitest'
import { systemEnv } from '../../src/clock.js'
import { type Memory, openMemory } from '../../src/engine.js'
import type { MemoryOptions } from '../../src/memory-options.js'
import { temporaryFolder } from '../open-spine.js'
import { describePostgres, newDatabase } from '../postgres/database.js'
import { ended, ensureBuilt, start } from '../processes/processes.js'
import { createRandom, runSeed } from '../random.js'

beforeAll(ensureBuilt)

/** More sections than one transaction writes. */
const large = `# Round ROUND\n\n${Array.from({ length: 2_100 }, (_, n) => `## Section ${n}\n\nof ROUND, word${n % 50}.\n\n`).join('')}`

type Files = readonly { readonly path: string; readonly content: string }[]

/** More than fits on a command line. */
async function asFile(files: Files): Promise<string> {
  const file = join(await temporaryFolder(), 'files.json')
  writeFileSync(file, JSON.stringify(files))
  return file
}

const SCRIPT = 'document/documents-process.mjs'

async function looking<T>(options: MemoryOptions, look: (memory: Memory) => Promise<T>): Promise<T> {
  const engine = await openMemory({ ...options, zone: 'UTC', embedder: 'off' })
  try {
    return await look(engine.as({ user: 'ann' }))
  } finally {
    await engine.close()
  }
}

async function wholeText(memory: Memory, document: string, version: number): Promise<string> {
  let text = ''
  for (let from: number | null = 0; from !== null; ) {
    const page = await memory.knowledgeShow({ document, version, text: true, from, maxChars: 200_000 })
    text += page.text?.content ?? ''
    from = page.text?.next ?? null
  }
  return text
}

async function troubles(memory: Memory): Promise<string[]> {
  const { findings } = await memory.doctor({})
  return findings.filter(({ isOk }) => !isOk).map(({ check }) => check)
}

it(`keeps every version whole through kills (SEED=${runSeed})`, { timeout: 180_000 }, async () => {
  const random = createRandom(runSeed)
  const options: MemoryOptions = { home: await temporaryFolder() }
  const document = 'large.md'
  const files = await asFile([{ path: document, content: large }])
  for (let kill = 0; kill < 3; kill++) {
    const child = start(SCRIPT, { options, files, rounds: 100, from: 100 * kill })
    const end = ended(child)
    await Promise.race([once(child.stdout as Readable, 'data'), end])
    await sleep(random.int(2_500))
    child.kill('SIGKILL')
    expect((await end).complaints).toBe('')
    await looking(options, async (memory) => {
      // One that was broken off is told, and is all that is wrong.
      expect(['', 'large documents']).toContain((await troubles(memory)).join())
      const { documents } = await memory.knowledgeList({})
      for (const { latest } of documents)
        for (let version = Math.max(1, latest - 2); version <= latest; version++) {
          const text = await wholeText(memory, document, version)
          expect(text).toBe(large.replaceAll('ROUND', /^# Round (\d+)/.exec(text)?.[1] ?? ''))
        }
    })
  }
  // Another import clears away what nobody goes on with.
  const later = { ...systemEnv(), now: () => Date.now() + 3_600_000 }
  await looking({ ...options, env: later }, async (memory) => {
    await memory.knowledgeImport({ content: '# Other\n', source: 'other.md' })
    expect(await troubles(memory)).toEqual([])
    await memory.knowledgeImport({ content: large, source: document })
    await memory.knowledgePublish({ document })
    expect(await troubles(memory)).toEqual([])
    expect((await memory.stats({})).documents).toMatchObject({ documents: 2, published: 1, indexed: 2_101 })
  })
})

async function together(options: MemoryOptions): Promise<void> {
  await looking(options, async () => undefined)
  const files = [
    { path: 'large.md', content: large },
    ...Array.from({ length: 6 }, (_, n) => ({ path: `${n}.md`, content: `# File ${n}\n\nround ROUND\n` })),
  ]
  const load = { options, files: await asFile(files), rounds: 2, from: 1 }
  const both = await Promise.all([ended(start(SCRIPT, load)), ended(start(SCRIPT, load))])
  expect(both.map(({ status, complaints }) => [status, complaints])).toEqual([
    [0, ''],
    [0, ''],
  ])
  await looking(options, async (memory) => {
    const { documents } = await memory.knowledgeList({ limit: 200 })
    expect(documents.map(({ source }) => source).sort()).toEqual(files.map(({ path }) => path).sort())
    for (const { source, published } of documents) {
      const content = files.find(({ path }) => path === source)?.content.replaceAll('ROUND', '2')
      expect(await wholeText(memory, source ?? '', published ?? 0)).toBe(content)
    }
    expect(await troubles(memory)).toEqual([])
  })
}

it('makes one document of a file that two processes import at once', { timeout: 120_000 }, async () => {
  await together({ home: await temporaryFolder() })
})

describePostgres('documents on PostgreSQL', () => {
  it('are one where two processes import a file at once', { timeout: 180_000 }, async () => {
    await together({ store: await newDatabase() })
  })
})
