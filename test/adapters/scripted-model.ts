import type { MockLanguageModelV3 } from 'ai/test'

type Generated = Awaited<ReturnType<MockLanguageModelV3['doGenerate']>>

export const usage = {
  inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 5, text: 5, reasoning: 0 },
}

/** An answer in words. */
export function saying(text: string): Generated {
  return {
    content: [{ type: 'text', text }],
    finishReason: { unified: 'stop', raw: 'stop' },
    usage,
    warnings: [],
  }
}

/** An answer that calls tools, all at once. */
export function calling(...calls: readonly (readonly [tool: string, input: object])[]): Generated {
  return {
    content: calls.map(([toolName, input], index) => ({
      type: 'tool-call',
      toolCallId: `call_${index}`,
      toolName,
      input: JSON.stringify(input),
    })),
    finishReason: { unified: 'tool-calls', raw: 'tool_calls' },
    usage,
    warnings: [],
  }
}
