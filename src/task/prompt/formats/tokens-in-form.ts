import type { CountTokens } from '../../../text/exact-tokens.js'
import type { Assembly, PromptPart } from '../assemble-prompt.js'
import { OVERHEAD } from '../fit-blocks.js'
import { asAiSdk } from './as-ai-sdk.js'
import { asAnthropic } from './as-anthropic.js'
import { asOpenAi } from './as-openai.js'
import { asText } from './as-text.js'

export const promptFormats = ['text', 'openai', 'anthropic', 'ai-sdk'] as const

export type PromptFormat = (typeof promptFormats)[number]

/**
 * What a prompt takes as it is sent: of one text its tokens; of messages all that they say, arguments and schemas as JSON,
 * and what a provider puts around each.
 */
export function tokensInForm(
  prompt: Pick<Assembly, PromptPart>,
  format: PromptFormat,
  count: CountTokens,
): number {
  switch (format) {
    case 'text':
      return count(asText(prompt))
    case 'openai':
      return ofMessages(asOpenAi(prompt), count)
    case 'anthropic': {
      const { system, ...rest } = asAnthropic(prompt)
      return saidIn(system, count) + ofMessages(rest, count)
    }
    case 'ai-sdk':
      return ofMessages(asAiSdk(prompt), count)
  }
}

interface Sent {
  readonly messages: readonly unknown[]
  readonly tools: readonly unknown[]
}

function ofMessages({ messages, tools }: Sent, count: CountTokens): number {
  const said = messages.reduce<number>((sum, one) => sum + saidIn(one, count) + OVERHEAD.message, 0)
  return tools.reduce<number>(
    (sum, one) => sum + count(JSON.stringify(one)) + OVERHEAD.call,
    said + OVERHEAD.prompt,
  )
}

function saidIn(value: unknown, count: CountTokens): number {
  if (typeof value === 'string') return count(value)
  if (typeof value !== 'object' || value === null) return 0
  return Object.entries(value).reduce((sum, [key, part]) => {
    if (UNSAID.has(key)) return sum
    // Arguments are sent as JSON.
    return sum + (key === 'input' ? count(JSON.stringify(part)) : saidIn(part, count))
  }, 0)
}

/** What names the parts of a message: what a message takes beside its text stands for it. */
const UNSAID: ReadonlySet<string> = new Set(['type', 'role', 'cache_control'])
