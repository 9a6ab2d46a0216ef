import type { SessionEvent } from '../task/event.js'
import type { Assembly } from '../task/prompt/assemble-prompt.js'
import { type BlockName, blockNames } from '../task/prompt/block.js'
import { type ReasonCode, reasonCodes } from '../task/prompt/reason.js'
import type { CoreSnapshot } from './core-block.js'
import type { PromptWanted } from './prompt-wanted.js'

/** What is kept of a prompt: which items, why, and what they took; not a word of what is remembered, asked or said. */
export interface AssemblyDetail {
  readonly version: 1
  readonly budgetTokens: number
  readonly tokens: number
  readonly byBlock: readonly (readonly [block: BlockName, tokens: number])[]
  /** Each item: its block, its id, its reason, what it takes, and the item in whose place it is not. */
  readonly items: readonly KeptDecision[]
  readonly core: CoreSnapshot | null
  /** Id of the message that asks; null where the session does not hold it. */
  readonly ask: string | null
  /** Id of the task. */
  readonly task: string | null
  readonly blocks: PromptWanted['blocks']
  readonly select: PromptWanted['select']
  /** Of the caller's own words, which are not kept: what they took. */
  readonly givenTokens: number
}

type KeptDecision = readonly [
  block: BlockName,
  id: string,
  reason: ReasonCode,
  tokens: number,
  by: string | null,
]

/** What an event says of a prompt that was assembled here; null where it says nothing of one. */
export function assemblyDetail(event: SessionEvent | undefined): AssemblyDetail | null {
  const detail = event?.data.detail as Partial<AssemblyDetail> | undefined
  const isKnown = event?.type === 'recall' && event.origin !== 'import' && detail?.version === 1
  return isKnown && Array.isArray(detail.items) ? (detail as AssemblyDetail) : null
}

/** Remembered items that stood in a prompt, beside turns and the caller's words. */
export function recalledIn({ items }: Pick<AssemblyDetail, 'items'>): string[] {
  return items.flatMap(([block, id, reason]) => (reason === 'placed' && RECALLING.has(block) ? id : []))
}

const RECALLING: ReadonlySet<BlockName> = new Set([
  'core_memory',
  'workspace_memory',
  'user_memory',
  'recall',
  'remote_recall',
])

/** All that is in, and of each block as much of what is out as somebody would look at. */
export function keptDecisions({ decisions }: Assembly): KeptDecision[] {
  const out = new Map<BlockName, number>()
  return decisions.flatMap(({ block, id, reason, tokens, by }): KeptDecision[] => {
    const before = out.get(block) ?? 0
    if (reason !== 'placed') out.set(block, before + 1)
    return reason === 'placed' || before < OUT_KEPT ? [[block, id, reason, tokens, by]] : []
  })
}

const OUT_KEPT = 50

/** A decision as it was kept; one of another version of this program is told as far as it is known. */
export function readDecision([block, id, reason, tokens, by]: KeptDecision) {
  const known = {
    block: blockNames.find((one) => one === block) ?? ('recall' as const),
    reason: reasonCodes.find((one) => one === reason) ?? ('scope_mismatch' as const),
  }
  return { ...known, id, tokens, by }
}
