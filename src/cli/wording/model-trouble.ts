/** What a person can do where a chat model gave no answer; null where the trouble is another. */
export function wayOnWithoutModel(reason: string): string | null {
  return REASONS.has(reason) ? 'Is its server running? RECOLLECT_MODEL=off goes on without it' : null
}

/** As in src/model/chat/chat-models.ts: the model was not reached, or was too slow. */
const REASONS: ReadonlySet<string> = new Set(['unavailable', 'timeout', 'breaker_open'])
