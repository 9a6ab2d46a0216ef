import { knownOutcome } from '../../items/add.js'
import { identityOf } from '../../items/identity.js'
import type { ItemId } from '../../items/item.js'
import type { Spine } from '../../items/spine.js'
import { requireOwnKey } from '../../items/tombstone.js'
import { write } from '../../items/write.js'
import { actorLabel, isPerson, type Reach } from '../../reach.js'
import { inInt, sql } from '../../store/sql.js'
import { column, run, type Tx } from '../../store/statement.js'
import { calendarDay } from '../../text/zone.js'
import { type CaptureInput, keepCapture, type PreparedCapture, prepareCapture } from '../thoughts.js'
import { type NoteStatus, type NoteType, readNotes, type WorkspaceNote } from './note.js'
import { enterNoteConflict } from './note-conflict.js'
import { type NoteRelation, type NoteSense, relationOf, senseKeys, senseOf } from './note-sense.js'

export interface NoteInput extends Pick<CaptureInput, 'text' | 'occurredAt' | 'sources' | 'again'> {
  readonly type: NoteType
  /** 1 to 5. */
  readonly importance: number
}

export interface KeptNote {
  readonly id: ItemId
  /** `repeated`: it was there, in these words or all but; it counts as said once more. */
  readonly outcome: 'added' | 'repeated'
  readonly note: WorkspaceNote
  readonly facts: readonly ItemId[]
}

/**
 * Keeps a note of a workspace: a thought of its bank, with what it is for the workspace beside it. Said again it is the
 * same note, also in nearly the same words. Where it contradicts another one, the more trusted of the two holds, and a
 * person decides on two that are trusted alike. Throws as `capture` does.
 */
export async function keepNote(spine: Spine, reach: Reach, input: NoteInput): Promise<KeptNote> {
  const bank = reach.writes
  const at = spine.env.now()
  const prepared = prepareCapture(spine, reach, input)
  const sense = senseOf(prepared.draft.text)
  const keys = senseKeys(sense).map((key) => identityOf(spine.identityKey, [bank, 'note key', key]))
  const said: Said = { input, prepared, sense, keys, saying: sayingKey(spine, reach, input, at), at }
  return write<KeptNote>(spine, reach, 'workspace.note', 'memory.write', function* body() {
    yield* requireOwnKey(spine)
    const near = yield* nearNotes(bank, said)
    const repeated = yield* sameNote(reach, said, near)
    const kept =
      repeated === undefined
        ? yield* addNote(spine, reach, said, near)
        : {
            id: repeated.id,
            rid: repeated.rid,
            outcome: 'repeated' as const,
            facts: [],
            counts: { repeated: 1 },
          }
    yield* sayAgain(bank, kept.rid, said)
    const [note] = yield* readNotes(bank, sql`n.item_rid = ${kept.rid}`)
    if (note === undefined) throw new Error('a note was not kept')
    const { id, outcome, facts } = kept
    return {
      result: { id, outcome, facts, note },
      effect: {
        ids: [id, ...facts],
        counts: {
          ...kept.counts,
          ...(note.conflicts.length === 0 ? {} : { conflicts: note.conflicts.length }),
        },
      },
    }
  })
}

interface Said {
  readonly input: NoteInput
  readonly prepared: PreparedCapture
  readonly sense: NoteSense
  readonly keys: readonly Uint8Array[]
  readonly saying: Uint8Array
  readonly at: number
}

/** What counts once: the same said on one day, by one caller, out of one source. */
function sayingKey(
  spine: Spine,
  { writes, actor }: Reach,
  { sources = [] }: NoteInput,
  at: number,
): Uint8Array {
  const { year, month, day } = calendarDay(at, spine.zone)
  const parts = [writes, 'saying', `${year}-${month}-${day}`, actorLabel(actor), ...[...sources].sort()]
  return identityOf(spine.identityKey, parts)
}

/** One that says the same in other words; the same in the same words is the spine's to know. */
function* sameNote(
  reach: Reach,
  { input, prepared }: Said,
  near: readonly Near[],
): Tx<WorkspaceNote | undefined> {
  if ((yield* knownOutcome(reach, prepared.draft)) !== undefined) return undefined
  return near.find(({ note, relation }) => note.type === input.type && relation === 'same')?.note
}

function* addNote(spine: Spine, reach: Reach, said: Said, near: readonly Near[]) {
  const bank = reach.writes
  const { input, prepared, keys, at } = said
  const kept = yield* keepCapture(spine, reach, prepared)
  const [known] = yield* readNotes(bank, sql`n.item_rid = ${kept.rid}`)
  const isBack = known?.status === 'superseded' && isPerson(reach.actor.audience)
  if (known !== undefined && !isBack) return kept
  if (known === undefined) {
    yield* run(sql`
      insert into workspace_note (bank, item_rid, type, importance, status, at)
      values (${bank}, ${kept.rid}, ${input.type}, ${input.importance}, ${DAILY},
        ${prepared.draft.occurredAt ?? prepared.draft.recordedAt})`)
    for (const key of keys)
      yield* run(
        sql`insert into workspace_note_key (bank, key, item_rid) values (${bank}, ${key}, ${kept.rid})`,
      )
  } else
    yield* run(
      sql`update workspace_note set status = ${DAILY} where bank = ${bank} and item_rid = ${kept.rid}`,
    )
  const [note] = yield* readNotes(bank, sql`n.item_rid = ${kept.rid}`)
  if (note === undefined || !isOneWay(note)) return kept
  for (const other of yield* contraries(bank, note, near))
    yield* enterNoteConflict(bank, other, note, { at, by: null, newId: () => spine.env.newId() })
  return kept
}

const DAILY: NoteStatus = 'daily'

function* sayAgain(bank: string, rid: number, { input, saying }: Said): Tx<void> {
  yield* run(sql`
    insert into workspace_saying (bank, item_rid, key) values (${bank}, ${rid}, ${saying}) on conflict do nothing`)
  yield* run(sql`
    update workspace_note set importance = ${input.importance}
    where bank = ${bank} and item_rid = ${rid} and importance < ${input.importance}`)
}

/** What holds of one thing: of pitfalls and outcomes there may be many. */
function isOneWay({ type }: Pick<WorkspaceNote, 'type'>): boolean {
  return type === 'decision' || type === 'convention'
}

/** By what their texts say, and by the facts that were read out of them: one key, another value. */
function* contraries(bank: string, note: WorkspaceNote, near: readonly Near[]): Tx<WorkspaceNote[]> {
  const byText = near.filter(({ relation }) => relation === 'contrary').map((one) => one.note)
  const byFact = yield* column<number>(sql`
    select distinct s2.source_rid from fact_source s1
    cross join fact f1 cross join fact f2 cross join fact_source s2
    where s1.bank = ${bank} and s1.source_rid = ${note.rid}
      and f1.bank = s1.bank and f1.item_rid = s1.item_rid and f1.key_hash is not null
      and f2.bank = f1.bank and f2.key_hash = f1.key_hash and f2.form_hash <> f1.form_hash
      and s2.bank = f2.bank and s2.item_rid = f2.item_rid
      and f2.status <> 'retracted'`)
  const found = [...byText, ...(yield* readNotes(bank, sql`n.item_rid ${inInt(byFact)} and ${STANDS}`))]
  const others = new Map(
    found.filter((one) => one.rid !== note.rid && isOneWay(one)).map((one) => [one.rid, one]),
  )
  return [...others.values()].slice(0, CONFLICTS_MAX) // slice-ok: a list
}

interface Near {
  readonly note: WorkspaceNote
  readonly relation: NoteRelation
}

/** Notes that stand and share a key, the latest first. */
function* nearNotes(bank: string, { keys, sense }: Said): Tx<Near[]> {
  const rids = new Set<number>()
  for (const key of keys) {
    const sharing = yield* column<number>(sql`
      select item_rid from workspace_note_key where bank = ${bank} and key = ${key}
      order by item_rid desc limit ${NEAR_MAX}`)
    for (const rid of sharing) rids.add(rid)
  }
  const latest = [...rids].sort((x, y) => y - x).slice(0, NEAR_MAX) // slice-ok: a list
  const notes = yield* readNotes(
    bank,
    sql`n.item_rid ${inInt(latest)} and ${STANDS}`,
    sql`order by n.item_rid desc`,
  )
  return notes.map((note) => ({ note, relation: relationOf(senseOf(note.text), sense) }))
}

const STANDS = sql`n.status in ('daily', 'lasting')`
// Each is compared as a whole, inside the transaction.
const NEAR_MAX = 64
const CONFLICTS_MAX = 16
