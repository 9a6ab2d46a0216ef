import { createAnthropic } from '@ai-sdk/anthropic'
import type { ChatEndpoint } from '../chat-setting.js'
import type { ToolModel } from './tool-loop.js'

/** A model behind Anthropic's messages. Takes a key from the environment by itself where the endpoint has none. */
export function anthropicModel(
  { model, url, apiKey }: ChatEndpoint,
  fetch: typeof globalThis.fetch,
): ToolModel {
  return createAnthropic({ baseURL: url, ...(apiKey === undefined ? {} : { apiKey }), fetch })(model)
}
