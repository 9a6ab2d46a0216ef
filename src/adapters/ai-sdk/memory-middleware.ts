import { randomUUID } from 'node:crypto'
import type { LanguageModelMiddleware } from 'ai'
import { z } from 'zod'
import { type Memory, reachOfMemory } from '../../engine.js'
import { MemoryError, tellError } from '../../errors.js'
import { unlessAborted } from '../../model/unless-aborted.js'
import { parseInput } from '../../operations/parse-input.js'
import { type CallParams, type HeardPrompt, hashOf, hearPrompt, withMemory } from './heard-prompt.js'
import type { CutShort, NewEvent } from './new-event.js'
import { recallBlock } from './recall-block.js'
import { recordedStream } from './recorded-stream.js'
import { saidEvents } from './said-events.js'

export interface MemoryMiddlewareOptions {
  /** The session that is recorded: the id of the chat. Made by its first event. */
  readonly session: string
  /** Where a new session takes place: `web`, `terminal` … */
  readonly channel?: string
  /** Tokens that what is recalled may take. Default 1,500. */
  readonly budgetTokens?: number
  /** Whether something is recalled before a call. Default true. */
  readonly recalls?: boolean
  /** Whether what was said is recorded after a call. Default true. */
  readonly records?: boolean
  /** How long a call waits for what is recalled, in milliseconds. Default 5,000. */
  readonly timeoutMs?: number
  /** Told what went wrong: the model is called and answers all the same. Default: a warning of the process. */
  readonly onTrouble?: (trouble: MemoryTrouble) => void
}

export interface MemoryTrouble {
  readonly doing: 'recall' | 'record'
  readonly error: unknown
}

/**
 * Middleware for a language model of the AI SDK: before each call it puts what is remembered before the user's last
 * words, fenced and marked as data; what is new it keeps in the transcript of the session: the user's words and the
 * results of tools before the call, calls, reasoning and the answer after it, also of a stream that was cut. The steps of one work are one turn: the user's
 * words are kept once, and recalled for once. It never fails a call, and keeps nothing that it has recalled.
 *
 * Give the memory of the user where their own words come in, `engine.as({ user })`; tools for the model get an agent's.
 * Make one for each chat: `wrapLanguageModel` costs nothing.
 *
 * @example
 * const memory = engine.as({ user: 'ann' })
 * const remembering = wrapLanguageModel({ model, middleware: memoryMiddleware(memory, { session: chat.id }) })
 * const { text } = await generateText({ model: remembering, messages })
 */
export function memoryMiddleware(memory: Memory, options: MemoryMiddlewareOptions): LanguageModelMiddleware {
  // A mistake of the program is told at once, and not with each call.
  reachOfMemory(memory)
  checkOptions(options)
  const {
    session,
    channel,
    budgetTokens = 1_500,
    recalls = true,
    records = true,
    timeoutMs = 5_000,
  } = options
  const calls = new WeakMap<CallParams, Turn>()
  let turn: Turn | undefined

  const trouble = (doing: MemoryTrouble['doing'], error: unknown): void => {
    try {
      if (options.onTrouble !== undefined) options.onTrouble({ doing, error })
      else process.emitWarning(`Recollect could not ${doing}: ${tellError(error)}`)
    } catch {
      // Whoever is told must not fail the call either, and there is nobody left to tell.
      return
    }
  }

  function turnOf(heard: HeardPrompt): Turn {
    // What was not answered yet may be asked again; a step may have been sent with less of what was before.
    const isAgain = turn?.isOver === false && turn.place === heard.place
    const isSame = turn?.words === heard.words && (heard.isFurther || isAgain)
    if (turn === undefined || !isSame) {
      turn = {
        words: heard.words,
        place: heard.place,
        key: heard.place ?? randomUUID(),
        isOver: false,
        block: undefined,
        kept: new Set(),
      }
    }
    return turn
  }

  async function recall({ question }: HeardPrompt, caller?: AbortSignal): Promise<string | undefined> {
    const late = AbortSignal.timeout(timeoutMs)
    const signal = caller === undefined ? late : AbortSignal.any([caller, late])
    try {
      const asked = { session, question, budgetTokens, signal }
      return await unlessAborted(recallBlock(memory, asked), signal)
    } catch (error) {
      if (caller?.aborted !== true) trouble('recall', error)
      return undefined
    }
  }

  async function record(events: readonly NewEvent[]): Promise<boolean> {
    if (!records) return false
    try {
      for (let from = 0; from < events.length; from += EVENTS_AT_ONCE) {
        const some = events.slice(from, from + EVENTS_AT_ONCE) // slice-ok: a list
        await memory.transcriptAppend({
          session,
          events: some,
          ...(channel === undefined ? {} : { channel }),
        })
      }
      return true
    } catch (error) {
      trouble('record', error)
      return false
    }
  }

  /** What the user said and tools brought, as far as it is not kept yet. */
  async function recordHeard({ said, results }: HeardPrompt, of: Turn): Promise<void> {
    const known = [...said, ...results].map((event, index) => ({ ...event, key: keyOf(of, event, index) }))
    const anew = known.filter(({ key }) => !of.kept.has(key))
    if (await record(anew)) for (const { key } of anew) of.kept.add(key)
  }

  async function ended(params: CallParams, content: Parameters<typeof saidEvents>[0], ending?: CutShort) {
    const of = calls.get(params)
    if (of === undefined) return
    const said = saidEvents(content, ending)
    of.isOver = ending === undefined && !said.some(({ type }) => type === 'tool_call')
    await record(said)
  }

  return {
    specificationVersion: 'v3',
    transformParams: async ({ params }) => {
      const heard = hearPrompt(params.prompt)
      const of = turnOf(heard)
      // Before it is recalled for: then the transcript says for what that was, also where the model never answers.
      await recordHeard(heard, of)
      if (recalls && heard.question !== '') of.block ??= recall(heard, params.abortSignal)
      const block = await of.block
      const prompt = block === undefined ? params.prompt : withMemory(params.prompt, heard.lastUser, block)
      const given: CallParams = { ...params, prompt }
      calls.set(given, of)
      return given
    },
    wrapGenerate: async ({ doGenerate, params }) => {
      try {
        const generated = await doGenerate()
        await ended(params, generated.content, endingOf(generated.finishReason.unified))
        return generated
      } catch (error) {
        await ended(params, [], cutBy(params))
        throw error
      }
    },
    wrapStream: async ({ doStream, params }) => {
      try {
        const streamed = await doStream()
        const stream = recordedStream(streamed.stream, params.abortSignal, (heard, ending) =>
          ended(params, heard.content(), ending),
        )
        return { ...streamed, stream }
      } catch (error) {
        await ended(params, [], cutBy(params))
        throw error
      }
    },
  }
}

function checkOptions(options: MemoryMiddlewareOptions): void {
  const parsed = parseInput(optionsShape, options)
  if ('input' in parsed) return
  throw new MemoryError(
    'invalid_input',
    `memoryMiddleware: ${parsed.problems[0].text}`,
    'like memoryMiddleware(memory, { session: chat.id, budgetTokens: 1_500 })',
  )
}

const optionsShape = z.strictObject({
  session: z.string().trim().min(1).max(512),
  channel: z.string().min(1).max(128).optional(),
  budgetTokens: z.int().min(1).max(1_000_000).optional(),
  recalls: z.boolean().optional(),
  records: z.boolean().optional(),
  timeoutMs: z.number().min(0).optional(),
  onTrouble: z.custom((given) => typeof given === 'function', 'must be a function').optional(),
})

/** What the user said, until the model has answered it. */
interface Turn {
  readonly words: string
  readonly place: string | undefined
  readonly key: string
  isOver: boolean
  /** What is recalled for it: the same in each step. */
  block: Promise<string | undefined> | undefined
  /** Keys of what is kept of it. */
  readonly kept: Set<string>
}

/** Under which it is the same event when it comes again: in the next step, or from a process that was restarted. */
function keyOf(turn: Turn, event: NewEvent, index: number): string {
  const place = event.type === 'tool_result' ? (event.callId ?? '') : String(index)
  return `ai-sdk ${hashOf([turn.key, event.type, place, event.text ?? ''])}`
}

const cutBy = ({ abortSignal }: CallParams): CutShort =>
  abortSignal?.aborted === true ? 'aborted' : 'failed'

const endingOf = (reason: string): CutShort | undefined => (reason === 'error' ? 'failed' : undefined)

const EVENTS_AT_ONCE = 500
