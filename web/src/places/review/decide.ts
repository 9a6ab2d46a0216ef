import { signal } from '@preact/signals'
import { call } from '../../api/call.js'
import { noticeChange } from '../../api/changes.js'
import type { InputOf, OperationName } from '../../api/operation-types.js'
import { forget } from '../../inspector/forget.js'
import { path, setParams } from '../../location/location.js'
import { attempt, notify } from '../../parts/notice.js'
import type { Entry, Side } from './entry.js'

type Deed = NonNullable<Entry['accept']>

/** Decided on this page, and perhaps still in what was loaded before: not shown any more. */
export const decided = signal<ReadonlySet<string>>(new Set())

export interface Decision {
  readonly entry: Entry
  readonly side: Side
  /** What is selected from then on. */
  readonly next: string | null
  /** What was done, for the notice. */
  readonly said: string
  /** What the person filled in. */
  readonly input?: Readonly<Record<string, unknown>>
}

/** Decides at once and goes on to the next; what failed comes back. All but forgetting can be undone. */
export async function decide({ entry, side, next, said, input }: Decision): Promise<void> {
  const deed = entry[side]
  if (deed === null) return
  if (deed.isDestructive) return forgetIt(entry, deed, next)
  hide([entry.key])
  setParams({ entry: next, on: null })
  const isDone = await attempt(() => inOrder(() => perform(deed.call, input)))
  if (!isDone) {
    show([entry.key])
    setParams({ entry: entry.key })
    return
  }
  noticeChange()
  notify(said, deed.undo === null ? {} : { undo: undoing([{ key: entry.key, undo: deed.undo }]) })
}

/** Any other way to decide an entry, with a way back of its own. Throws what goes wrong. */
export async function decideOtherwise({ key }: Entry, { work, undo, said, next }: OtherWay): Promise<void> {
  await inOrder(work)
  hide([key])
  setParams({ entry: next, on: null })
  noticeChange()
  notify(said, { undo: undoing([{ key, undo }]) })
}

interface OtherWay {
  readonly work: () => Promise<unknown>
  readonly undo: () => Promise<unknown>
  readonly said: string
  readonly next: string | null
}

export interface Together {
  readonly entries: readonly Entry[]
  readonly side: Side
  readonly onProgress: (done: number) => void
  readonly signal: AbortSignal
}

/** Decides several, one after the other, until it is stopped. What failed goes on waiting; the first failure is answered. */
export async function decideTogether({ entries, side, onProgress, signal }: Together) {
  const undone: Undoing[] = []
  const done: string[] = []
  let failure: unknown
  for (const [index, entry] of entries.entries()) {
    const deed = entry[side]
    if (signal.aborted) break
    if (deed === null) continue
    try {
      await inOrder(() => perform(deed.call))
      done.push(entry.key)
      if (deed.undo !== null) undone.push({ key: entry.key, undo: deed.undo })
    } catch (error) {
      failure ??= error
    }
    onProgress(index + 1)
  }
  hide(done)
  noticeChange()
  // The last first: what was decided later may rest on what was decided before.
  return { done: done.length, failure, undo: undone.length === 0 ? undefined : undoing(undone.toReversed()) }
}

/** What was decided and is loaded no more need not be kept in mind. */
export function forgetDecided(loaded: readonly Entry[]): void {
  const keys = new Set(loaded.map(({ key }) => key))
  const left = [...decided.value].filter((key) => keys.has(key))
  if (left.length < decided.value.size) decided.value = new Set(left)
}

interface Undoing {
  readonly key: string
  readonly undo: NonNullable<Deed['undo']> | (() => Promise<unknown>)
}

/** Takes decisions back, and shows the last of them. */
function undoing(undone: readonly Undoing[]): () => Promise<void> {
  return async () => {
    for (const { key, undo } of undone) {
      await inOrder(typeof undo === 'function' ? undo : () => perform(undo))
      show([key])
    }
    noticeChange()
    if (path.value[0] === 'review') setParams({ entry: undone.at(-1)?.key ?? null, on: null })
  }
}

async function forgetIt({ key }: Entry, { call: { input } }: Deed, next: string | null): Promise<void> {
  if (!(await forget(input as InputOf<'memory.forget'>))) return
  hide([key])
  const [on] = Object.entries(input)
  // The inspector shows the receipt in the place of what is gone.
  setParams({ entry: next, on: on === undefined ? null : `${on[0] === 'id' ? 'item' : on[0]}:${on[1]}` })
}

function perform({ operation, input }: Deed['call'], filledIn: object = {}): Promise<unknown> {
  return call(operation as OperationName, { ...input, ...filledIn } as never)
}

let last: Promise<unknown> = Promise.resolve()

/** One after the other, however fast they are asked for: one decision may bear on the next. */
function inOrder<T>(work: () => Promise<T>): Promise<T> {
  const next = last.then(work, work)
  last = next.catch(() => undefined)
  return next
}

function hide(keys: readonly string[]): void {
  decided.value = new Set([...decided.value, ...keys])
}

function show(keys: readonly string[]): void {
  decided.value = new Set([...decided.value].filter((key) => !keys.includes(key)))
}
