import type { EmbeddingModel } from '../model/embedder.js'
import { inInt, sql } from '../store/sql.js'
import { all, batch, column, run, type Tx } from '../store/statement.js'
import type { StoredVectors } from '../store/stored-vectors.js'
import { addToCounters, claimBank } from './bank-model.js'
import type { Part } from './embed-batch.js'

/** A text with a part for each of its passages, at least one. */
export interface EmbeddedText {
  readonly textRid: number
  readonly itemRid: number
  /** Of the item. */
  readonly id: string
  readonly parts: readonly Part[]
}

/** What became of texts. */
export interface Written {
  readonly indexed: number
  readonly failed: number
  readonly skipped: number
  /** Had rows already: another process was faster. */
  readonly present: number
  /** Were forgotten meanwhile. */
  readonly gone: number
}

/**
 * Writes what was embedded of some texts of a bank: of those that are still there, and have no rows yet. So a late job
 * brings nothing back that was forgotten, and the same job twice changes nothing. Throws `index_stale`.
 */
export function* writeEmbeddings(
  vectors: StoredVectors | undefined,
  bank: string,
  model: EmbeddingModel,
  texts: readonly EmbeddedText[],
): Tx<Written> {
  // First, so that writers of one bank stand in line where many write at once, and row numbers grow as they commit:
  // who has read up to one misses none (docs/schema.md).
  yield* run(sql`update bank set generation = generation + 1 where bank = ${bank}`)
  yield* claimBank(bank, model)
  const rids = texts.map(({ textRid }) => textRid)
  const living = new Map(
    (yield* all<{ rid: number; item_id: string }>(
      sql`select rid, item_id from item_text where bank = ${bank} and rid ${inInt(rids)}`,
    )).map(({ rid, item_id }) => [rid, item_id]),
  )
  // The id too: when a backup is restored, row numbers of texts that it does not have are given to others.
  const isThere = ({ textRid, id }: EmbeddedText) => living.get(textRid) === id
  const done = new Set(
    yield* column<number>(
      sql`select text_rid from embedding where bank = ${bank} and text_rid ${inInt(rids)} and part = 0`,
    ),
  )
  const fresh = texts.filter((text) => isThere(text) && !done.has(text.textRid))
  if (fresh.length > 0) {
    const rows = fresh.flatMap((text) => rowsOf(bank, text))
    yield* batch(vectors === undefined ? rows : [...rows, vectors.add(bank, fresh.flatMap(vectorsOf))])
  }
  const counted = count(fresh)
  yield* addToCounters(bank, counted)
  const { indexed, failed, skipped } = counted
  const gone = texts.filter((text) => !isThere(text)).length
  return { indexed, failed, skipped, gone, present: texts.length - fresh.length - gone }
}

/** Writes texts a few at a time: one that has a thousand passages takes as long as all others, some 30 ms. */
export async function inPortions(
  texts: readonly EmbeddedText[],
  write: (portion: readonly EmbeddedText[]) => Promise<Written>,
): Promise<Written> {
  const sum = { indexed: 0, failed: 0, skipped: 0, present: 0, gone: 0 }
  for (let from = 0; from < texts.length; ) {
    let to = from + 1
    for (let rows = partsOf(texts[from]); to < texts.length; to++) {
      rows += partsOf(texts[to])
      if (rows > PORTION_ROWS) break
    }
    const written = await write(texts.slice(from, to))
    for (const name of outcomes) sum[name] += written[name]
    from = to
  }
  return sum
}

const outcomes = ['indexed', 'failed', 'skipped', 'present', 'gone'] as const
const PORTION_ROWS = 500

function partsOf(text: EmbeddedText | undefined): number {
  return text?.parts.length ?? 0
}

function rowsOf(bank: string, { textRid, itemRid, parts }: EmbeddedText) {
  return parts.map((part, index) => {
    const vector = 'vector' in part ? bytesOf(part.vector) : null
    const problem = 'problem' in part ? part.problem : null
    return run(sql`
      insert into embedding (bank, text_rid, item_rid, part, vector, problem)
      values (${bank}, ${textRid}, ${itemRid}, ${index}, ${vector}, ${problem})`)
  })
}

function vectorsOf({ textRid, parts }: EmbeddedText) {
  return parts.flatMap((made, part) => ('vector' in made ? [{ textRid, part, vector: made.vector }] : []))
}

/** As the machine keeps them: little-endian, as every machine that Node runs on does but one. */
function bytesOf({ buffer, byteOffset, byteLength }: Float32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}

function count(texts: readonly EmbeddedText[]) {
  const counted = { indexed: 0, failed: 0, skipped: 0, vectors: 0 }
  for (const { parts } of texts) {
    const problems = parts.flatMap((part) => ('problem' in part ? [part.problem] : []))
    counted.vectors += parts.length - problems.length
    if (problems.length === 0) counted.indexed += 1
    else if (problems.every((problem) => problem === 'language')) counted.skipped += 1
    else counted.failed += 1
  }
  return counted
}
