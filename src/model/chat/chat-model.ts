/** One model that can be asked: at a server, of an MCP client, or of your own (`openMemory({ model })`). */
export interface ChatModel {
  /** As `recollect stats --cost` shows it, like `ollama:qwen3`. */
  readonly name: string
  /**
   * Answers one request. What it cannot answer it throws, as a {@link ModelFailure} where it knows why; of anything
   * else that is thrown nothing is passed on.
   */
  complete(request: ChatRequest): Promise<ChatReply>
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

export interface ChatReply {
  /** JSON, or text with JSON in it. */
  readonly text: string
  /** `cut`: it reached `maxOutputTokens`, or the end of what the model can hold. */
  readonly ending: 'whole' | 'cut' | 'refused'
  /** What the server says it counts; estimated where it is undefined. */
  readonly usage?: { readonly inputTokens: number; readonly outputTokens: number } | undefined
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
