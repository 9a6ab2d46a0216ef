import { deserialize, serialize } from 'node:v8'
import type { BankId } from '../../reach.js'
import { sql } from '../../store/sql.js'
import { get, run, type Tx } from '../../store/statement.js'
import { DAY_MS } from '../../text/zone.js'
import { forgettings } from './forget-answers.js'

/**
 * A call that came with a key (`Idempotency-Key`), so that sending it again has no second effect. Each transaction of it
 * claims the key, so that a crash leaves the effect and its key or neither; of two that are made at once the first to
 * write wins, and the other has written nothing.
 */
export interface KeyedCall {
  /** As it was given. */
  readonly key: string
  /** Begins an attempt at the call; what is written until `end` belongs to it. */
  begin(attempt: Attempt): void
  end(): void
  /** The next transaction of the attempt. Undefined where none is under way, as for what goes on after the answer. */
  step(bank: BankId): Step | undefined
}

/** One run of a call's handler. */
export interface Attempt {
  readonly call: CallMark
  /** An id of its own. */
  readonly holder: string
  /** The attempt that broke off, in whose place it steps. */
  readonly takesOver: string | undefined
  /** What transactions of that attempt came to: they are not made again. */
  readonly known: ReadonlyMap<number, unknown>
  /** Whether what they come to is kept, to go on from where it breaks off: not where all may simply be done again. */
  readonly keepsSteps: boolean
  /** How often something was forgotten in a bank when it began. */
  readonly forgotten: ReadonlyMap<string, number>
  /** Where the key is kept: the bank that is written first, where a repeat looks for it. */
  bank: BankId | undefined
  steps: number
  readonly banks: Set<BankId>
  /** How often each step itself has forgotten something. */
  readonly own: Map<number, number>
  /** Another attempt had the key: nothing more is written. */
  isTaken: boolean
}

/** What is known of a call by keyed hashes. */
export interface CallMark {
  readonly key: Uint8Array
  readonly body: Uint8Array
  /** The bank that the call is for. */
  readonly home: BankId
}

export interface Step {
  /** Where the key is kept. */
  readonly bank: BankId
  /** Present where it was done before. */
  readonly known: { readonly result: unknown } | undefined
  /** At the beginning of its transaction. Throws where another attempt has the key. */
  claim(at: number): Tx<void>
  /** At its end. */
  keep(result: unknown): Tx<void>
}

export function createKeyedCall(key: string): KeyedCall {
  let attempt: Attempt | undefined
  return {
    key,
    begin: (begun) => {
      attempt = begun
    },
    end: () => {
      attempt = undefined
    },
    step: (bank) => (attempt === undefined ? undefined : nextStep(attempt, bank)),
  }
}

function nextStep(attempt: Attempt, bank: BankId): Step {
  attempt.bank ??= attempt.forgotten.has(bank) ? bank : attempt.call.home
  attempt.banks.add(bank)
  const place: Place = { attempt, bank: attempt.bank, number: attempt.steps, before: 0 }
  attempt.steps += 1
  const { known } = attempt
  return {
    bank: place.bank,
    known: known.has(place.number) ? { result: known.get(place.number) } : undefined,
    claim: (at) => claim(place, at),
    keep: (result) => keepStep(place, bank, result),
  }
}

interface Place {
  readonly attempt: Attempt
  readonly bank: BankId
  readonly number: number
  /** How often something was forgotten before its transaction. */
  before: number
}

function* claim(place: Place, at: number): Tx<void> {
  const { attempt, bank } = place
  const { call, holder, takesOver } = attempt
  place.before = yield* forgettings(bank)
  yield* dropOld(bank, at)
  const row = yield* get<{ holder: string }>(
    sql`select holder from call_key where bank = ${bank} and key = ${call.key}`,
  )
  if (row === undefined) {
    yield* run(sql`
      insert into call_key (bank, key, body, holder, steps, at, touched_at, is_done)
      values (${bank}, ${call.key}, ${call.body}, ${holder}, 1, ${at}, ${at}, 0)`)
    return
  }
  if (row.holder !== holder && row.holder !== takesOver) {
    attempt.isTaken = true
    // No MemoryError: whoever makes the best of those must not make anything of this.
    throw new Error('another call with this key has written first')
  }
  yield* run(sql`
    update call_key set holder = ${holder}, steps = steps + 1, touched_at = ${at}
    where bank = ${bank} and key = ${call.key}`)
}

function* keepStep({ attempt, bank, number, before }: Place, written: BankId, result: unknown): Tx<void> {
  const times = yield* forgettings(bank)
  attempt.own.set(number, times - before)
  if (!attempt.keepsSteps || written !== bank || times !== attempt.forgotten.get(bank)) return
  const content = packed(result)
  if (content !== undefined) yield* keepContent(bank, attempt.call.key, number, content)
}

/** A day, as docs/server-api.md says: who sends a call again does it soon. */
export const KEPT_MS = DAY_MS

function* dropOld(bank: string, at: number): Tx<void> {
  const before = at - KEPT_MS
  const old = yield* get(sql`select key from call_key where bank = ${bank} and at < ${before} limit 1`)
  if (old === undefined) return
  yield* run(sql`
    delete from call_answer where bank = ${bank}
      and key in (select key from call_key where bank = ${bank} and at < ${before})`)
  yield* run(sql`delete from call_key where bank = ${bank} and at < ${before}`)
}

export function* keepContent(bank: string, key: Uint8Array, step: number, content: Uint8Array): Tx<void> {
  yield* run(
    sql`insert into call_answer (bank, key, step, content) values (${bank}, ${key}, ${step}, ${content})`,
  )
}

/** Undefined for what is too much, or no data: then it is not kept. */
export function packed(value: unknown): Uint8Array | undefined {
  try {
    const bytes = serialize(value)
    return bytes.length > CONTENT_MAX_BYTES ? undefined : bytes
  } catch {
    // It holds a function or a stream; nothing else can be wrong with it.
    return undefined
  }
}

export function unpacked(content: Uint8Array): unknown {
  return deserialize(content)
}

const CONTENT_MAX_BYTES = 1_000_000
