import type { Env } from '../clock.js'
import type { Embedding } from '../embedding/embedding.js'
import { MemoryError } from '../errors.js'
import type { Reach } from '../reach.js'
import type { NearVectors } from '../search/vectors/near-vectors.js'
import { sql } from '../store/sql.js'
import { get, run, type Tx } from '../store/statement.js'
import type { Store } from '../store/store.js'
import type { WordUpkeep } from '../words/word-upkeep.js'
import type { KeyedCall } from './keyed/keyed-call.js'
import type { ForgottenItem, Kind, KindRemoval } from './kind.js'

/** What every function of the spine works with. */
export interface Spine {
  readonly store: Store
  readonly env: Env
  /** Keys the hashes that identify content (tombstones, repeats) without quoting it. Kept in the store. */
  readonly identityKey: Uint8Array
  readonly kinds: ReadonlyMap<string, ItemKindRules>
  /** Absent where all is in the store. */
  readonly beside?: BesideStore | undefined
  /** IANA time zone in which the user's days begin and end. */
  readonly zone: string
  /** Absent where no embedder may be used. */
  readonly embedding?: Embedding | undefined
  /** The vectors of the banks in use; present where `embedding` is. */
  readonly vectors?: NearVectors | undefined
  /** What keeps the indexes of words small; absent where nobody waits for them to be. */
  readonly words?: WordUpkeep | undefined
  /** The call that is made, where it came with a key: so that it has its effect once. */
  readonly keyed?: KeyedCall | undefined
}

/** What is kept beside the store: the files of records. */
export interface BesideStore {
  /**
   * Removes what belongs to items that are forgotten: once that is committed, and before anyone looks on disk. Answers
   * why something may still be there; null where nothing is.
   */
  finish(reach: Reach): Promise<string | null>
  /**
   * Takes in what has changed there in the bank that the caller writes, for a call that asks for something else. What
   * cannot be taken in stops no such call: `doctor`, and every call for records, says so.
   */
  catchUp(reach: Reach): Promise<void>
  /** What is wrong there, for a person; null where nothing is. */
  examine(reach: Reach): Promise<string | null>
}

/**
 * Reads the store's identity key, or makes one when the store is new. Throws `store_corrupt` when a store that
 * holds something has lost it: a new one would know nothing again.
 */
export async function loadIdentityKey(store: Store, env: Env): Promise<Uint8Array> {
  const present = await store.query(storedIdentityKey())
  return present?.value ?? store.tx(makeIdentityKey, env.randomBytes(IDENTITY_KEY_BYTES))
}

const IDENTITY_KEY_BYTES = 32

/** For who only reads: a write notices by itself when the store was filled since it was opened (./tombstone.ts). */
export async function currentIdentityKey({ store, identityKey }: Spine): Promise<Uint8Array> {
  return (await store.query(storedIdentityKey()))?.value ?? identityKey
}

/** The key as it stands in the store, which may be another process's by now. */
export function storedIdentityKey() {
  return get<{ value: Uint8Array }>(sql`select value from store_meta where name = 'identity_key'`)
}

function* makeIdentityKey(fresh: Uint8Array): Tx<Uint8Array> {
  // Another process may have opened the new store first.
  const present = yield* storedIdentityKey()
  if (present !== undefined) return present.value
  const used = yield* get(sql`select bank from item union all select bank from tombstone limit 1`)
  if (used !== undefined) {
    throw new MemoryError(
      'store_corrupt',
      'the store has lost its key: imports would repeat, and what was forgotten could come back',
      'restore a backup',
    )
  }
  yield* run(sql`insert into store_meta (name, value) values ('identity_key', ${fresh})`)
  return fresh
}

/** A kind, and what it does with the whole store at hand. */
export interface ItemKindRules extends Kind {
  /** Looks at what no statement can judge, for `doctor`. Absent where there is no such thing. */
  examine?(spine: Spine, reach: Reach): Promise<Examined>
  /**
   * Takes the words of sources that are gone out of an item that stays: for what is more than a quote. Answers what is
   * gone of it.
   *
   * @param gone the texts that went
   */
  retell?(spine: Spine, reach: Reach, item: ForgottenItem, gone: readonly string[]): Tx<KindRemoval>
}

/** What came of a look at items of one kind. */
export interface Examined {
  readonly check: string
  /** For a person; null where nothing is wrong. */
  readonly problem: string | null
  /** What to do about it. */
  readonly hint: string
}
