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
import { type Contrary, type Deciding, enterNoteConflicts, replaceNote } from './note-conflict.js'
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
 * same note, also in nearly the same words; a person's words take the place of an agent's. Where it contradicts another one, the more trusted of the two holds, and a
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
    const same = yield* sameNote(reach, said, near)
    const isReplaced = same !== undefined && isWeaker(reach, same, input)
    const kept =
      same === undefined || isReplaced
        ? yield* addNote(spine, reach, said, near)
        : { id: same.id, rid: same.rid, outcome: 'repeated' as const, facts: [], counts: { repeated: 1 } }
    if (isReplaced) yield* takePlace(spine, reach, said, { rid: kept.rid, same })
    yield* sayAgain(reach, kept.rid, said)
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

/** What counts once: the same said on one day, by one person, out of one source; agents could be as many as they like. */
function sayingKey(
  spine: Spine,
  { writes, actor }: Reach,
  { sources = [] }: NoteInput,
  at: number,
): Uint8Array {
  const { year, month, day } = calendarDay(at, spine.zone)
  const who = isPerson(actor.audience) ? [actorLabel(actor), ...[...sources].sort()] : ['agents']
  return identityOf(spine.identityKey, [writes, 'saying', `${year}-${month}-${day}`, ...who])
}

/**
 * One that says the same in other words; the same in the same words is the spine's to know. One that has lost has an answer
 * already, which only a person questions.
 */
function* sameNote(
  reach: Reach,
  { input, prepared }: Said,
  near: readonly Near[],
): Tx<WorkspaceNote | undefined> {
  const same = near.filter(({ note, relation }) => note.type === input.type && relation === 'same')
  const standing = same.find(stands)?.note
  if ((yield* knownOutcome(reach, prepared.draft)) !== undefined) {
    const itself = near.find(({ note }) => note.text === prepared.draft.text)?.note
    return itself?.status === 'superseded' ? standing : undefined
  }
  return standing ?? (isPerson(reach.actor.audience) ? undefined : same[0]?.note)
}

function stands({ note }: Near): boolean {
  return note.status !== 'superseded'
}

/** An agent's, said by a person now: nearly their words are not yet their words. */
function isWeaker({ actor }: Reach, { trust }: WorkspaceNote, { sources = [] }: NoteInput): boolean {
  return isPerson(actor.audience) && trust !== 'stated' && sources.length === 0
}

/** How often it was said, and how important it is, is not lost with the words. */
function* takePlace(
  spine: Spine,
  { writes: bank }: Reach,
  { at }: Said,
  { rid, same }: { readonly rid: number; readonly same: WorkspaceNote },
): Tx<void> {
  yield* run(sql`
    insert into workspace_saying (bank, item_rid, key)
    select bank, ${rid}, key from workspace_saying where bank = ${bank} and item_rid = ${same.rid}
    on conflict do nothing`)
  yield* run(sql`
    update workspace_note set importance = ${same.importance}
    where bank = ${bank} and item_rid = ${rid} and importance < ${same.importance}`)
  yield* replaceNote(bank, { rid, trust: 'stated' }, same, decidedNow(spine, at))
}

function decidedNow({ env }: Spine, at: number): Deciding {
  return { at, by: null, newId: () => env.newId() }
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
        ${Math.min(prepared.draft.occurredAt ?? at, prepared.draft.recordedAt)})`)
    for (const key of keys)
      yield* run(
        sql`insert into workspace_note_key (bank, key, item_rid) values (${bank}, ${key}, ${kept.rid})`,
      )
  } else
    yield* run(sql`
      update workspace_note set status = ${DAILY}, promoted_at = null
      where bank = ${bank} and item_rid = ${kept.rid}`)
  const [note] = yield* readNotes(bank, sql`n.item_rid = ${kept.rid}`)
  if (note === undefined || !isOneWay(note)) return kept
  yield* enterNoteConflicts(bank, note, yield* contraries(bank, note, near), decidedNow(spine, at))
  return kept
}

const DAILY: NoteStatus = 'daily'

function* sayAgain({ writes: bank, actor }: Reach, rid: number, { input, saying }: Said): Tx<void> {
  yield* run(sql`
    insert into workspace_saying (bank, item_rid, key) values (${bank}, ${rid}, ${saying}) on conflict do nothing`)
  // How important what a person said is, no agent says.
  const mayRaise = isPerson(actor.audience)
    ? sql``
    : sql`and exists (select 1 from item i where i.bank = ${bank} and i.rid = ${rid} and i.trust <> 'stated')`
  yield* run(sql`
    update workspace_note set importance = ${input.importance}
    where bank = ${bank} and item_rid = ${rid} and importance < ${input.importance} ${mayRaise}`)
}

/** What holds of one thing: of pitfalls and outcomes there may be many. */
function isOneWay({ type }: Pick<WorkspaceNote, 'type'>): boolean {
  return type === 'decision' || type === 'convention'
}

/** By what their texts say, and by the facts that were read out of them: one key, another value. */
function* contraries(bank: string, note: WorkspaceNote, near: readonly Near[]): Tx<Contrary[]> {
  const byText = near.filter((one) => OTHERWISE.has(one.relation) && stands(one)).map((one) => one.note)
  const renumbered = new Set(
    near.filter(({ relation }) => relation === 'renumbered').map((one) => one.note.rid),
  )
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
  return [...others.values()]
    .slice(0, CONFLICTS_MAX) // slice-ok: a list
    .map((other) => ({ note: other, isAsked: renumbered.has(other.rid) }))
}

const OTHERWISE: ReadonlySet<NoteRelation> = new Set<NoteRelation>(['contrary', 'renumbered'])

interface Near {
  readonly note: WorkspaceNote
  readonly relation: NoteRelation
}

/** Notes that share a key, also superseded ones, the latest first. */
function* nearNotes(bank: string, { keys, sense }: Said): Tx<Near[]> {
  const rids = new Set<number>()
  for (const key of keys) {
    const sharing = yield* column<number>(sql`
      select item_rid from workspace_note_key where bank = ${bank} and key = ${key}
      order by item_rid desc limit ${NEAR_MAX}`)
    for (const rid of sharing) rids.add(rid)
  }
  const latest = [...rids].sort((x, y) => y - x).slice(0, NEAR_MAX) // slice-ok: a list
  const notes = yield* readNotes(bank, sql`n.item_rid ${inInt(latest)}`, sql`order by n.item_rid desc`)
  return notes.map((note) => ({ note, relation: relationOf(senseOf(note.text), sense) }))
}

const STANDS = sql`n.status in ('daily', 'lasting')`
// Each is compared as a whole, inside the transaction.
const NEAR_MAX = 64
const CONFLICTS_MAX = 16
