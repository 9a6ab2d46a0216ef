import { tellError } from '../errors.js'
import { type Assembly, assemblePrompt } from '../task/prompt/assemble-prompt.js'
import { blockOf, type PromptBlock } from '../task/prompt/block.js'
import type { Decision } from '../task/prompt/decision.js'
import { OVERHEAD } from '../task/prompt/fit-blocks.js'
import { tokensInForm } from '../task/prompt/formats/tokens-in-form.js'
import { frameOf } from '../task/prompt/render-block.js'
import { type CountTokens, loadExactTokens } from '../text/exact-tokens.js'
import { checkWanted } from './check-wanted.js'
import { type GatheredPrompt, gatherPrompt } from './gather-prompt.js'
import type { PromptWorld } from './gathered.js'
import type { PromptWanted } from './prompt-wanted.js'
import { recallBlock } from './recall-block.js'

/** A prompt for a caller, with what it was made of. */
export interface PromptFor extends Omit<GatheredPrompt, 'out'> {
  readonly assembly: Assembly
}

/**
 * Assembles the best prompt that a budget holds: all other blocks first, and recall for what they leave, of what they do
 * not say already. Throws `too_large` where what is required has no room, and `invalid_input` for what is no prompt.
 */
export async function assembleFor(world: PromptWorld, wanted: PromptWanted): Promise<PromptFor> {
  checkWanted(wanted)
  const count = await loadExactTokens()
  const { out, ...gathered } = await gatherPrompt(world, wanted, count)
  const { blocks } = gathered
  const options = {
    budgetTokens: wanted.budgetTokens,
    now: world.spine.env.now(),
    count,
    measure: (prompt: Parameters<typeof tokensInForm>[0]) => tokensInForm(prompt, wanted.format, count),
    recallTokens: recallTokensOf(wanted),
  }
  const without = assemblePrompt(blocks, options)
  const recall = await recallFor(world, wanted, { ask: gathered.ask, without, count })
  const all = recall.block === undefined ? blocks : [...blocks, recall.block]
  const assembly = recall.block === undefined ? without : assemblePrompt(all, options)
  const decisions = [...assembly.decisions, ...unknownOf([...out, ...recall.out], assembly.decisions)]
  const missing =
    recall.missing === undefined ? gathered.missing : { ...gathered.missing, recall: recall.missing }
  return { ...gathered, blocks: all, missing, assembly: { ...assembly, decisions } }
}

/** However long a conversation is, so much is left to what was said elsewhere. */
const RECALL_SHARE = 0.3

function recallTokensOf({ budgetTokens, blocks: { recall } }: PromptWanted): number {
  if (recall?.isOff === true) return 0
  return Math.floor(Math.min(budgetTokens * RECALL_SHARE, recall?.budgetTokens ?? budgetTokens))
}

interface RecallFor {
  readonly ask: string
  readonly without: Assembly
  readonly count: CountTokens
}

async function recallFor(
  world: PromptWorld,
  { budgetTokens, blocks: { recall: given } }: PromptWanted,
  { ask, without, count }: RecallFor,
): Promise<{ readonly block?: PromptBlock; readonly out: readonly Decision[]; readonly missing?: string }> {
  if (given?.isOff === true || ask.trim() === '') return { out: [] }
  const empty = blockOf('recall', [], budgetTokens, given)
  const room = budgetTokens - without.tokens.total - count(frameOf('recall')) - OVERHEAD.message
  try {
    const {
      items,
      out = [],
      missing,
    } = await recallBlock(world, ask, {
      budgetTokens: Math.min(room, empty.budgetTokens ?? room),
      without: shownIn(without),
    })
    return { block: { ...empty, items }, out, ...(missing === undefined ? {} : { missing }) }
  } catch (error) {
    world.signal?.throwIfAborted()
    return { out: [], missing: tellError(error) }
  }
}

/** What the prompt shows already: its items, and the events of its turns. */
function shownIn({ items }: Assembly): Set<string> {
  const placed = [...items.values()].flat()
  return new Set(placed.flatMap(({ id, events, quotes }) => [id, ...(events ?? []), ...(quotes ?? [])]))
}

/** Each item is told once. */
function unknownOf(out: readonly Decision[], told: readonly Decision[]): Decision[] {
  const known = new Set(told.map(({ block, id }) => `${block} ${id}`))
  return out.filter(({ block, id }) => !known.has(`${block} ${id}`))
}
