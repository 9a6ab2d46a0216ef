import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { ChatEndpoint } from '../chat-setting.js'
import type { ToolModel } from './tool-loop.js'

/** A model behind OpenAI's chat completions: OpenAI, Ollama, LM Studio, llama.cpp, vLLM. */
export function openAiModel(
  { provider, model, url, apiKey }: ChatEndpoint,
  fetch: typeof globalThis.fetch,
): ToolModel {
  return createOpenAICompatible({
    name: 'openai-compatible',
    baseURL: url,
    ...(apiKey === undefined ? {} : { apiKey }),
    // Without it the schema silently shrinks to "some JSON".
    supportsStructuredOutputs: true,
    transformRequestBody: (body) => bodyFor(provider, body),
    fetch,
  })(model)
}

function bodyFor(provider: ChatEndpoint['provider'], body: Record<string, unknown>): Record<string, unknown> {
  if (provider === 'openai') {
    // Its newer models refuse the old name.
    const { max_tokens, ...rest } = body
    return { ...rest, max_completion_tokens: max_tokens }
  }
  // Models that think by themselves would think until the tokens of the answer are used up; and by itself Ollama
  // answers the same question differently each time. Elsewhere both may be refused.
  return provider === 'ollama' ? { ...body, reasoning_effort: 'none', temperature: 0 } : body
}
