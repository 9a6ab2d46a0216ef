import { knownOutcome } from '../../items/add.js'
import { identityOf } from '../../items/identity.js'
import type { Spine } from '../../items/spine.js'
import type { Reach } from '../../reach.js'
import { clip } from '../../text/clip.js'
import { allRecords } from '../../user/records/all-records.js'
import type { NewRecord, RecordType } from '../../user/records/record.js'
import { nameKey, recordIdentityIn } from '../../user/records/record-keys.js'
import type { ListedRecord, RecordStore } from '../../user/records/record-store.js'
import { checkedRecord } from '../../user/records/record-text.js'
import { recordOfEntity } from './knowledge-graph.js'
import type { FilePlace, RecordEntry } from './record-entry.js'

/** What is to become of one record. */
export interface Due {
  readonly place: FilePlace
  readonly record: NewRecord
  readonly createdAt: number | null
  readonly isTyped: boolean
  readonly step: 'create' | 'update' | 'repeated' | 'differs' | 'forgotten'
  /** The record that is there already. */
  readonly known?: { readonly id: string; readonly revision: number }
}

type Entry = Extract<RecordEntry, { kind: 'record' }>

/** What an import has given to those who share a name. */
interface Namesakes {
  /** The number of the next. */
  next: number
  readonly said: Set<string>
  /** The keys of those in the store, by what they said when the import came to the first. */
  readonly kept: ReadonlyMap<string, readonly string[]>
}

/**
 * Settles the name of each record of an import, and what it would change, in the order of the sources: twice the same
 * gives twice the same. Throws what is wrong with one record.
 */
export async function createRecordJudge(
  { spine, reach, records }: { readonly spine: Spine; readonly reach: Reach; readonly records: RecordStore },
  { update, type }: { readonly update: boolean; readonly type: RecordType },
): Promise<(entry: Entry) => Promise<Due>> {
  const bank = reach.writes
  const hash = (parts: readonly string[]) => identityOf(spine.identityKey, [bank, ...parts])
  const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')
  const keyOf = (name: string) => textOf(nameKey(spine, bank, name))
  const wordsOf = ({ description, type: of, body }: NewRecord, entity = '') =>
    textOf(hash([entity, description, of, body]))

  const known = new Map<string, ListedRecord>()
  const numbered = new Map<string, string[]>()
  for await (const listed of allRecords(records, reach)) {
    const key = keyOf(listed.name)
    known.set(key, listed)
    const [, stem] = NUMBERED.exec(listed.name) ?? []
    if (stem !== undefined) listUnder(numbered, keyOf(stem), key)
  }
  // Who has a place in this import: what stands there is said by it from now on.
  const given = new Set<string>()
  const sharing = new Map<string, Namesakes>()

  const wasForgotten = async (record: NewRecord): Promise<boolean> => {
    const identity = recordIdentityIn(spine, bank, record)
    return (await spine.store.read(knownOutcome, reach, { identity }))?.outcome === 'forgotten'
  }

  const namesakesOf = async (name: string): Promise<Namesakes> => {
    const kept = new Map<string, string[]>()
    for (const key of [keyOf(name), ...(numbered.get(keyOf(stemOf(name))) ?? [])]) {
      const there = known.get(key)
      if (there === undefined || given.has(key)) continue
      const { record } = await records.read(reach, there.id)
      listUnder(kept, wordsOf(record), key)
    }
    return { next: 1, said: new Set(), kept }
  }

  return async ({ place, record: { createdAt, isTyped, ...candidate }, entity }) => {
    const due = (record: NewRecord, step: Due['step']): Due => ({ place, record, createdAt, isTyped, step })
    const said = checkedRecord({ ...candidate, type: isTyped ? candidate.type : type })
    const base = keyOf(said.name)
    const namesakes = sharing.get(base) ?? (await namesakesOf(said.name))
    sharing.set(base, namesakes)
    const words = wordsOf(said, entity?.name)
    if (namesakes.said.has(words)) return due(said, 'repeated')
    namesakes.said.add(words)
    const second = numberedName(said.name, 2)
    const forms = entity === undefined ? [said] : [said, recordOfEntity(entity, { name: second })]
    const same = forms
      .flatMap((form) => namesakes.kept.get(wordsOf(form)) ?? [])
      .find((key) => !given.has(key))
    if (same !== undefined) {
      given.add(same)
      return due(said, 'repeated')
    }
    for (;;) {
      const name = numberedName(said.name, namesakes.next)
      namesakes.next += 1
      const key = keyOf(name)
      // Another one of this import may be called so from the start.
      if (given.has(key)) continue
      given.add(key)
      const isOwn = name === said.name || entity === undefined
      const record = isOwn ? { ...said, name } : checkedRecord(recordOfEntity(entity, { name }))
      const there = known.get(key)
      if (there === undefined) {
        return due(record, (await wasForgotten(record)) ? 'forgotten' : 'create')
      }
      const { record: kept } = await records.read(reach, there.id)
      if (wordsOf(kept) === wordsOf(record)) return due(record, 'repeated')
      const { id } = there
      return { ...due(record, update ? 'update' : 'differs'), known: { id, revision: kept.revision } }
    }
  }
}

function numberedName(name: string, number: number): string {
  return number === 1 ? name : `${stemOf(name)} (${number})`
}

function stemOf(name: string): string {
  return clip(name, NUMBERED_NAME_CHARS).trim()
}

function listUnder(lists: Map<string, string[]>, key: string, one: string): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [one])
  else list.push(one)
}

const NUMBERED = /^(.+) \(\d{1,4}\)$/s

// The longest name, but for ` (9999)`.
const NUMBERED_NAME_CHARS = 112
