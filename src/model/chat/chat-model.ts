import type { ModelTool } from './chat-models.js'

/** One model that can be asked: at a server, of an MCP client, or of your own (`openMemory({ model })`). */
export interface ChatModel {
  /** As `recollect stats --cost` shows it, like `ollama:qwen3`. */
  readonly name: string
  /**
   * Answers one request. What it cannot answer it throws, as a {@link ModelFailure} where it knows why; of anything
   * else that is thrown nothing is passed on.
   */
  complete(request: ChatRequest): Promise<ChatReply>
  /** Works with tools until it has an answer; undefined where its steps were not enough. Absent where none can be lent to it. */
  readonly work?: (request: WorkRequest) => Promise<ChatReply | undefined>
}

/** A request that takes several steps; `maxOutputTokens` holds for each, the time for all together. */
export interface WorkRequest extends ChatRequest {
  readonly tools: readonly ModelTool[]
  readonly maxSteps: number
  /** What is wrong with an answer, for the model to mend; undefined where it is one. */
  check(answer: unknown): string | undefined
  /**
   * Makes one step: counted, asked once more where that is safe, and not made where it would pass a limit. `input`: what
   * is sent, for an estimate.
   */
  step<R extends Spent>(input: string, attempt: () => Promise<R>): Promise<R>
  /** Whether the tokens are enough for only one more step that reads `input`. */
  isLast(input: string): boolean
}

/** What came of a call, as far as it is counted. */
export interface Spent {
  readonly text: string
  /** What the server says it counts; estimated where it is undefined. */
  readonly usage?: { readonly inputTokens: number; readonly outputTokens: number } | undefined
}

export interface ChatRequest {
  readonly system: string
  readonly prompt: string
  /** JSON Schema of the answer, for a model that can be bound to one. */
  readonly schema: Readonly<Record<string, unknown>>
  /** The same in words, for one that cannot: to be put behind `system`. */
  readonly schemaInWords: string
  readonly maxOutputTokens: number
  readonly timeoutMs: number
  /** Aborted when the time is over, or the caller wants no answer any more. */
  readonly signal: AbortSignal
}

/** Its text is JSON, or text with JSON in it. */
export interface ChatReply extends Spent {
  /** `cut`: it reached `maxOutputTokens`, or the end of what the model can hold. */
  readonly ending: 'whole' | 'cut' | 'refused'
}

export interface FailureOptions {
  /** The same request may be sent once more, after this time. */
  readonly retryAfterMs?: number
  /** The model may have read the request, and it may be paid for. */
  readonly isSpent?: boolean
}

/** Why a model gave no answer. `detail` is for a person: no key, nothing that was sent, nothing that was answered. */
export class ModelFailure extends Error {
  override readonly name = 'ModelFailure'
  readonly reason: 'timeout' | 'unavailable' | 'unreadable' | 'refused'
  readonly retryAfterMs: number | undefined
  readonly isSpent: boolean

  constructor(reason: ModelFailure['reason'], detail: string, options: FailureOptions = {}) {
    super(detail)
    this.reason = reason
    this.retryAfterMs = options.retryAfterMs
    this.isSpent = options.isSpent ?? true
  }
}
