import type postgres from 'postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemEnv } from '../../src/clock.js'
import { createCompiler } from '../../src/store/compile.js'
import { openPostgres } from '../../src/store/postgres/postgres-store.js'
import { fullText } from '../../src/store/postgres/words/full-text.js'
import { type Stmt, stepping, type Tx } from '../../src/store/statement.js'
import { describePostgres, newDatabase } from '../postgres/database.js'
import { connectTo } from './rows-of.js'

describePostgres('the plans of what is asked of postings', () => {
  let server: postgres.Sql
  const index = fullText.of('u/b3')
  const row = { rid: 7, words: 'w1 w2', parts: 'w3' }

  beforeAll(async () => {
    const url = await newDatabase()
    await (await openPostgres({ url, env: systemEnv() })).close()
    server = connectTo(url)
    // Eight banks, in which one word stands in every text, and others in few.
    await server`
      insert into posting (bank, token, rid, tf)
      select 'u/b' || bank, token, rid, 1
      from generate_series(1, 8) as bank, generate_series(1, 2000) as rid,
        lateral (values ('every'), ('w' || rid % 500), ('x' || rid % 7)) as t (token)`
    await server`analyze posting`
    // As a call stands that may see one bank: behind row-level security, and no superuser.
    await server`select set_config('recollect.reads', 'u/b3', false), set_config('recollect.writes', 'u/b3', false)`
  })
  afterAll(() => server.end())

  it('sees its own bank alone, as a role that the wall stands before', async () => {
    const [seen] = await server`select count(*) as n, count(distinct bank) as banks from posting`
    expect(seen).toEqual({ n: 6_000, banks: 1 })
    const [role] =
      await server`select rolsuper or rolbypassrls as may from pg_roles where rolname = current_user`
    expect(role).toEqual({ may: false })
  })

  it.each<[string, Tx<unknown>, string]>([
    ['rows of a token', index.matches(['w12', 'every']), 'bank token'],
    ['how many they are', index.counts(['w12', 'every', 'none']), 'bank token'],
    ['rows of several tokens at once', index.holding(['every', 'w12', 'x3']), 'bank token'],
    ['the postings of a text that goes', fullText.remove('u/b3', [row]), 'bank token rid'],
  ])('%s come off the key, from the bank on', async (_what, body, columns) => {
    const scans: Plan[] = []
    for (const { text, values } of statementsOf(body)) {
      const [answer] = await server.unsafe(`explain (format json) ${text}`, values as never[])
      scans.push(...scansIn((answer!['QUERY PLAN'] as { Plan: Plan }[])[0]!.Plan))
    }
    expect(scans.length).toBeGreaterThan(0)
    for (const scan of scans) {
      const condition = scan['Index Cond'] ?? JSON.stringify(scan)
      for (const column of columns.split(' ')) expect(condition).toMatch(new RegExp(`\\b${column} = `))
    }
  })
})

interface Plan {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly Plans?: readonly Plan[]
}

/** The nodes that read postings; of a bitmap, the one that reads the index. */
function scansIn(plan: Plan): Plan[] {
  const below = (plan.Plans ?? []).flatMap(scansIn)
  const reads = plan['Index Name'] === 'posting_pkey' || plan['Relation Name'] === 'posting'
  const isFed = plan['Node Type'] === 'Bitmap Heap Scan' || plan['Node Type'] === 'ModifyTable'
  return reads && !isFed ? [plan, ...below] : below
}

const compile = createCompiler('postgres', (text) => text)

/** The statements that a body yields first. */
function statementsOf(body: Tx<unknown>): { text: string; values: unknown[] }[] {
  const step = stepping({ pending: 0, afterCommit: [] }, () => body.next())
  const first = step.value as Stmt<unknown>
  const parts = first.parts.length > 0 ? first.parts : [first]
  return parts.map(({ query }) => {
    const { prepared, values } = compile(query)
    return { text: prepared, values }
  })
}
