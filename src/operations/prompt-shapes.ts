import { z } from 'zod'
import type { PromptFor } from '../prompting/assemble-for.js'
import type { PromptWanted } from '../prompting/prompt-wanted.js'
import type { Assembly } from '../task/prompt/assemble-prompt.js'
import { blockNames } from '../task/prompt/block.js'
import { asAiSdk } from '../task/prompt/formats/as-ai-sdk.js'
import { asAnthropic } from '../task/prompt/formats/as-anthropic.js'
import { asOpenAi } from '../task/prompt/formats/as-openai.js'
import { asText } from '../task/prompt/formats/as-text.js'
import { promptFormats } from '../task/prompt/formats/tokens-in-form.js'
import { reasonCodes } from '../task/prompt/reason.js'
import { clip } from '../text/clip.js'
import { asOneLine } from '../text/one-line.js'

export const blockName = z.enum(blockNames)

export const formatName = z
  .enum(promptFormats)
  .describe('text: one text; the others: messages as OpenAI, Anthropic or the AI SDK take them')

export const givenFields = {
  identity: z.string().min(1).max(100_000).optional().describe('who the assistant is: it stands first'),
  instructions: z
    .string()
    .min(1)
    .max(100_000)
    .optional()
    .describe('what the program wants done, beside what the user does'),
  tools: z
    .array(
      z.strictObject({
        name: z.string().min(1).max(128),
        description: z.string().max(10_000).default(''),
        schema: z.unknown().describe('JSON schema of its arguments'),
        active: z.boolean().optional().describe('its schema enters in any case'),
      }),
    )
    .max(500)
    .default([])
    .describe('the schemas of those enter that are active or were called; the others are named'),
}

export const promptShape = z.object({
  format: formatName,
  text: z.string().optional().describe('of the format text: the prompt'),
  system: z.array(z.unknown()).optional().describe('of the format anthropic: `system`, with its cache marks'),
  messages: z.array(z.unknown()).optional().describe('of the other formats: `messages`'),
  tools: z.array(z.unknown()).optional().describe('of the other formats: the tools whose schemas enter'),
  ask: z.string().describe('what is asked: given, or the latest message of the user'),
  tokens: z.object({
    total: z.number().describe('as o200k_base counts them; never more than the budget'),
    budget: z.number(),
    blocks: z
      .array(z.object({ block: blockName, tokens: z.number() }))
      .describe('in the order of the prompt'),
  }),
  table: z
    .array(
      z.object({
        block: blockName,
        id: z.string().describe('of the item; caller:… for what the call gave'),
        reason: z.enum(reasonCodes),
        tokens: z.number().describe('what it takes, or would have taken; about'),
        by: z.string().nullable().describe('the item in whose place it is not'),
        about: z.string().nullable().describe('how it begins; null where that was not read'),
      }),
    )
    .describe('every item that was thought of: what is in, what is out, and why'),
  missing: z
    .partialRecord(z.union([blockName, z.literal('record')]), z.string())
    .describe('what could not take part, and why; record: why the prompt was not kept'),
})

/** What an answer tells of a prompt. */
export function showPrompt(
  { assembly, blocks, ask, missing }: Omit<PromptFor, 'part' | 'task' | 'core'>,
  format: z.output<typeof formatName>,
  budget: number,
): z.input<typeof promptShape> {
  const texts = new Map(
    blocks.flatMap(({ name, items }) => items.map(({ id, text }) => [`${name} ${id}`, text])),
  )
  const about = (key: string) => {
    const text = texts.get(key)
    return text === undefined ? null : clip(asOneLine(text).trim(), ABOUT_CHARS)
  }
  return {
    format,
    ...inFormat(assembly, format),
    ask,
    tokens: {
      total: assembly.tokens.total,
      budget,
      blocks: [...assembly.tokens.byBlock].map(([block, tokens]) => ({ block, tokens })),
    },
    table: assembly.decisions.map((one) => ({ ...one, about: about(`${one.block} ${one.id}`) })),
    missing,
  }
}

const ABOUT_CHARS = 100

function inFormat(assembly: Assembly, format: z.output<typeof formatName>) {
  switch (format) {
    case 'text':
      return { text: asText(assembly) }
    case 'openai':
      return copied(asOpenAi(assembly))
    case 'anthropic':
      return { ...copied(asAnthropic(assembly)), system: [...asAnthropic(assembly).system] }
    case 'ai-sdk':
      return copied(asAiSdk(assembly))
  }
}

function copied({
  messages,
  tools,
}: {
  readonly messages: readonly unknown[]
  readonly tools: readonly unknown[]
}) {
  return { messages: [...messages], tools: [...tools] }
}

/** What the caller gave, for gathering. */
export function readGiven({
  identity,
  instructions,
  tools,
}: z.output<z.ZodObject<typeof givenFields>>): Pick<PromptWanted, 'tools' | 'identity' | 'instructions'> {
  return {
    identity,
    instructions,
    tools: tools.map(({ active, ...tool }) => ({ ...tool, isActive: active })),
  }
}
