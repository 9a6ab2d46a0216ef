import { knownOutcome } from '../../items/add.js'
import { write } from '../../items/write.js'
import type { Tx } from '../../store/statement.js'
import { hex } from '../../text/hex.js'
import { describeBody } from './describe-body.js'
import type { FileWorld } from './file-world.js'
import { fileProblem } from './markdown-record.js'
import { nameKey } from './record-keys.js'
import type { FileProblem } from './record-store.js'
import {
  type FileChange,
  isNameTaken,
  type PreparedChange,
  prepareChange,
  TAKE_IN,
  type TakenChange,
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
  // What cannot be taken in is looked at again by each call, and must not write an audit row each time.
  const faults = await spine.store.read(faultsOf, world, prepared)
  const sound = prepared.filter((_, index) => faults[index] === null)
  for (const [index, fault] of faults.entries()) tell(prepared[index], fault, problems)
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
  for (const [index, outcome] of outcomes.entries())
    if (outcome === 'nameTaken' || outcome === 'forgotten') tell(sound[index], outcome, problems)
}

function tell(
  change: PreparedChange | undefined,
  fault: 'nameTaken' | 'forgotten' | null,
  problems: FileProblem[],
): void {
  if (change === undefined || fault === null) return
  problems.push(fileProblem(change.file, fault, { field: fault === 'nameTaken' ? 'name' : null }))
}

function* faultsOf(
  { spine, reach }: FileWorld,
  changes: readonly PreparedChange[],
): Tx<('nameTaken' | 'forgotten' | null)[]> {
  const bank = reach.writes
  const given = new Set<string>()
  const faults: ('nameTaken' | 'forgotten' | null)[] = []
  for (const { record, row, item } of changes) {
    const key = nameKey(spine, bank, record.name)
    const isTaken = given.has(hex(key)) || (yield* isNameTaken(bank, key, row?.rid ?? null))
    const isForgotten = (yield* knownOutcome(reach, item))?.outcome === 'forgotten'
    faults.push(isTaken ? 'nameTaken' : isForgotten ? 'forgotten' : null)
    if (faults.at(-1) === null) given.add(hex(key))
  }
  return faults
}

/** Many files begin with the same heading: then their own names tell them apart. */
function* nameApart(
  { spine, reach: { writes: bank } }: FileWorld,
  changes: readonly FileChange[],
): Tx<FileChange[]> {
  const given = new Set<string>()
  const named: FileChange[] = []
  for (const change of changes) {
    const key = nameKey(spine, bank, change.record.name)
    const isTaken = given.has(hex(key)) || (yield* isNameTaken(bank, key, change.row?.rid ?? null))
    given.add(hex(key))
    const isApart = change.record.isNamed || !isTaken
    const { name } = describeBody(change.file, '')
    named.push(isApart ? change : { ...change, record: { ...change.record, name } })
  }
  return named
}
