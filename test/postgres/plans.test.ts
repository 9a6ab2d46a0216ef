import postgres from 'postgres'
import { expect, it } from 'vitest'
import { systemEnv } from '../../src/clock.js'
import { createEmbedding } from '../../src/embedding/embedding-queue.js'
import { loadIdentityKey, type Spine } from '../../src/items/spine.js'
import { kinds } from '../../src/kinds.js'
import { callOperation } from '../../src/operations/call-operation.js'
import { operations } from '../../src/operations/table.js'
import { reachedBanks, reachOf } from '../../src/reach.js'
import { createReadLog } from '../../src/read-log.js'
import { createNearVectors } from '../../src/search/vectors/create-near-vectors.js'
import { createCompiler } from '../../src/store/compile.js'
import { openPostgres } from '../../src/store/postgres/postgres-store.js'
import type { Stmt } from '../../src/store/statement.js'
import { callOf } from '../call-of.js'
import { sourceOf } from '../embedding/open-embedding.js'
import { createHashEmbedder } from '../hash-embedder.js'
import { describePostgres, newRoles } from './database.js'
import { countRoundTrips } from './round-trips.js'

const BANK = 'u/ann/main'
const ITEMS = 900
const BANKS = 12
/** Of what a statement looks up in the bank; all of its items are more. */
const MOST_ROWS = 700

const WORDS =
  'garden gate river stone paper window music letter winter bridge market silver harbour copper'.split(' ')

describePostgres('the plans of what calls ask', () => {
  it('look rows up in their bank, and read none whole, planned for these values or for any', async () => {
    const { url, administrator } = await newRoles()
    const env = systemEnv()
    const store = await openPostgres({ url, env })
    const counted = countRoundTrips(store)
    const readLog = createReadLog(store, env)
    const embedding = createEmbedding({ store, env, source: sourceOf(createHashEmbedder()) })
    const ann = reachOf({ user: 'ann' })
    const spine: Spine = {
      ...{ env, zone: 'UTC', kinds, embedding },
      store: counted.store.within(reachedBanks(ann)),
      identityKey: await loadIdentityKey(store, env),
      vectors: createNearVectors(counted.store),
    }
    const call = callOf(spine, ann, readLog)
    const content = Array.from({ length: ITEMS }, (_, i) => lineOf(i)).join('\n')
    await callOperation(operations.import, call, { content })
    for (const text of ['Mia moved to Lisbon in March', 'Tom lives in Oslo'])
      await callOperation(operations.capture, call, { text })
    await callOperation(operations.embed, call, {})
    const server = postgres(administrator, { max: 1, onnotice: () => undefined })
    await copyBank(server)
    await callOperation(operations.search, call, { question: QUESTION })

    counted.statements()
    await callOperation(operations.search, call, { question: QUESTION })
    await callOperation(operations.ftsSearch, call, { words: 'garden' })
    await callOperation(operations.recordRecall, call, { request: QUESTION })
    await callOperation(operations.promptAssemble, call, { ask: QUESTION })
    await callOperation(operations.capture, call, { text: 'the train was late again' })
    await callOperation(operations.capture, call, { text: 'Mia works at Acme' })
    const asked = new Map(
      counted.statements().map((statement) => [compile(statement.query).prepared, statement]),
    )
    expect(asked.size).toBeGreaterThan(40)

    const sized = await server<{ name: string; rows: number }[]>`
      select relname as name, cast(reltuples as int) as rows from pg_class where relkind = 'r'`
    await server.end()
    const rowsOf = new Map(sized.map(({ name, rows }) => [name, rows]))
    const client = postgres(url, { max: 1, onnotice: () => undefined })
    for (const mode of ['force_custom_plan', 'force_generic_plan']) {
      for (const [text, statement] of asked) {
        for (const scan of await scansOf(client, mode, text, statement)) {
          const relation = scan['Relation Name'] ?? ''
          // A table of a page is read as it is.
          if ((rowsOf.get(relation) ?? 0) < ITEMS) continue
          const read =
            ((scan['Actual Rows'] ?? 0) + (scan['Rows Removed by Filter'] ?? 0)) * (scan['Actual Loops'] ?? 1)
          const said = `${mode}: ${scan['Node Type']} on ${relation} of ${text.replace(/\s+/g, ' ')}`
          expect.soft(scan['Node Type'], said).not.toBe('Seq Scan')
          expect.soft(read, said).toBeLessThanOrEqual(MOST_ROWS)
          if (scan['Index Cond'] !== undefined) expect.soft(scan['Index Cond'], said).toMatch(/\bbank = /)
        }
      }
    }
    await client.end()
    await embedding.close()
    await readLog.flush()
    await store.close()
  }, 180_000)
})

const QUESTION = 'where does Mia live, by the garden gate?'
const compile = createCompiler('postgres', (text) => text)

function lineOf(i: number): string {
  const word = (n: number) => WORDS[(i * n + (i % 7)) % WORDS.length]
  const content = `note ${i}: the ${word(3)} and the ${word(5)} by the ${word(11)}`
  const at = new Date(Date.UTC(2024, 0, 1) + i * 60_000).toISOString()
  return JSON.stringify({
    session: `talk-${Math.floor(i / 20)}`,
    role: i % 2 === 0 ? 'user' : 'assistant',
    content,
    at,
  })
}

/** The rows of the bank again, under many other names. */
async function copyBank(server: postgres.Sql): Promise<void> {
  const tables = await server<{ name: string; columns: string }[]>`
    select c.relname as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname <> 'bank'
      and exists (select 1 from pg_attribute b where b.attrelid = c.oid and b.attname = 'bank')
    group by c.relname`
  for (const { name, columns } of tables) {
    await server.unsafe(
      `insert into ${name} (bank, ${columns}) select 'u/other' || n || '/main', ${columns}
       from ${name}, generate_series(1, ${BANKS}) as n where bank = '${BANK}'`,
    )
  }
  await server.unsafe('vacuum analyze')
}

interface Plan {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Cond'?: string
  /** Of what only reads: what writes is planned alone, since its rows are there. */
  readonly 'Actual Rows'?: number
  readonly 'Actual Loops'?: number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly Plan[]
}

/** Of a statement in a transaction of the call's bank, which is then taken back. */
async function scansOf(client: postgres.Sql, mode: string, text: string, { query }: Stmt<unknown>) {
  const values = compile(query).values.map(literal).join(', ')
  let plan: Plan | undefined
  await client
    .begin(async (tx) => {
      await tx.unsafe(`set local recollect.reads = '${BANK}'; set local recollect.writes = '${BANK}';
        set local recollect.rid = '9000000'; set local plan_cache_mode = ${mode}`)
      await tx.unsafe(`prepare asked as ${text}`)
      const [answer] = await tx.unsafe(
        `explain (analyze ${/^\s*select/.test(text)}, format json) execute asked ${values === '' ? '' : `(${values})`}`,
      )
      plan = (answer!['QUERY PLAN'] as { Plan: Plan }[])[0]!.Plan
      throw TAKEN_BACK
    })
    .catch((error) => {
      if (error !== TAKEN_BACK) throw error
    })
  await client.unsafe('deallocate all')
  return readingIn(plan!)
}

const TAKEN_BACK = new Error('taken back')

function readingIn(plan: Plan): Plan[] {
  const isScan = plan['Relation Name'] !== undefined && plan['Node Type'] !== 'ModifyTable'
  return [...(isScan ? [plan] : []), ...(plan.Plans ?? []).flatMap(readingIn)]
}

function literal(value: string | number | null | Uint8Array): string {
  if (value === null) return 'null'
  if (value instanceof Uint8Array) return `'\\x${Buffer.from(value).toString('hex')}'`
  return typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`
}
