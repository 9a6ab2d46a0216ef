import { kindOfBank, type Reach } from '../../reach.js'
import { sql } from '../../store/sql.js'
import { run, type Tx } from '../../store/statement.js'
import type { PreparedFact, PreparedFacts } from './prepare-facts.js'
import { INSTRUCTION, isStated } from './weights.js'

export const instructionScopes = ['global', 'channel', 'session'] as const

export type InstructionScope = (typeof instructionScopes)[number]

/** How an instruction applies. Whether it does, the status of its fact says. */
export interface InstructionTerms {
  /** 1 to 100, the highest first. */
  readonly priority: number
  readonly scope: InstructionScope
  /** Of the channel or session. */
  readonly scopeName: string | null
  /** Read out of what the user said, not added as one. */
  readonly isDetected: boolean
}

export const DETECTED: InstructionTerms = {
  priority: INSTRUCTION.detectedPriority,
  scope: 'global',
  scopeName: null,
  isDetected: true,
}

export function* addInstruction(bank: string, itemRid: number, terms: InstructionTerms): Tx<void> {
  const { priority, scope, scopeName, isDetected } = terms
  yield* run(sql`
    insert into instruction (bank, item_rid, priority, scope, scope_name, detected)
    values (${bank}, ${itemRid}, ${priority}, ${scope}, ${scopeName}, ${isDetected ? 1 : 0})
    on conflict (bank, item_rid) do nothing`)
}

/** What a corrected instruction applies to, it applies to still. */
export function* copyInstruction(bank: string, from: number, to: number): Tx<void> {
  yield* run(sql`
    insert into instruction (bank, item_rid, priority, scope, scope_name, detected)
    select bank, cast(${to} as bigint), priority, scope, scope_name, detected from instruction
    where bank = ${bank} and item_rid = ${from}`)
}

/** The user's own words alone instruct, in the user's own memory: what a worker reads may come from anyone. */
export function isDetectable(
  { writes, actor }: Reach,
  { trust }: Pick<PreparedFacts, 'trust'>,
  { category, text }: Pick<PreparedFact, 'category' | 'text'>,
): boolean {
  return (
    category === 'instruction' &&
    isStated(trust) &&
    actor.audience !== 'subagent' &&
    kindOfBank(writes) === 'user' &&
    wordCount(text) >= INSTRUCTION.minWords
  )
}

/** Two characters of Chinese make about a word. */
function wordCount(text: string): number {
  const words = text.match(/[^\s\p{Script=Han}]+/gu)?.length ?? 0
  const characters = text.match(/\p{Script=Han}/gu)?.length ?? 0
  return words + characters / 2
}
