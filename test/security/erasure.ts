import BetterSqlite3 from 'better-sqlite3'
import { doctor } from '../../src/items/doctor.js'
import { forget, type Receipt } from '../../src/items/forget.js'
import type { Spine } from '../../src/items/spine.js'
import { sql } from '../../src/store/sql.js'
import { all } from '../../src/store/statement.js'
import { capture } from '../../src/user/thoughts.js'
import { ann, importLines, openSpine, storeFile } from '../open-spine.js'
import type { Random } from '../random.js'
import { createSampler, type Sample, tokensOf } from './forgetting-history.js'
import { type Needle, needlesOf, readIndex, searchBytes, searchFolder, termNeedle } from './trace-detector.js'

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
  const index = readIndex(storeFile(folder))
  const traces = searchFolder(folder, needlesOfForgotten(forgotten, living, deadTokens))
  for (const token of deadTokens) {
    if (index.dictionary.has(token)) traces.push(`dictionary: ${token}`)
    if (index.stored.has(token)) traces.push(`index page: ${token}`)
  }
  const livingTerms = [...livingTokens]
  for (const separator of index.separators) {
    if (separator.length < 3 || livingTerms.some((term) => term.startsWith(separator))) continue
    if ([...deadTokens].some((token) => token.startsWith(separator))) traces.push(`separator: ${separator}`)
  }
  return traces
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
    ...[...deadTokens].flatMap(termNeedle),
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
  const db = new BetterSqlite3(storeFile(folder), { readonly: true })
  const read = db.prepare(
    'select x.rid, x.body from item i join item_text x on x.rid = i.text_rid where i.bank = ? and i.id = ?',
  )
  const match = db.prepare('select rowid from item_fts where item_fts match ?').pluck()
  try {
    return living.flatMap(({ id, text }) => {
      const row = read.get(ann.writes, id) as { rid: number; body: string } | undefined
      if (row?.body !== text) return [`${id} lost or changed its text`]
      const [token] = tokensOf(text).sort((a, b) => b.length - a.length)
      if (token === undefined) return []
      return match.all(`"${token}"`).includes(row.rid) ? [] : [`${id} is not found by ${token}`]
    })
  } finally {
    db.close()
  }
}
