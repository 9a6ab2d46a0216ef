import postgres from 'postgres'
import { openMemory } from '../../src/index.js'
import { createCorpus } from '../corpus.js'
import { hashEmbedder } from './hash-embedder.js'

export const BANK_ITEMS = 1_000
/** So many banks are taken in; the others get their rows. */
export const FIRST_BANKS = 10

/** Takes in the first banks through the product, vectors included. Answers questions to what each holds. */
export async function fillFirst(place: {
  readonly home: string
  readonly store?: string
}): Promise<string[][]> {
  const engine = await openMemory({ ...place, zone: 'UTC', embedder: hashEmbedder() })
  try {
    const questions: string[][] = []
    for (let bank = 0; bank < FIRST_BANKS; bank++) {
      const corpus = createCorpus(bank + 1)
      const texts = Array.from({ length: BANK_ITEMS }, () => corpus.text())
      const memory = engine.as({ user: userOf(bank) })
      await memory.import({ content: texts.map((text, i) => lineOf(text, i)).join('\n') })
      await memory.embed({})
      questions.push(
        Array.from({ length: QUESTIONS }, (_, i) =>
          corpus.question(texts[(i * STRIDE) % BANK_ITEMS] ?? '', i % 3 === 0 ? 3 : 8),
        ),
      )
    }
    return questions
  } finally {
    await engine.close()
  }
}

export function userOf(bank: number): string {
  return `user${bank}`
}

const QUESTIONS = 60
const STRIDE = 17
const TURNS = 20
const FIRST = Date.UTC(2024, 0, 1)

function lineOf(content: string, i: number): string {
  const role = i % 2 === 0 ? 'user' : 'assistant'
  const at = new Date(FIRST + i * 60_000).toISOString()
  return JSON.stringify({ session: `talk-${Math.floor(i / TURNS)}`, role, content, at })
}

/**
 * Gives more banks the rows of the first ones, as the server's administrator: the same rows under another bank, in every
 * table of the catalogue that has one.
 */
export async function copyBanks(administrator: string, from: number, to: number): Promise<void> {
  const sql = postgres(administrator, { max: 1, onnotice: () => undefined })
  try {
    const tables = await sql.unsafe<{ name: string; columns: string }[]>(`
      select c.relname as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname <> 'bank'
        and exists (select 1 from pg_attribute b where b.attrelid = c.oid and b.attname = 'bank')
      group by c.relname`)
    const copies = tables.map(
      ({ name, columns }) =>
        `insert into ${name} (bank, ${columns}) select 'u/' || 'user' || n || '/main', ${columns}
         from ${name}, generate_series($1::int, $2::int) as n where bank = $3`,
    )
    for (let source = 0; source < FIRST_BANKS; source++) {
      const share = Math.ceil((to - from) / FIRST_BANKS)
      const first = from + source * share
      const last = Math.min(to, first + share) - 1
      if (first > last) continue
      await sql.begin(async (tx) => {
        for (const copy of copies) await tx.unsafe(copy, [first, last, `u/${userOf(source)}/main`])
      })
    }
    await sql.unsafe('vacuum analyze')
  } finally {
    await sql.end()
  }
}
