import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openMemory } from '../../src/engine.js'
import type { MemoryOptions } from '../../src/memory-options.js'
import { describePostgres, newDatabase } from '../postgres/database.js'

describePostgres('a search in the graph on SQLite and PostgreSQL', () => {
  it('answers with the same paths and the same facts', async () => {
    const home = mkdtempSync(join(tmpdir(), 'recollect-graph-'))
    const onSqlite = await answers({ home })
    rmSync(home, { recursive: true, force: true })
    expect(await answers({ store: await newDatabase() })).toEqual(onSqlite)
    expect(onSqlite.every(({ paths, noPath }) => paths.length > 0 || noPath !== null)).toBe(true)
  })
})

/** By names alone: words of the texts are found on SQLite only. */
async function answers(options: MemoryOptions) {
  const engine = await openMemory({ ...options, zone: 'UTC', embedder: 'off' })
  const ann = engine.as({ user: 'ann' })
  for (const [occurredAt, text] of TOLD) await ann.capture({ text, occurredAt })
  const told = []
  for (const asked of ASKED) {
    const { hits, paths, noPath } = await ann.search({ meaning: false, ...asked })
    const byNames = hits.filter(({ layers }) => layers.some(({ layer }) => layer === 'entities'))
    told.push({
      paths: paths.map(({ path }) => path),
      noPath,
      first: byNames.slice(0, 1).map(({ kind, text, facts }) => ({
        kind,
        text,
        facts: facts.map(({ key, value, status }) => ({ key, value, status })),
      })),
    })
  }
  await engine.close()
  return told
}

const TOLD = [
  ['2024-01-10', 'Omar Haddad lives in Madrid.'],
  ['2024-02-10', 'Omar Haddad reports to Priya Nair.'],
  ['2024-06-10', 'Omar Haddad lives in Turin.'],
  ['2024-07-10', 'Priya Nair owns the web chat UI.'],
  ['2024-08-10', 'I live in Lisbon.'],
] as const

const ASKED = [
  { question: 'Where does Omar Haddad live?' },
  { question: 'Where does Omar Haddad live?', asOf: '2024-03-01' },
  { question: 'Where does Omar Haddad live?', kinds: ['relation' as const] },
  { question: 'Who reviews changes to the web chat UI?' },
  { question: 'Where do I live?' },
  { question: 'Who mentors Omar?' },
]
