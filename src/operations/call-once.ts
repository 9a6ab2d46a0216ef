import { MemoryError } from '../errors.js'
import { identityOf } from '../items/identity.js'
import { forgettings } from '../items/keyed/forget-answers.js'
import {
  type Attempt,
  type CallMark,
  KEPT_MS,
  type KeyedCall,
  keepContent,
  packed,
  unpacked,
} from '../items/keyed/keyed-call.js'
import {
  actorLabel,
  type BankId,
  documentBankOf,
  type Reach,
  STORE_BANK,
  SYSTEM_DOCUMENTS,
} from '../reach.js'
import { sql } from '../store/sql.js'
import { all, get, run, type Tx } from '../store/statement.js'
import { canonicalJson } from './canonical-json.js'
import type { Call, Operation } from './operation.js'

/**
 * Does a call that came with a key, or answers what it was answered before. The same key with anything else is refused with
 * `repeated`; where the answer is not kept any more, with `conflict`. Where an attempt broke off: what has the effect of one
 * is done again, all else goes on behind the transactions that it had made.
 */
export async function callOnce<T>(
  operation: Operation,
  call: Call,
  keyed: KeyedCall,
  input: unknown,
  work: () => Promise<T>,
): Promise<T> {
  if (operation.effect === 'read') return work()
  const { spine, reach, signal } = call
  const mark = markOf(operation, call, keyed, input)
  for (let waited = 0; ; waited += 1) {
    signal?.throwIfAborted()
    const now = spine.env.now()
    const found = await spine.store.read(lookFor, reach, mark, now - KEPT_MS)
    if (found.row !== undefined) {
      if (Buffer.compare(found.row.body, mark.body) !== 0) throw anotherCall(operation)
      if (found.row.isDone) return answerOf<T>(found)
      if (now - found.row.touchedAt < LEASE_MS) {
        if (waited >= WAITS) throw stillAtWork(operation)
        await spine.env.sleep(WAIT_MS)
        continue
      }
    }
    const attempt = attemptAt(operation, mark, found, spine.env.newId())
    const outcome = await attemptCall(call, keyed, attempt, work)
    if (outcome === undefined) continue
    if ('error' in outcome) throw found.row === undefined ? outcome.error : unlessStore(outcome.error)
    await finish(call, attempt, operation, outcome.output)
    return outcome.output
  }
}

/** Undefined where another attempt has the key. */
async function attemptCall<T>(
  call: Call,
  keyed: KeyedCall,
  attempt: Attempt,
  work: () => Promise<T>,
): Promise<{ output: T } | { error: unknown } | undefined> {
  keyed.begin(attempt)
  try {
    const output = await work()
    return attempt.isTaken ? undefined : { output }
  } catch (error) {
    if (attempt.isTaken) return undefined
    await settled(giveUp(call, attempt))
    return { error }
  } finally {
    keyed.end()
  }
}

/** How long an attempt may be silent until it is taken for broken off: nothing goes wrong where it was not. */
const LEASE_MS = 15_000
const WAIT_MS = 100
const WAITS = 80
/** Where the answer stands among what transactions came to. */
const ANSWER = -1

interface Found {
  readonly bank: BankId | undefined
  readonly row: KeyRow | undefined
  readonly contents: ReadonlyMap<number, Uint8Array>
  readonly forgotten: ReadonlyMap<string, number>
}

interface KeyRow {
  readonly body: Uint8Array
  readonly holder: string
  readonly steps: number
  readonly touchedAt: number
  readonly isDone: boolean
}

/** The banks that the operations of a caller write first. */
function banksOf({ writes, actor }: Reach): readonly BankId[] {
  return [...new Set([writes, documentBankOf(actor.user), SYSTEM_DOCUMENTS, STORE_BANK])]
}

function* lookFor(reach: Reach, { key }: CallMark, since: number): Tx<Found> {
  const forgotten = new Map<string, number>()
  let found: Pick<Found, 'bank' | 'row' | 'contents'> = {
    bank: undefined,
    row: undefined,
    contents: new Map(),
  }
  for (const bank of banksOf(reach)) {
    forgotten.set(bank, yield* forgettings(bank))
    const row = yield* get<{
      body: Uint8Array
      holder: string
      steps: number
      touched: number
      done: number
    }>(sql`
      select body, holder, steps, touched_at as touched, is_done as done from call_key
      where bank = ${bank} and key = ${key} and at >= ${since}`)
    if (row === undefined) continue
    const rows = yield* all<{ step: number; content: Uint8Array }>(
      sql`select step, content from call_answer where bank = ${bank} and key = ${key}`,
    )
    const { touched, done, ...rest } = row
    found = {
      bank,
      row: { ...rest, touchedAt: touched, isDone: done === 1 },
      contents: new Map(rows.map(({ step, content }) => [step, content])),
    }
  }
  return { ...found, forgotten }
}

function markOf(operation: Operation, { spine, reach }: Call, { key }: KeyedCall, input: unknown): CallMark {
  if (operation.answersSecret === true) {
    throw new MemoryError(
      'invalid_input',
      `${operation.name} takes no Idempotency-Key: what it answers is kept nowhere`,
      'call it without; look at what is there before you call it again',
    )
  }
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new MemoryError(
      'invalid_input',
      'not an Idempotency-Key',
      'give 1 to 255 visible ASCII characters, new ones for each call: a UUID for example',
    )
  }
  const body = canonicalJson(input)
  if (body === undefined) {
    throw new MemoryError(
      'invalid_input',
      `${operation.name} takes no Idempotency-Key with a stream`,
      'send the content within the JSON body, or without a key: the same content again has the effect of one',
    )
  }
  const hash = (parts: readonly string[]) => identityOf(spine.identityKey, parts)
  return {
    key: hash(['call key', actorLabel(reach.actor), key]),
    body: hash(['call', operation.name, body]),
    home: reach.writes,
  }
}

function attemptAt(operation: Operation, call: CallMark, found: Found, holder: string): Attempt {
  const { row, bank, contents, forgotten } = found
  const goesOn = row !== undefined && !operation.isIdempotent
  // Each of its transactions must be known: one that is not would be made a second time.
  if (goesOn && (contents.size !== row.steps || contents.has(ANSWER))) throw brokenOff()
  return {
    call,
    holder,
    takesOver: row?.holder,
    known: goesOn ? new Map([...contents].map(([step, content]) => [step, unpacked(content)])) : new Map(),
    keepsSteps: !operation.isIdempotent,
    forgotten,
    bank,
    steps: 0,
    banks: new Set(),
    own: new Map(),
    isTaken: false,
  }
}

async function finish(call: Call, attempt: Attempt, operation: Operation, output: unknown): Promise<void> {
  const { bank, banks } = attempt
  if (bank === undefined) return
  const own = [...attempt.own.values()].reduce((sum, times) => sum + times, 0)
  // A receipt names what went by its id; any other answer of a call that has forgotten something may quote it.
  const mayKeep = [...banks].every((one) => one === bank) && (own === 0 || operation.effect === 'destructive')
  const content = mayKeep ? packed(output) : undefined
  const expected = (attempt.forgotten.get(bank) ?? 0) + own
  await settled(
    call.spine.store.within({ writes: [bank] }).tx(function* keep(): Tx<void> {
      const { holder, call: mark } = attempt
      const rows = yield* run(sql`
        update call_key set is_done = 1 where bank = ${bank} and key = ${mark.key} and holder = ${holder}`)
      if (rows === 0) return
      yield* run(sql`delete from call_answer where bank = ${bank} and key = ${mark.key}`)
      if (content !== undefined && (yield* forgettings(bank)) === expected)
        yield* keepContent(bank, mark.key, ANSWER, content)
    }),
  )
}

/** The next that comes with the key need not wait. */
async function giveUp({ spine }: Call, { bank, holder, call }: Attempt): Promise<void> {
  if (bank === undefined) return
  await spine.store.within({ writes: [bank] }).tx(function* release(): Tx<void> {
    yield* run(sql`
      update call_key set touched_at = 0
      where bank = ${bank} and key = ${call.key} and holder = ${holder} and is_done = 0`)
  })
}

/** What was done stays done where the store cannot keep that it was answered: a repeat finds it broken off. */
async function settled(work: Promise<void>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (!(error instanceof MemoryError)) throw error
  }
}

function answerOf<T>({ contents }: Found): T {
  const content = contents.get(ANSWER)
  if (content !== undefined) return unpacked(content) as T
  throw new MemoryError(
    'conflict',
    'a call with this Idempotency-Key was done, and its answer is not kept any more',
    'it has had its effect: look at what is there instead of calling again. Answers go when something is forgotten',
  )
}

/** An attempt that goes on behind another meets what that one had done. */
function unlessStore(error: unknown): unknown {
  return error instanceof MemoryError && !error.code.startsWith('store_') ? brokenOff(error) : error
}

function brokenOff(cause?: unknown): MemoryError {
  return new MemoryError(
    'conflict',
    'a call with this Idempotency-Key was broken off: it has had its effect, or a part of it',
    'look at what is there; for what is missing, call with a new key',
    { cause },
  )
}

function anotherCall({ name }: Operation): MemoryError {
  return new MemoryError(
    'repeated',
    `${name}: this Idempotency-Key came with another call before`,
    'give each call a new key, and the same key only to the same call sent again',
  )
}

function stillAtWork({ name }: Operation): MemoryError {
  return new MemoryError(
    'store_busy',
    `${name}: a call with this Idempotency-Key is still at work`,
    'send it again in some seconds, with the same key',
  )
}
