import { onTestFinished } from 'vitest'
import { z } from 'zod'
import { type Env, systemEnv } from '../../src/clock.js'
import type { ChatModel } from '../../src/model/chat/chat-model.js'
import type { ChatAnswer, ChatQuestion, ToolAnswer, ToolQuestion } from '../../src/model/chat/chat-models.js'
import {
  type ChatModelOptions,
  type ChatSetting,
  readChatSettings,
} from '../../src/model/chat/chat-setting.js'
import { createChatModels } from '../../src/model/chat/create-chat-models.js'
import { dayOf, type ModelUse, readUse } from '../../src/model/chat/model-use.js'
import type { Reach } from '../../src/reach.js'
import { openSqlite } from '../../src/store/sqlite/sqlite-store.js'
import type { Store } from '../../src/store/store.js'
import { ann, storeFile, temporaryFolder } from '../open-spine.js'
import type { ChatServer, Protocol } from './loopback-chat-server.js'

export const KEY = 'sk-very-secret-4711'

export const honest = { facts: [{ text: 'Mia lives in Lisbon', id: 'a-1', weight: 2 }] }

const schema = z.object({
  facts: z.array(z.object({ text: z.string(), id: z.string(), weight: z.number() })),
})

export type Facts = z.output<typeof schema>

export const question: ChatQuestion<Facts> = {
  role: 'extractor',
  system: 'Find facts.',
  prompt: 'I moved to Lisbon.',
  schema,
  maxOutputTokens: 500,
  timeoutMs: 10_000,
}

export interface OpenModelsOptions {
  readonly model?: ChatSetting
  readonly client?: ChatModel
  readonly dailyTokens?: number
  readonly environment?: Readonly<Record<string, string>>
  readonly env?: Partial<Env>
  /** Default: SQLite in a fresh folder. */
  readonly store?: Store
}

export interface OpenModels {
  ask(given?: Partial<ChatQuestion<Facts>>, reach?: Reach): Promise<ChatAnswer<Facts>>
  askWithTools(given?: Partial<ToolQuestion<Facts>>, reach?: Reach): Promise<ToolAnswer<Facts>>
  nameOf(role: ChatQuestion<Facts>['role']): string | undefined
  /** Of Ann's bank, since ever. */
  use(): Promise<readonly ModelUse[]>
  readonly today: number
}

/** The models of a fresh store, for one test. */
export async function openModels(options: OpenModelsOptions): Promise<OpenModels> {
  const { model, client, dailyTokens, environment = {} } = options
  const env: Env = { ...systemEnv(), ...options.env }
  const store = options.store ?? (await openSqlite({ file: storeFile(await temporaryFolder()), env }))
  onTestFinished(() => store.close())
  const file = { get: () => undefined, place: (field: string) => field }
  const settings = readChatSettings({ model, dailyTokens, environment, file })
  const models = createChatModels({ settings, store, env }).lentBy(client)
  return {
    ask: (given = {}, reach = ann) => models.ask(reach, { ...question, ...given }),
    askWithTools: (given = {}, reach = ann) =>
      models.askWithTools(reach, {
        ...question,
        role: 'researcher',
        tools: [],
        maxSteps: 4,
        maxTokens: 20_000,
        ...given,
      }),
    nameOf: models.nameOf,
    use: () => store.read(readUse, ann.writes, 0),
    today: dayOf(env.now()),
  }
}

export function modelAt(server: ChatServer, protocol: Protocol = 'openai'): ChatModelOptions {
  return protocol === 'openai'
    ? { provider: 'openai-compatible', model: 'm', url: `${server.url}/v1`, apiKey: KEY }
    : { provider: 'anthropic', model: 'claude-sonnet-4-5', url: `${server.url}/v1`, apiKey: KEY }
}
