import type { z } from 'zod'
import type { Reach } from '../../reach.js'

/** What a chat model is used for; each may have a model of its own. */
export const chatRoles = ['selector', 'extractor', 'summariser', 'researcher', 'chat'] as const

export type ChatRole = (typeof chatRoles)[number]

/** The chat models of one caller. All are optional: who asks must have an answer for `off`. */
export interface ChatModels {
  /** The model's name, like `ollama:qwen3`; undefined where the role has none. */
  nameOf(role: ChatRole): string | undefined
  /** Asks for an answer of the schema's shape. Never throws, but for the reason of an aborted signal. */
  ask<T>(reach: Reach, question: ChatQuestion<T>): Promise<ChatAnswer<T>>
  /**
   * Lets a model work with tools until it has an answer of the schema's shape. Never throws, but for the reason of an
   * aborted signal, and what a tool throws that is no answer for a model.
   */
  askWithTools<T>(reach: Reach, question: ToolQuestion<T>): Promise<ToolAnswer<T>>
}

export interface ChatQuestion<T> {
  readonly role: ChatRole
  /** What is to be done; holds no remembered text. */
  readonly system: string
  /** What it is to be done with. */
  readonly prompt: string
  readonly schema: z.ZodType<T>
  readonly maxOutputTokens: number
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
}

/** `maxOutputTokens` holds for each step, `timeoutMs` for all of them together. */
export interface ToolQuestion<T> extends ChatQuestion<T> {
  readonly tools: readonly ModelTool[]
  /** How often the model is asked at most; the last time for its answer alone. */
  readonly maxSteps: number
  /** Of all steps together, in and out. What a step brings is read again by each that follows. */
  readonly maxTokens: number
  /** What an answer in plain words is taken for. Absent: for none. */
  fromWords?(text: string): T
}

export interface ModelTool {
  readonly name: string
  readonly description: string
  /** JSON Schema of what it takes. */
  readonly schema: Readonly<Record<string, unknown>>
  /**
   * Works with what the model gave, whatever that is; what it answers is for the model to read, and so is what it
   * refuses. What it throws ends the work, and is thrown on.
   */
  run(input: unknown): Promise<string>
}

export type ChatAnswer<T> =
  | { readonly ok: true; readonly value: T; readonly model: string }
  | {
      readonly ok: false
      readonly reason: ChatTrouble
      /** For a person: what happened, without a key and without remembered text. */
      readonly detail: string
      readonly model: string | null
    }

export type ToolAnswer<T> =
  | (Extract<ChatAnswer<T>, { ok: true }> & Worked)
  | (Omit<Extract<ChatAnswer<T>, { ok: false }>, 'reason'> & { readonly reason: ToolTrouble } & Worked)

export interface Worked {
  /** How often the model answered. */
  readonly steps: number
}

/**
 * `no_tools`: the model is one of your own or the client's, which can be lent none; `unfinished`: its steps or tokens
 * were used up before it had an answer.
 */
export type ToolTrouble = ChatTrouble | 'no_tools' | 'unfinished'

/**
 * Why there is no answer. `off`: no model has the role; `breaker_open`: it failed several times just now; `ceiling`: the
 * bank's tokens of the day are used up; `unreadable`: the answer was no JSON, also after repair, or was cut; `refused`:
 * the model would not; `unavailable`: no connection, an error or a limit of the server.
 */
export type ChatTrouble =
  | 'off'
  | 'breaker_open'
  | 'ceiling'
  | 'timeout'
  | 'unavailable'
  | 'unreadable'
  | 'wrong_shape'
  | 'refused'
