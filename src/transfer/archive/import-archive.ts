import { type ArchiveIntake, type ArchiveTable, fromBase64, type Taken } from '../../items/archive-table.js'
import { touchBank } from '../../items/bank.js'
import { gatherErased } from '../../items/gather-erased.js'
import { type Proven, proveErased } from '../../items/prove-erased.js'
import type { Spine } from '../../items/spine.js'
import { type WriteOf, write } from '../../items/write.js'
import { type BankId, inBank, type Reach } from '../../reach.js'
import { sql } from '../../store/sql.js'
import { all, get, run, type Tx } from '../../store/statement.js'
import { archiveTables } from './archive-tables.js'
import { type Examined, examineArchive, refuseOtherStore } from './examine-archive.js'
import type { BankLine } from './format.js'
import { readArchive } from './read-archive.js'
import type { Rereadable } from './reread.js'

export interface ArchiveImportOptions {
  /** Rows so far; `total` once they were counted, in the first of two passes. */
  readonly progress: (done: number, total?: number) => void
  readonly signal: AbortSignal | undefined
}

export interface ArchiveReport {
  readonly banks: number
  readonly exportedAt: number
  /** Rows by type. */
  readonly added: Readonly<Record<string, number>>
  readonly present: Readonly<Record<string, number>>
  readonly leftOut: Readonly<Record<string, number>>
  /** Items of this store that the archive's had forgotten. */
  readonly forgotten: number
  /** Of what was forgotten; null where nothing was. */
  readonly proof: Proven | null
}

/**
 * Takes an archive in, whole or not at all as far as it is readable: it is read twice, and nothing is written before
 * the first pass has found every byte as it was written. An empty store becomes the archive's; one of the same key
 * gains what it lacks. Broken off half-way, the same call again completes it. `reach` is the whole store's.
 */
export async function importArchive(
  opened: Spine,
  reach: Reach,
  source: Rereadable,
  { progress, signal }: ArchiveImportOptions,
): Promise<ArchiveReport> {
  const examined = await examineArchive(opened, source, progress)
  const before = await begin(opened, reach, examined)
  const spine: Spine = { ...opened, identityKey: fromBase64(examined.header.identityKey) }
  const tables = archiveTables(spine)
  const tallies = new Map(tables.map(({ type }) => [type, { added: 0, present: 0, leftOut: 0 }]))
  const erased = gatherErased()
  const bereft = new Map<BankId, Reach>()
  let forgotten = 0
  let done = 0
  let into: OpenBank | undefined
  let table: ArchiveTable | undefined
  let chunk: object[] = []
  let chunkChars = 0

  const record = ({ type }: ArchiveTable, one: Taken) => {
    const tally = tallies.get(type) as { added: number; present: number; leftOut: number }
    tally.added += one.added
    tally.present += one.present
    tally.leftOut += one.leftOut
    erased.add(one.erased)
    forgotten += one.forgotten
    if (one.forgotten > 0 && into !== undefined) bereft.set(into.reach.writes, into.reach)
  }

  const settle = async () => {
    if (into === undefined || table === undefined || chunk.length === 0) return
    signal?.throwIfAborted()
    record(table, await take(spine, into, table.type, table.add(into, chunk)))
    done += chunk.length
    chunk = []
    chunkChars = 0
    progress(done, examined.rows)
  }

  const finishBank = async () => {
    await settle()
    for (const one of tables) {
      const { finish } = one
      if (into === undefined || finish === undefined) continue
      const intake = into
      record(one, await take(spine, intake, one.type, () => finish(intake)))
    }
  }

  for await (const entry of readArchive(source.read(), tables)) {
    if (entry.kind === 'row') {
      const size = sizeOf(entry.row)
      if (entry.table !== table || chunk.length >= CHUNK_ROWS || chunkChars + size > CHUNK_CHARS)
        await settle()
      table = entry.table
      chunk.push(entry.row)
      chunkChars += size
    } else if (entry.kind === 'bank') {
      await finishBank()
      into = await openBank(entry.line)
    }
  }
  await finishBank()
  await end(spine, reach, examined, forgotten)
  const gone = erased.joined()
  return {
    banks: examined.banks,
    exportedAt: examined.header.exportedAt,
    added: countsOf('added'),
    present: countsOf('present'),
    leftOut: countsOf('leftOut'),
    forgotten,
    proof: gone === undefined ? null : await proveErased(spine, [...bereft.values()], gone),
  }

  async function openBank({ bank, made }: BankLine): Promise<OpenBank> {
    const own = inBank(reach, bank as BankId)
    // What comes with its whole history needs no line in it; a history that goes on here says who changed it.
    const log = examined.withOwnHistory.has(bank) ? own : reach
    const at = spine.env.now()
    if (made !== null) {
      const makeBank = function* (): Tx<WriteOf<void>> {
        const added = yield* run(sql`
          insert into bank (bank, kind, owner, created_at, generation, items, words)
          values (${bank}, ${made.kind}, ${made.owner}, ${made.createdAt}, 1, 0, 0)
          on conflict (bank) do nothing`)
        return { result: undefined, effect: { ids: [], counts: { bank: added } } }
      }
      await write(spine, log, OPERATION, 'admin', makeBank, [own.writes])
    }
    return {
      env: spine.env,
      identityKey: spine.identityKey,
      reach: own,
      log,
      at,
      lastRidBefore: typeof before === 'number' ? before : (before[bank] ?? 0),
      isMade: made !== null,
      aliases: new Map<string, string>(),
    }
  }

  function countsOf(what: 'added' | 'present' | 'leftOut'): Record<string, number> {
    return Object.fromEntries(
      [...tallies].map(([type, tally]) => [type, tally[what]] as const).filter(([, n]) => n > 0),
    )
  }
}

/** Of what is long in a row: an item's text, a piece of an artifact, the call that a proposal is. */
function sizeOf(row: object): number {
  if ('text' in row) return String(row.text).length
  if ('content' in row) return String(row.content).length
  return 'input' in row ? String(row.input).length : 0
}

const OPERATION = 'memory.import_archive'
const CHUNK_ROWS = 256
const CHUNK_CHARS = 256 * 1024

interface OpenBank extends ArchiveIntake {
  readonly aliases: Map<string, string>
  /** Where its writes are recorded. */
  readonly log: Reach
  /** There is a row of the bank itself. */
  readonly isMade: boolean
}

async function take(
  spine: Spine,
  { reach, log, at, isMade, aliases }: OpenBank,
  type: string,
  body: () => Tx<Taken>,
): Promise<Taken> {
  const chunk = function* (): Tx<WriteOf<Taken>> {
    const result = yield* body()
    const { indexed: items, words } = result
    if (isMade && result.added > 0) yield* touchBank(reach, at, { items, words })
    const { added, leftOut, forgotten } = result
    return { result, effect: { ids: result.ids, counts: { [type]: added, leftOut, forgotten } } }
  }
  const done = await write(spine, log, OPERATION, 'admin', chunk, [reach.writes])
  // Of what is committed alone: a body may run again.
  for (const [id, known] of done.aliases) aliases.set(id, known)
  return done
}

/** The last row of each bank before the import; of one that an older version began, of all together. */
type LastRids = Readonly<Record<string, number>> | number

/** Makes the archive's key the store's, where that is empty, and notes that an import is under way. */
async function begin(spine: Spine, reach: Reach, { header, sha256 }: Examined): Promise<LastRids> {
  const key = fromBase64(header.identityKey)
  const name = noteOf(sha256)
  return write(spine, reach, OPERATION, 'admin', function* adopt() {
    const isOurs = yield* refuseOtherStore('archive', key)
    if (!isOurs) yield* run(sql`update store_meta set value = ${key} where name = 'identity_key'`)
    const begun = yield* get<{ value: Uint8Array }>(sql`select value from store_meta where name = ${name}`)
    let before: LastRids
    if (begun === undefined) {
      // bank-ok: how far each bank has counted
      const last = yield* all<{ bank: string; rid: number }>(
        sql`select bank, max(rid) as rid from item group by bank`,
      )
      before = Object.fromEntries(last.map(({ bank, rid }) => [bank, rid]))
      const value = Buffer.from(JSON.stringify(before))
      yield* run(sql`insert into store_meta (name, value) values (${name}, ${value})`)
    } else before = JSON.parse(Buffer.from(begun.value).toString())
    return { result: before, effect: { ids: [], counts: { adopted: isOurs ? 0 : 1 } } }
  })
}

async function end(spine: Spine, reach: Reach, { sha256, rows }: Examined, forgotten: number): Promise<void> {
  await write(spine, reach, OPERATION, 'admin', function* complete() {
    yield* run(sql`delete from store_meta where name = ${noteOf(sha256)}`)
    return { result: undefined, effect: { ids: [], counts: { rows, forgotten } } }
  })
}

/** Under this name the store knows that an import was begun; doctor tells who broke it off. */
function noteOf(sha256: string): string {
  return `importing:${sha256}`
}
