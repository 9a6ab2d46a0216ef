import type { Env } from '../../clock.js'
import { reachOf } from '../../reach.js'
import { callOperation } from '../call-operation.js'
import type { Call, Operation } from '../operation.js'
import type { Step } from './read-story.js'

export interface Teller {
  readonly user: string
  readonly workspace: string
  /** What steps may do, under its name in the story. */
  readonly operations: ReadonlyMap<string, Operation>
}

/** Does step by step what a story tells, each at its own time, by the operations that anyone would call. */
export async function tellStory(call: Call, steps: readonly Step[], teller: Teller): Promise<void> {
  let now = 0
  const env: Env = { ...call.spine.env, now: () => now }
  const kept = new Map<string, unknown>()
  for (const [index, step] of steps.entries()) {
    call.signal?.throwIfAborted()
    now = step.at
    const done = await perform({ ...call, spine: { ...call.spine, env } }, step, kept, teller)
    for (const [name, path] of Object.entries(step.keep)) kept.set(name, valueAt(done, path))
    call.progress?.({ done: index + 1, unit: 'steps', total: steps.length })
  }
}

async function perform(
  call: Call,
  step: Step,
  kept: ReadonlyMap<string, unknown>,
  { user, workspace, operations }: Teller,
): Promise<unknown> {
  const { name, input } =
    step.said === undefined
      ? { name: step.do ?? '', input: step.input }
      : { name: 'transcript.append', input: appended(step, step.said) }
  const operation = operations.get(name)
  if (operation === undefined) throw new TypeError(`no step of a story can do ${name}`)
  const reach = reachOf({
    user,
    ...(step.agent === undefined ? {} : { agent: step.agent }),
    ...(step.isInWorkspace ? { workspace } : {}),
  })
  const asked: Call = { ...call, reach, progress: undefined, ...(await recordsFor(call, step)) }
  return callOperation(operation, asked, filled(input, kept))
}

/** Under the clock of the story. Those of a workspace have no files. */
async function recordsFor(call: Call, step: Step): Promise<Partial<Call>> {
  const { records, beside } = await call.recordHome.now(call.spine)
  return step.isInWorkspace ? {} : { records, spine: { ...call.spine, beside } }
}

/** What is said takes a while. */
const SPOKEN_MS = 75_000

function appended({ session, channel, at }: Step, said: readonly Readonly<Record<string, unknown>>[]) {
  const events = said.map((one, index) => {
    const event =
      'user' in one
        ? { type: 'message', role: 'user', text: one['user'] }
        : 'assistant' in one
          ? { type: 'message', role: 'assistant', text: one['assistant'] }
          : one
    return { at: at + index * SPOKEN_MS, ...event }
  })
  return { session, ...(channel === undefined ? {} : { channel }), events }
}

/** `$name` stands for what an earlier step answered. */
function filled(value: unknown, kept: ReadonlyMap<string, unknown>): unknown {
  if (typeof value === 'string') {
    const name = /^\$([a-z]\w*)$/i.exec(value)?.[1]
    if (name === undefined) return value
    if (!kept.has(name)) throw new TypeError(`nothing is kept as ${name}`)
    return kept.get(name)
  }
  if (Array.isArray(value)) return value.map((one) => filled(one, kept))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, filled(one, kept)]))
}

function valueAt(answer: unknown, path: string): unknown {
  let value = answer
  for (const part of path.split('.')) value = (value as Readonly<Record<string, unknown>> | undefined)?.[part]
  if (value === undefined) throw new TypeError(`an answer has no ${path}`)
  return value
}
