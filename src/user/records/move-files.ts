import { identityOf } from '../../items/identity.js'
import type { Spine } from '../../items/spine.js'
import { write } from '../../items/write.js'
import { type Reach, reachedBanks } from '../../reach.js'
import { sql } from '../../store/sql.js'
import { get, run, type Tx } from '../../store/statement.js'
import { type FileRow, fileRow, isSameRow } from './file-rows.js'
import type { FileWorld } from './file-world.js'
import type { Move } from './find-moves.js'
import { fileKey } from './record-keys.js'
import { fileKeyForm, numberedFile } from './slug.js'
import { removeQuietly, TAKE_IN } from './take-in-rows.js'

/**
 * Gives records the names that their files have by now, all in one transaction: they may have changed places. A record
 * whose file was moved over is gone. Answers false, and changes nothing, where someone else changed one meanwhile.
 */
export async function moveFiles(
  world: FileWorld,
  moves: readonly Move[],
  rows: readonly FileRow[],
): Promise<boolean> {
  const { spine, reach } = world
  const bank = reach.writes
  const moving = new Set(moves.map(({ row }) => row.rid))
  const inTheWay = moves.flatMap(({ to }) => (to.row === undefined || moving.has(to.row.rid) ? [] : [to.row]))
  for (const row of inTheWay) if (row.version === null) await giveWay(world, row, rows)
  const replaced = inTheWay.filter(({ version }) => version !== null)
  const at = spine.env.now()
  return write(spine, reach, TAKE_IN, 'memory.write', function* body() {
    const isPossible = yield* areAsSeen(spine, bank, moves, replaced)
    if (!isPossible) return { result: false, effect: { ids: [], counts: {} } }
    for (const row of replaced) yield* removeQuietly(spine, reach, row, at)
    yield* moveAll(spine, bank, moves)
    const ids = moves.map(({ row }) => row.id)
    return { result: true, effect: { ids, counts: { moved: ids.length, removed: replaced.length } } }
  })
}

function* areAsSeen(
  spine: Spine,
  bank: string,
  moves: readonly Move[],
  replaced: readonly FileRow[],
): Tx<boolean> {
  const rows = [...replaced, ...moves.map(({ row }) => row)]
  for (const row of rows) if (!isSameRow(yield* fileRow(bank, row.rid), row)) return false
  const rids = new Set(rows.map(({ rid }) => rid))
  for (const { to } of moves) {
    const taken = yield* get<{ item_rid: number }>(
      sql`select item_rid from record where bank = ${bank} and file_key = ${fileKey(spine, bank, to.file)}`,
    )
    if (taken !== undefined && !rids.has(taken.item_rid)) return false
  }
  return true
}

function* moveAll(spine: Spine, bank: string, moves: readonly Move[]): Tx<void> {
  // No two may have one name in between.
  for (const { row } of moves) {
    const between = identityOf(spine.identityKey, [bank, 'record on its way', row.id])
    yield* run(sql`update record set file_key = ${between} where bank = ${bank} and item_rid = ${row.rid}`)
  }
  for (const { row, to } of moves) yield* setFile(spine, bank, row.rid, to.file)
}

/** In new rows: what is changed in place can leave its old bytes behind. */
function* setFile(spine: Spine, bank: string, rid: number, file: string): Tx<void> {
  yield* run(sql`delete from record_file where bank = ${bank} and item_rid = ${rid}`)
  yield* run(sql`insert into record_file (bank, item_rid, file) values (${bank}, ${rid}, ${file})`)
  yield* run(sql`
    update record set file_key = ${fileKey(spine, bank, file)} where bank = ${bank} and item_rid = ${rid}`)
}

/** Gives a record that has no file yet, and whose name another's file has, the next name that is free. */
export async function giveWay(
  world: FileWorld,
  row: FileRow,
  rows: readonly FileRow[],
): Promise<readonly FileRow[]> {
  const { spine, files, reach } = world
  const taken = new Set(rows.map(({ file }) => fileKeyForm(file)))
  for (let number = 2; ; number++) {
    const file = numberedFile(row.file, number)
    if (taken.has(fileKeyForm(file)) || (await files.read(file)) !== null) continue
    const isGiven = await spine.store.within(reachedBanks(reach)).tx(giveFile, spine, reach, { row, file })
    return isGiven ? [{ ...row, file }] : []
  }
}

function* giveFile(
  spine: Spine,
  { writes: bank }: Reach,
  { row, file }: { readonly row: FileRow; readonly file: string },
): Tx<boolean> {
  if (!isSameRow(yield* fileRow(bank, row.rid), row)) return false
  yield* setFile(spine, bank, row.rid, file)
  return true
}
