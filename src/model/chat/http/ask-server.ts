import type { ChatReply, ChatRequest, Spent } from '../chat-model.js'
import type { ChatEndpoint } from '../chat-setting.js'
import { boundSchema } from './bound-schema.js'
import { serverCall } from './server-call.js'

/** What is needed of an AI SDK model: the provider packages type the rest. */
export interface Generates {
  doGenerate(options: {
    prompt: [{ role: 'system'; content: string }, { role: 'user'; content: [{ type: 'text'; text: string }] }]
    maxOutputTokens: number
    abortSignal: AbortSignal
    responseFormat?: { type: 'json'; schema: Readonly<Record<string, unknown>>; name: string }
    providerOptions?: Record<string, Record<string, string | boolean>>
  }): PromiseLike<Generated>
}

export interface Generated {
  readonly content: readonly { readonly type: string; readonly text?: string }[]
  readonly finishReason: { readonly unified: string }
  readonly usage: {
    readonly inputTokens: { readonly total: number | undefined }
    readonly outputTokens: { readonly total: number | undefined }
    readonly raw?: unknown
  }
}

export interface Ask {
  readonly endpoint: ChatEndpoint
  readonly request: ChatRequest
  /** Whether the server is asked to bind the answer to the schema, instead of being told it in words. */
  readonly isBound: boolean
  now(): number
  /** Makes the model of one call, on the `fetch` given: it is bounded, and follows nothing. */
  connect(fetch: typeof globalThis.fetch): Generates
}

export type Asked = { readonly reply: ChatReply } | 'refuses the schema'

/** One request to a server. Throws {@link ModelFailure}, or the reason of the aborted signal. */
export async function askServer({ endpoint, request, isBound, now, connect }: Ask): Promise<Asked> {
  const { system, prompt, maxOutputTokens, timeoutMs, signal } = request
  const call = serverCall({ endpoint, timeoutMs, signal, now })
  const { schema, isStrict } = boundSchema(request.schema)
  try {
    const generated = await connect(call.fetch).doGenerate({
      prompt: [
        { role: 'system', content: isBound ? system : `${system}\n\n${request.schemaInWords}` },
        { role: 'user', content: [{ type: 'text', text: prompt }] },
      ],
      maxOutputTokens,
      abortSignal: signal,
      ...(isBound ? { responseFormat: { type: 'json', schema, name: 'answer' } } : {}),
      providerOptions: { openaiCompatible: { strictJsonSchema: isStrict } },
    })
    return { reply: { ...spentOf(generated), ending: endingOf(generated) } }
  } catch (error) {
    const status = call.status()
    if (isBound && !signal.aborted && (status === 400 || status === 422)) return 'refuses the schema'
    throw call.failureOf(error)
  }
}

export function endingOf({
  finishReason: { unified },
}: Pick<Generated, 'finishReason'>): ChatReply['ending'] {
  return unified === 'length' ? 'cut' : unified === 'content-filter' ? 'refused' : 'whole'
}

/** What it says, and the tokens that it took. */
export function spentOf({ content, usage }: Pick<Generated, 'content' | 'usage'>): Spent {
  const { total: inputTokens } = usage.inputTokens
  const { total: outputTokens } = usage.outputTokens
  return {
    text: content.map(({ type, text = '' }) => (type === 'text' ? text : '')).join(''),
    // A server that counts nothing is not one that used nothing.
    ...(isCount(inputTokens) && isCount(outputTokens) && inputTokens > 0
      ? { usage: { inputTokens, outputTokens } }
      : {}),
  }
}

const isCount = (tokens: number | undefined): tokens is number =>
  Number.isSafeInteger(tokens) && (tokens ?? -1) >= 0
