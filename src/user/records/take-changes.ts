import { knownOutcome } from '../../items/add.js'
import { write } from '../../items/write.js'
import { reachedBanks } from '../../reach.js'
import type { Tx } from '../../store/statement.js'
import { hex } from '../../text/hex.js'
import { describeBody } from './describe-body.js'
import { fileRow, isSameRow, noteFile } from './file-rows.js'
import type { FileWorld } from './file-world.js'
import { fileProblem } from './markdown-record.js'
import { nameKey } from './record-keys.js'
import { findRecord } from './record-rows.js'
import type { FileProblem } from './record-store.js'
import {
  differences,
  type FileChange,
  isIdTaken,
  isNameTaken,
  newNameKey,
  type PreparedChange,
  prepareChange,
  TAKE_IN,
  type TakenChange,
  type TakingFault,
  takeChange,
} from './take-in-rows.js'

/** Makes rows say what changed files say, in one transaction; what cannot be taken in is told. */
export async function takeChanges(
  world: FileWorld,
  changes: readonly FileChange[],
  problems: FileProblem[],
): Promise<void> {
  const { spine, reach } = world
  const at = spine.env.now()
  const named = await spine.store.read(nameApart, world, changes)
  const prepared = named.map((change) => prepareChange(spine, reach, change))
  // What changes nothing must not write an audit row, at each call even where it cannot be taken in.
  const verdicts = await spine.store.read(verdictsOf, world, prepared)
  const same = prepared.filter((_, index) => verdicts[index] === 'same')
  if (same.length > 0) await spine.store.within(reachedBanks(reach)).tx(noteSame, reach.writes, same)
  for (const [index, verdict] of verdicts.entries()) tell(prepared[index], verdict, problems)
  const sound = prepared.filter((_, index) => verdicts[index] === null)
  if (sound.length === 0) return
  const outcomes = await write(spine, reach, TAKE_IN, 'memory.write', function* body() {
    const taken: TakenChange[] = []
    for (const change of sound) taken.push(yield* takeChange(spine, reach, change, at))
    const counts = new Map<string, number>()
    for (const outcome of taken) counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
    const ids = sound.flatMap(({ row, item }, index) => {
      return taken[index] === 'added' ? [item.id] : taken[index] === 'changed' && row ? [row.id] : []
    })
    return { result: taken, effect: { ids, counts: Object.fromEntries(counts) } }
  })
  for (const [index, outcome] of outcomes.entries()) tell(sound[index], outcome, problems)
}

function tell(
  change: PreparedChange | undefined,
  outcome: TakenChange | null,
  problems: FileProblem[],
): void {
  if (change === undefined) return
  if (outcome === 'nameTaken') problems.push(fileProblem(change.file, outcome, { field: 'name' }))
  if (outcome === 'idTaken') problems.push(fileProblem(change.file, outcome, { field: 'id' }))
  if (outcome === 'forgotten') problems.push(fileProblem(change.file, outcome))
}

/** Null for what is to be taken in. */
type Verdict = TakingFault | 'same' | null

function* verdictsOf(world: FileWorld, changes: readonly PreparedChange[]): Tx<Verdict[]> {
  const names = new Set<string>()
  const ids = new Set<string>()
  const verdicts: Verdict[] = []
  for (const change of changes) {
    const name = yield* newNameOf(world, change)
    const verdict =
      name !== null && names.has(hex(name))
        ? 'nameTaken'
        : change.row === undefined && ids.has(change.item.id)
          ? 'idTaken'
          : yield* verdictOf(world, change, name)
    verdicts.push(verdict)
    if (verdict !== null) continue
    ids.add(change.item.id)
    if (name !== null) names.add(hex(name))
  }
  return verdicts
}

function* verdictOf(
  { spine, reach }: FileWorld,
  { row, record, item }: PreparedChange,
  newName: Uint8Array | null,
): Tx<Verdict> {
  const bank = reach.writes
  if (row === undefined && (yield* isIdTaken(bank, item.id))) return 'idTaken'
  if (newName !== null && (yield* isNameTaken(bank, newName))) return 'nameTaken'
  if ((yield* knownOutcome(reach, item))?.outcome === 'forgotten') return 'forgotten'
  if (row === undefined || !isSameRow(yield* fileRow(bank, row.rid), row)) return null
  return differences(yield* findRecord(spine, [bank], row.id), record).isChanged ? null : 'same'
}

function* noteSame(bank: string, changes: readonly FileChange[]): Tx<void> {
  for (const { row, ...content } of changes) {
    if (row === undefined || !isSameRow(yield* fileRow(bank, row.rid), row)) continue
    yield* noteFile(bank, row.rid, { ...content, written: row.revision })
  }
}

/** Many files begin with the same heading: then their own names tell them apart. */
function* nameApart(world: FileWorld, changes: readonly FileChange[]): Tx<FileChange[]> {
  const given = new Set<string>()
  const named: FileChange[] = []
  for (const change of changes) {
    const key = yield* newNameOf(world, change)
    const isTaken = key !== null && (given.has(hex(key)) || (yield* isNameTaken(world.reach.writes, key)))
    if (key !== null) given.add(hex(key))
    const isApart = change.record.isNamed || !isTaken
    const { name } = describeBody(change.file, '')
    named.push(isApart ? change : { ...change, record: { ...change.record, name } })
  }
  return named
}

/** The key of the name that a file gives its record; null where it has that name already. */
function* newNameOf(
  { spine, reach }: FileWorld,
  { row, record: { name } }: FileChange,
): Tx<Uint8Array | null> {
  const bank = reach.writes
  if (row === undefined || (yield* fileRow(bank, row.rid)) === undefined) return nameKey(spine, bank, name)
  return newNameKey(spine, bank, name, yield* findRecord(spine, [bank], row.id))
}
