import { MemoryError } from '../../errors.js'
import type { BesideStore, Spine } from '../../items/spine.js'
import { write } from '../../items/write.js'
import { type BankId, inBank, type Reach } from '../../reach.js'
import { claimedIds } from './claimed-ids.js'
import { createDatabaseRecords } from './database-records.js'
import { type FileRow, fileRow, filesKnown, isAhead, NOT_WRITTEN } from './file-rows.js'
import type { FileWorld, KnownProblem } from './file-world.js'
import { leaveFiles } from './leave-files.js'
import type { MemoryRecord } from './record.js'
import type { RecordFiles } from './record-files.js'
import { findRecord } from './record-rows.js'
import type { FileProblem, RecordStore, RecordWrite } from './record-store.js'
import { claimFiles, requireMarker } from './records-marker.js'
import { removeDoomed } from './remove-doomed.js'
import { takeIn } from './take-in.js'
import { removeQuietly, TAKE_IN } from './take-in-rows.js'
import { writeOut } from './write-out.js'

/** Records that are files too. */
export interface FileRecords extends RecordStore, BesideStore {
  /** Ends it: removes the files that are as they were written or read, and the marker. Others stay, and are a person's. */
  leave(reach: Reach): Promise<void>
  /** Marks the folder as the bank's. Throws `conflict` where it is another's, and what keeps it from being written. */
  requireFree(reach: Reach): Promise<void>
}

/**
 * Keeps records in files that a person may change, and in rows that say the same. Each call first takes in what changed
 * in the files; a write is committed as rows and then put into the file, so that a kill between the two is made good by
 * the next call. Within the process the calls for one bank are one after another; other processes are noticed by what
 * they have written.
 *
 * Made once for an open store; the spine may change between calls.
 */
export function createFileRecords(filesOf: (bank: BankId) => RecordFiles): (spine: Spine) => FileRecords {
  const banks = new Map<BankId, BankFiles>()

  function bankFiles(bank: BankId): BankFiles {
    const present = banks.get(bank)
    if (present !== undefined) return present
    const made: BankFiles = {
      files: filesOf(bank),
      known: new Map(),
      last: Promise.resolve(),
      calls: 0,
      looked: { calls: 0, problems: [] },
      isLeft: false,
    }
    banks.set(bank, made)
    return made
  }

  /** One at a time for a bank. */
  function inTurn<T>(
    spine: Spine,
    reach: Reach,
    bank: BankId,
    work: (world: FileWorld, call: number) => Promise<T>,
  ): Promise<T> {
    const present = bankFiles(bank)
    const { files, known, last } = present
    present.calls += 1
    const call = present.calls
    const done = last.then(() => {
      if (present.isLeft) throw moved()
      return work({ spine, files, known, reach: asUser(inBank(reach, bank)) }, call)
    })
    present.last = done.then(
      () => undefined,
      () => undefined,
    )
    return done
  }

  /** What is wrong with files, as it was seen after this call was made: calls that wait together share one look. */
  async function lookFor(world: FileWorld, call: number): Promise<readonly FileProblem[]> {
    const present = bankFiles(world.reach.writes)
    if (present.looked.calls < call) {
      const { calls } = present
      present.looked = { calls, problems: await takeIn(world) }
    }
    return present.looked.problems
  }

  return (spine) => {
    const finish = (reach: Reach) => inTurn(spine, reach, reach.writes, finishIn).catch(notNow)
    // Inside a call that has its turn already.
    const beside: BesideStore = { finish: (reach) => finishIn(worldOf(reach)), examine, catchUp }
    const rows = createDatabaseRecords({ ...spine, beside }, NOT_WRITTEN)
    const worldOf = (reach: Reach): FileWorld => {
      const { files, known } = bankFiles(reach.writes)
      return { spine, files, known, reach: asUser(inBank(reach, reach.writes)) }
    }

    // A bank that is only read is not changed: its own callers take in what is in its files.
    const takeInOwn = (reach: Reach) => inTurn(spine, reach, reach.writes, takeIn)

    async function examine(reach: Reach): Promise<string | null> {
      try {
        const [first, ...more] = await takeInOwn(reach)
        if (first === undefined) return null
        const others = more.length === 0 ? '' : `, and ${more.length} more`
        return `${first.file} is no record (${first.field ?? 'it'} ${first.reason})${others}`
      } catch (error) {
        if (error instanceof MemoryError) return error.message
        throw error
      }
    }

    async function catchUp(reach: Reach): Promise<void> {
      await examine(reach)
    }

    return {
      finish,
      examine,
      catchUp,
      leave: (reach) =>
        inTurn(spine, reach, reach.writes, async (world) => {
          bankFiles(reach.writes).isLeft = true
          await leaveFiles(world)
        }),
      requireFree: (reach) =>
        inTurn(spine, reach, reach.writes, async (world) => {
          await requireMarker(world, { rows: [], doomed: [] })
          await claimFiles(world)
        }),
      async list(reach, page) {
        const problems = await takeInOwn(reach)
        return { ...(await rows.list(reach, page)), problems }
      },
      async read(reach, which) {
        const unchanged = await readUnchanged(spine, reach, which, (bank) => bankFiles(bank).files)
        if (unchanged !== undefined) return unchanged
        await takeInOwn(reach)
        return rows.read(reach, which)
      },
      write: (reach, change) =>
        inTurn(spine, reach, reach.writes, async (world, call) => {
          const problems = await lookFor(world, call)
          if (change.kind === 'update') await requireGood(world, change.which, problems)
          return writeBoth(world, await rows.write(reach, change), change)
        }),
      delete: (reach, which, options) =>
        inTurn(spine, reach, reach.writes, async (world) => {
          await takeIn(world)
          return rows.delete(reach, which, options)
        }),
    }
  }
}

interface BankFiles {
  readonly files: RecordFiles
  readonly known: Map<string, KnownProblem>
  /** Settles with the call before. */
  last: Promise<void>
  /** How many calls were made. */
  calls: number
  /** What the last look saw, and how many calls were made before it. */
  looked: { readonly calls: number; readonly problems: readonly FileProblem[] }
  /** Records are elsewhere by now: a call that waited must write no file here. */
  isLeft: boolean
}

function moved(): MemoryError {
  return new MemoryError('conflict', 'the records were moved meanwhile', 'try again')
}

/** What is taken in is what a person wrote, whoever happens to ask next. */
function asUser(reach: Reach): Reach {
  return { ...reach, actor: { audience: 'user', user: reach.actor.user, agent: null } }
}

/** What was forgotten is committed by now: a file that stays is told, not thrown. */
async function finishIn(world: FileWorld): Promise<string | null> {
  const { spine, reach } = world
  const known = await spine.store.read(filesKnown, reach.writes)
  // What stays says no more what is gone, and neither may its file.
  const ahead = known.rows.filter(isAhead)
  if (known.doomed.length === 0 && ahead.length === 0) return null
  try {
    await requireMarker(world, known)
    if (ahead.length > 0) await writeOut(world, ahead)
    return known.doomed.length === 0 ? await world.files.removePast() : await removeDoomed(world, known)
  } catch (error) {
    return notNow(error)
  }
}

function notNow(error: unknown): string {
  if (!(error instanceof MemoryError)) throw error
  return `its file may still be there, and the next call for records tries again: ${error.message}`
}

/** The record, where its own file shows that nothing has changed: one file is read, and not the folder looked through. */
async function readUnchanged(
  spine: Spine,
  reach: Reach,
  which: string,
  filesOf: (bank: BankId) => RecordFiles,
): Promise<MemoryRecord | undefined> {
  const found = await spine.store.read(function* look() {
    try {
      const record = yield* findRecord(spine, reach.reads, which)
      return { record, row: yield* fileRow(record.bank, record.rid) }
    } catch (error) {
      // It may be in a file that is not known yet.
      if (error instanceof MemoryError && error.code === 'not_found') return undefined
      throw error
    }
  })
  if (found?.row === undefined || isAhead(found.row)) return undefined
  const content = await filesOf(found.record.bank as BankId).read(found.row.file)
  const isSame = content !== null && typeof content === 'object' && content.version === found.row.version
  return isSame ? found.record : undefined
}

async function requireGood(
  { spine, reach }: FileWorld,
  which: string,
  problems: readonly FileProblem[],
): Promise<void> {
  if (problems.length === 0) return
  const { record } = await spine.store.read(findRecord, spine, [reach.writes], which)
  const problem = problems.find(({ file }) => file === record.file)
  if (problem === undefined) return
  const place = problem.line === null ? '' : `, line ${problem.line}`
  throw new MemoryError(
    'conflict',
    `the file ${problem.file}${place} was changed, and is no record now: ${problem.field ?? 'it'} ${problem.reason}`,
    'put it right, or remove it',
  )
}

/** Puts what is committed as rows into the file. */
async function writeBoth(world: FileWorld, record: MemoryRecord, change: RecordWrite): Promise<MemoryRecord> {
  const { spine, reach } = world
  const { rid } = await spine.store.read(findRecord, spine, [reach.writes], record.id)
  const row = await spine.store.read(fileRow, reach.writes, rid)
  if (row === undefined || !isAhead(row)) return record
  try {
    if ((await writeOut(world, [row])).length === 0) return record
  } catch (error) {
    if (change.kind === 'create' && (await undo(world, rid))) throw error
    throw keptForLater(error)
  }
  // Someone has changed the file since it was looked at: the next look says who was first.
  await takeIn(world)
  const now = await spine.store.read(findRecord, spine, [reach.writes], record.id)
  if (now.record.revision === record.record.revision) return now
  throw new MemoryError(
    'changed',
    `the file ${now.record.file} was changed meanwhile, and says something else now`,
    'read it again, and change what it says now',
  )
}

/** A change that does not reach its file is made good by the next call that can; whoever asked for it must know. */
function keptForLater(error: unknown): unknown {
  if (!(error instanceof MemoryError)) return error
  const { code, message, hint } = error
  return new MemoryError(
    code,
    `the change is kept, and not in its file yet: ${message}`,
    `${hint ?? 'see what keeps the file from being written'}; the next call for records writes it`,
    { cause: error },
  )
}

/** A new record that gets no file was not made. Answers false where its file may be there: then it is kept. */
async function undo(world: FileWorld, rid: number): Promise<boolean> {
  const { spine, reach } = world
  const row = await spine.store.read(fileRow, reach.writes, rid)
  if (row === undefined) return true
  if (!(await removeOwnFile(world, row))) return false
  const at = spine.env.now()
  await write(spine, reach, TAKE_IN, 'memory.write', function* body() {
    yield* removeQuietly(spine, reach, row, at)
    return { result: undefined, effect: { ids: [row.id], counts: { removed: 1 } } }
  })
  return true
}

/** It may have been put in place before something else failed. */
async function removeOwnFile({ files }: FileWorld, { id, file }: FileRow): Promise<boolean> {
  try {
    const content = await files.read(file)
    if (content === null || content === 'notRegular' || content === 'tooLarge') return true
    if (typeof content === 'string') return false
    const isOwn = (await claimedIds(file, content.bytes)).includes(id)
    return !isOwn || (await files.delete(file, content.version))
  } catch (error) {
    if (error instanceof MemoryError) return false
    throw error
  }
}
