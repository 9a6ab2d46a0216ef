import type { z } from 'zod'
import type { NewProposal } from '../items/proposals.js'
import type { Spine } from '../items/spine.js'
import type { ChatModels } from '../model/chat/chat-models.js'
import type { Audience, Capability, Reach } from '../reach.js'
import type { ReadLog } from '../read-log.js'
import type { Remotes } from '../remote/remotes.js'
import type { RecordHome } from '../user/records/record-home.js'
import type { RecordStore } from '../user/records/record-store.js'

export type Surface = 'sdk' | 'cli' | 'mcp' | 'http'

/** Tools that not every agent needs: walking through documents; the transcript, artifacts and state of tasks. */
export type Toolset = 'knowledge' | 'task'

/** What an operation does to what is kept. */
export type OperationEffect = 'read' | 'write' | 'destructive'

/** One thing that Recollect can do, said once; every way in is generated from it. */
export interface Operation<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  /** Canonical, e.g. `memory.capture`: `capture()` in the SDK, `recollect capture` in a terminal. */
  readonly name: string
  readonly title: string
  readonly description: string
  /** One call as a person would type it; of what no terminal has, the nearest. */
  readonly example: string
  readonly capability: Capability
  readonly audience: readonly Audience[]
  readonly surfaces: readonly Surface[]
  readonly effect: OperationEffect
  readonly isIdempotent: boolean
  readonly input: I
  readonly output: O
  /** The input field that a terminal or HTTP body may stream. */
  readonly stream?: string
  /** Input fields that name a file of the machine it runs on: HTTP takes none of them. */
  readonly localPaths?: readonly string[]
  /** The output field that is a stream of text, for a file or an HTTP body; the others are known before it. */
  readonly streamsOut?: string
  /** Answers what is shown once and kept nowhere: no log, no cache and no repetition may hold its output. */
  readonly answersSecret?: true
  /** An MCP server shows it to agents only where it was started so: `--knowledge-tools`, `--task-tools`. */
  readonly toolset?: Toolset
  /**
   * May take the processor for milliseconds where much is kept, so that a server does it beside what else it does. Does not
   * look at what the log of reads still holds.
   */
  readonly isHeavy?: true
  /**
   * Looks at much of what is kept, or changes much, so that its statements are run where they hold nobody else up
   * (`store.aside`). Not of what is asked often: each statement takes some 0.1 ms longer there.
   */
  readonly looksAtMuch?: true
  /** Looks at the files of records by itself; before all others the bank that is written is brought up to date. */
  readonly looksAtFiles?: true
  /** What is kept of a call where the gate of its workspace is on (docs/workspaces.md). Absent where it is refused there. */
  readonly proposal?: ProposalRules<I, O>
  handler(call: Call, input: z.output<I>): Promise<z.input<O>>
}

export interface ProposalRules<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  /** What is kept for a person to decide on. */
  keeps(call: Call, input: z.output<I>): Omit<NewProposal, 'operation'>
  /** What the caller is answered meanwhile. */
  answers(call: Call, input: z.output<I>, id: string): z.input<O>
  /** The input with which it is performed, once it is approved; `at`: when it was proposed. */
  performs(input: z.output<I>, at: number): z.output<I>
}

/** What a handler gets beside its input. */
export interface Call {
  readonly spine: Spine
  readonly reach: Reach
  readonly readLog: ReadLog
  readonly records: RecordStore
  readonly recordHome: RecordHome
  readonly models: ChatModels
  readonly remotes: Remotes
  /** What the models of one bank may use in a day (UTC). */
  readonly modelDailyTokens: number
  readonly progress: ((progress: Progress) => void) | undefined
  readonly signal: AbortSignal | undefined
  /** For work that goes on after the answer and never rejects: closing the engine waits for it. */
  readonly background: (work: Promise<unknown>) => void
}

export interface Progress {
  readonly done: number
  /** In the plural: `messages`. */
  readonly unit: string
  /** How much there is, where that is known: then the time left can be told. */
  readonly total?: number
}

/** Keeps the name and the types of the schemas while naming the operation's shape. */
export function defineOperation<const N extends string, I extends z.ZodType, O extends z.ZodType>(
  operation: Operation<I, O> & { readonly name: N },
): Operation<I, O> & { readonly name: N } {
  return operation
}
