import BetterSqlite3 from 'better-sqlite3'
import { doctor } from '../../src/items/doctor.js'
import { forget, type Receipt } from '../../src/items/forget.js'
import type { Spine } from '../../src/items/spine.js'
import { sql } from '../../src/store/sql.js'
import { all, get } from '../../src/store/statement.js'
import { capture } from '../../src/user/thoughts.js'
import { holdingAll } from '../../src/words/holding-lists.js'
import { tokenKey } from '../../src/words/token-key.js'
import { readWordLists } from '../../src/words/word-lists.js'
import { ann, importLines, openSpine, storeFile } from '../open-spine.js'
import type { Random } from '../random.js'
import { createSampler, type Sample, tokensOf } from './forgetting-history.js'
import {
  keyNeedles,
  type Needle,
  needlesOf,
  readIndexedRows,
  readKeys,
  searchBytes,
  searchFolder,
} from './trace-detector.js'

export interface Kept extends Sample {
  readonly id: string
}

export interface Erasure {
  readonly living: readonly Kept[]
  readonly forgotten: readonly Kept[]
  readonly receipts: readonly Receipt[]
  /** Milliseconds of each verified forget. */
  readonly durations: readonly number[]
  /** What doctor found wrong at the end. */
  readonly findings: readonly string[]
}

/** Remembers `items` texts, then forgets `forgets` of them at random while new ones come in between. */
export async function forgetAtRandom(
  folder: string,
  random: Random,
  { items, forgets }: { readonly items: number; readonly forgets: number },
): Promise<Erasure> {
  const spine = await openSpine(folder)
  const sample = createSampler(random)
  const living: Kept[] = []
  const forgotten: Kept[] = []
  const receipts: Receipt[] = []
  const durations: number[] = []
  let made = 0
  const add = async (count: number) => {
    living.push(
      ...(await remember(
        spine,
        Array.from({ length: count }, () => sample(made++)),
      )),
    )
  }
  while (made < items) await add(Math.min(500, items - made))
  for (let i = 0; i < forgets; i++) {
    const [victim] = living.splice(random.int(living.length), 1) as [Kept]
    const started = performance.now()
    receipts.push(await forget(spine, ann, victim.id, { verify: true }))
    durations.push(performance.now() - started)
    forgotten.push(victim)
    if (i % 4 === 0) await add(1 + random.int(4))
  }
  const findings = (await doctor(spine, ann))
    .filter(({ isOk }) => !isOk)
    .map(({ check, detail }) => `${check}: ${detail}`)
  await spine.store.close()
  return { living, forgotten, receipts, durations, findings }
}

/** Adds each sample as what it is, a note or a turn of a conversation. */
export async function remember(spine: Spine, samples: readonly Sample[]): Promise<Kept[]> {
  const notes = samples.filter(({ turn }) => turn === null)
  const turns = samples.filter(({ turn }) => turn !== null)
  const captured = await Promise.all(notes.map(({ text, tags }) => capture(spine, ann, { text, tags })))
  await importLines(
    spine,
    ann,
    turns.map(({ text, turn }) => `${JSON.stringify({ role: 'user', content: text, ...turn })}\n`),
  )
  const rows = await spine.store.query(
    all<{ id: string; name: string }>(sql`
      select i.id, s.name from session s
      join turn t on t.bank = s.bank and t.session_rid = s.rid
      join item i on i.bank = t.bank and i.rid = t.item_rid
      where s.bank = ${ann.writes} order by s.rid desc limit ${turns.length}`),
  )
  const idOfSession = new Map(rows.map(({ id, name }) => [name, id]))
  return [
    ...notes.map((note, i) => ({ ...note, id: captured[i]?.id ?? 'missing' })),
    ...turns.map((turn) => ({ ...turn, id: idOfSession.get(turn.turn?.session ?? '') ?? 'missing' })),
  ]
}

/** Everything of a forgotten text that a byte or an index term of the closed store still shows. */
export function tracesOf(folder: string, forgotten: readonly Sample[], living: readonly Sample[]): string[] {
  const livingTokens = new Set(living.flatMap(({ text }) => tokensOf(text)))
  const deadTokens = new Set(
    forgotten.flatMap(({ text }) => tokensOf(text)).filter((token) => !livingTokens.has(token)),
  )
  const file = storeFile(folder)
  const keys = readKeys(file)
  const traces = searchFolder(folder, needlesOfForgotten(forgotten, living, deadTokens))
  for (const token of deadTokens) if (keys.has(tokenKey(token))) traces.push(`index: ${token}`)
  for (const rid of strayRows(file)) traces.push(`index: row ${rid}`)
  return traces
}

/** Rows that the index of words names and that have no terms. */
function strayRows(file: string): number[] {
  const db = new BetterSqlite3(file, { readonly: true })
  try {
    const living = new Set(db.prepare('select rid from item_terms').pluck().all() as number[])
    return [...readIndexedRows(file)].filter((rid) => rid !== 0 && !living.has(rid))
  } finally {
    db.close()
  }
}

/** Pieces that only the forgotten had: what the living still say is theirs. */
export function needlesOfForgotten(
  forgotten: readonly Sample[],
  living: readonly Sample[],
  deadTokens: Iterable<string>,
): Needle[] {
  const needles = [
    ...forgotten.flatMap(({ text, turn, tags = [] }) => [
      ...needlesOf(text),
      ...tags.flatMap((tag) => needlesOf(tag)),
      ...(turn === null ? [] : [...needlesOf(turn.session), ...needlesOf(turn.speaker)]),
      ...needlesOf(tokensOf(text).join(' ')),
    ]),
    ...[...deadTokens].flatMap(keyNeedles),
  ]
  const said = living.map(
    ({ text, turn, tags = [] }) =>
      `${text}\n${turn?.session}\n${turn?.speaker}\n${tags.join('\n')}\n${tokensOf(text).join(' ')}\n`,
  )
  const ofTheLiving = new Set(
    searchBytes(Buffer.from(said.join('')), needles).map(({ bytes }) => bytes.toString('hex')),
  )
  return needles.filter(({ bytes }) => !ofTheLiving.has(bytes.toString('hex')))
}

/** Living items whose text differs from what was given, or that the index does not find by their own words. */
export async function harmed(folder: string, living: readonly Kept[]): Promise<string[]> {
  const spine = await openSpine(folder)
  try {
    const problems: string[] = []
    for (const { id, text } of living) {
      const row = await spine.store.query(
        get<{ rid: number; body: string }>(sql`
          select x.rid, x.body from item i join item_text x on x.bank = i.bank and x.rid = i.text_rid
          where i.bank = ${ann.writes} and i.id = ${id}`),
      )
      if (row?.body !== text) problems.push(`${id} lost or changed its text`)
      const [token] = tokensOf(text).sort((a, b) => b.length - a.length)
      if (row === undefined || token === undefined) continue
      const found = await spine.store.read(function* () {
        return holdingAll(yield* readWordLists(spine.store, ann.writes, [token]))
      })
      if (!found.includes(row.rid)) problems.push(`${id} is not found by ${token}`)
    }
    return problems
  } finally {
    await spine.store.close()
  }
}
