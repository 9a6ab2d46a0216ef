import type { BlockName, BlockOverride } from '../task/prompt/block.js'
import type { PromptFormat } from '../task/prompt/formats/tokens-in-form.js'
import type { CoreSnapshot } from './core-block.js'
import type { GivenTool } from './tools-block.js'

/** What a block is to be in this prompt. */
export interface BlockWanted extends BlockOverride {
  readonly isOff?: boolean | undefined
}

/** The prompt that a runtime asks for. */
export interface PromptWanted {
  readonly session?: string | undefined
  readonly task?: string | undefined
  /** Absent: the latest message of the session's user. */
  readonly ask?: string | undefined
  readonly budgetTokens: number
  /** In which it is sent, and counted. */
  readonly format: PromptFormat
  readonly blocks: Readonly<Partial<Record<BlockName, BlockWanted>>>
  readonly tools: readonly GivenTool[]
  /** Who the assistant is. */
  readonly identity?: string | undefined
  /** What the program wants done. */
  readonly instructions?: string | undefined
  /** `auto`: the configured model chooses records; `lexical`: words and nothing else. */
  readonly select: 'auto' | 'lexical'
  /** Of the session only events before this one. */
  readonly before?: number | undefined
  /** What core memory was then; else what it was in the session's latest prompt. */
  readonly core?: CoreSnapshot | null | undefined
}
