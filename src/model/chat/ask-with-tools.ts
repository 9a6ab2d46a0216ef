import type { Reach } from '../../reach.js'
import { estimateTokens } from '../../text/estimate-tokens.js'
import { unlessAborted } from '../unless-aborted.js'
import { type ChatModel, ModelFailure, type Spent } from './chat-model.js'
import type { ModelTool, ToolQuestion, ToolTrouble, Worked } from './chat-models.js'
import { type Exchange, requestOf } from './exchange.js'
import { behindBreaker, type Guards, wasDown } from './guards.js'
import { onceMore } from './once-more.js'
import { problemOf, type Read, readReply } from './read-reply.js'
import { withinTime } from './within-time.js'

/**
 * Lets a model work with tools: every step is counted, and none is made that the ceiling of the day or the limit of the
 * work leaves no tokens for. Throws the reason of an aborted signal, and what a tool threw.
 */
export async function askWithTools<T>(
  guards: Guards,
  reach: Reach,
  question: ToolQuestion<T>,
): Promise<ToolRead<T>> {
  const { model } = guards
  const { work } = model
  if (work === undefined) {
    return { ok: false, reason: 'no_tools', detail: `${model.name} can be lent no tools`, steps: 0 }
  }
  const counted = countSteps(guards, reach, question)
  try {
    const read = await behindBreaker(guards, (sayDown) =>
      workOn(work, { guards, question, counted, sayDown }),
    )
    return 'steps' in read ? read : { ...read, steps: 0 }
  } finally {
    await counted.settled()
  }
}

export type ToolRead<T> = (
  | Extract<Read<T>, { ok: true }>
  | { readonly ok: false; readonly reason: ToolTrouble; readonly detail: string }
) &
  Worked

interface Work<T> {
  readonly guards: Guards
  readonly question: ToolQuestion<T>
  readonly counted: CountedSteps
  sayDown(isDown: boolean): void
}

async function workOn<T>(
  work: NonNullable<ChatModel['work']>,
  { guards: { model }, question, counted, sayDown }: Work<T>,
): Promise<ToolRead<T>> {
  const { timeoutMs, signal: caller, maxSteps } = question
  const request = requestOf(question)
  const { tools, broken, beginStep } = watched(question.tools)
  const throwBroken = () => {
    const thrown = broken()
    if (thrown !== undefined) throw thrown.error
  }
  const done = await withinTime({ model, timeoutMs, caller }, (signal) => {
    const working = work({
      ...request,
      signal,
      tools,
      maxSteps,
      check: (answer) => {
        const parsed = question.schema.safeParse(answer)
        return parsed.success ? undefined : problemOf(parsed.error, request.schema)
      },
      isLast: counted.isLast,
      step: async (input, attempt) => {
        throwBroken()
        beginStep()
        return counted.step(input, attempt, signal)
      },
    })
    return unlessAborted(working, signal)
  })
  throwBroken()
  const steps = counted.made()
  const stopped = counted.stopped()
  if (stopped !== undefined) {
    if (steps > 0) sayDown(false)
    return { ...stopped, steps }
  }
  sayDown(done !== undefined && 'failure' in done && wasDown(done))
  if (done === undefined) {
    return {
      ok: false,
      reason: 'unfinished',
      detail: `${model.name} gave no answer in ${steps} steps`,
      steps,
    }
  }
  if ('failure' in done) {
    return { ok: false, reason: done.failure.reason, detail: done.failure.message, steps }
  }
  const read = readReply(done, question, request.schema, model.name)
  const isWords = !read.ok && done.ending === 'whole' && done.text.trim() !== ''
  if (isWords && question.fromWords !== undefined)
    return { ok: true, value: question.fromWords(done.text), steps }
  return { ...read, steps }
}

interface CountedSteps {
  /** How many were answered. */
  made(): number
  /** Why no more is made. */
  stopped(): Stopped | undefined
  isLast(input: string): boolean
  step<R extends Spent>(input: string, attempt: () => Promise<R>, signal: AbortSignal): Promise<R>
  /** Once the last step is counted, also where nobody waited for it any more. */
  settled(): Promise<unknown>
}

interface Stopped {
  readonly ok: false
  readonly reason: ToolTrouble
  readonly detail: string
}

/** Each step is counted like a question of its own. */
function countSteps(
  { model, meter, env }: Guards,
  reach: Reach,
  { role, maxOutputTokens, maxTokens, timeoutMs }: ToolQuestion<unknown>,
): CountedSteps {
  const until = env.now() + timeoutMs
  let made = 0
  let used = 0
  let stopped: Stopped | undefined
  let last: Promise<unknown> = Promise.resolve()

  function stop(reason: ToolTrouble, detail: string): ModelFailure {
    stopped = { ok: false, reason, detail }
    return new ModelFailure('unavailable', detail, { isSpent: false })
  }

  async function makeStep<R extends Spent>(
    input: string,
    attempt: () => Promise<R>,
    signal: AbortSignal,
  ): Promise<R> {
    const tokens = { input: estimateTokens(input), output: maxOutputTokens }
    if (used + tokens.input + tokens.output > maxTokens) {
      throw stop('unfinished', `another step of ${model.name} would take it past ${maxTokens} tokens`)
    }
    const reserved = await meter.reserve(reach, role, model.name, tokens)
    if ('reason' in reserved) throw stop(reserved.reason, reserved.detail)
    let exchange: Exchange<Spent> | undefined
    try {
      const reply = await onceMore(attempt, { signal, until, env })
      exchange = { reply }
      made += 1
      used += totalOf(reply, tokens.input)
      return reply
    } catch (error) {
      if (error instanceof ModelFailure) exchange = { failure: error }
      throw error
    } finally {
      await reserved.settle(exchange, exchange === undefined || 'failure' in exchange)
    }
  }

  return {
    made: () => made,
    stopped: () => stopped,
    isLast: (input) => {
      const next = estimateTokens(input) + maxOutputTokens
      return used + 2 * next + BROUGHT_TOKENS + maxOutputTokens > maxTokens
    },
    step: (input, attempt, signal) => {
      const step = makeStep(input, attempt, signal)
      last = step.catch(() => undefined)
      return step
    },
    settled: () => last,
  }
}

function totalOf({ usage, text }: Spent, input: number): number {
  return usage === undefined ? input + estimateTokens(text) : usage.inputTokens + usage.outputTokens
}

/** About what the tools of one step bring. */
const BROUGHT_TOKENS = 3_000

/** What a tool throws is no answer for a model, and ends the work. */
function watched(tools: readonly ModelTool[]) {
  let broken: { readonly error: unknown } | undefined
  let calls = 0
  return {
    broken: () => broken,
    beginStep: () => {
      calls = 0
    },
    tools: tools.map((tool) => ({
      ...tool,
      run: async (input: unknown) => {
        calls += 1
        if (calls > MOST_CALLS) return `refused: more than ${MOST_CALLS} calls at once`
        try {
          return await tool.run(input)
        } catch (error) {
          broken ??= { error }
          return 'the tool failed'
        }
      },
    })),
  }
}

/** Of one step: what they bring stands in every request that follows. */
const MOST_CALLS = 8
