import type { CountTokens } from '../../text/exact-tokens.js'
import { type BlockName, blockNames, type PromptBlock, type PromptItem } from './block.js'
import type { Decision } from './decision.js'
import { costOfTurn, type Fit, fitBlocks, OVERHEAD } from './fit-blocks.js'
import type { PromptTool } from './prompt-tool.js'
import type { PromptTurn } from './prompt-turn.js'
import { type RenderedBlock, renderBlock } from './render-block.js'
import { settleItems } from './settle-items.js'

/** A prompt, before it takes the form of one provider. */
export interface Assembly {
  /** Those whose schemas enter; the others are named in the system text. */
  readonly tools: readonly PromptTool[]
  /** Before the conversation: the first `stable` of them are the same from call to call, as long as no fact changes. */
  readonly system: readonly RenderedBlock[]
  readonly stable: number
  readonly turns: readonly PromptTurn[]
  /** Behind the conversation, before what is asked: what changes from call to call. */
  readonly context: readonly RenderedBlock[]
  readonly ask: string
  /** Every item once, in the order of the blocks. */
  readonly decisions: readonly Decision[]
  readonly items: ReadonlyMap<BlockName, readonly PromptItem[]>
  readonly tokens: PromptTokens
}

/** Real ones (o200k_base), with what a provider puts around a message. */
export interface PromptTokens {
  readonly total: number
  readonly byBlock: ReadonlyMap<BlockName, number>
}

export interface AssembleWanted {
  readonly budgetTokens: number
  /** Milliseconds UTC. */
  readonly now: number
  readonly count: CountTokens
}

/**
 * Assembles a prompt of blocks. The same blocks give the same prompt; no model takes part. It never has more real tokens
 * than its budget: it is chosen by an estimate, counted, chosen once more where the estimate was off, and what is still
 * too much is taken off its end, from the block that matters least. Throws `too_large` where what is required has no room.
 */
export function assemblePrompt(
  blocks: readonly PromptBlock[],
  { budgetTokens, now, count }: AssembleWanted,
): Assembly {
  const settled = settleItems(blocks, now)
  const choose = (reckonedTokens: number) =>
    draftOf(blocks, fitBlocks(settled.blocks, { budgetTokens, reckonedTokens, count }), count)
  let chosen = choose(budgetTokens)
  if (chosen.total > budgetTokens || isUnderfilled(chosen, budgetTokens))
    chosen = choose(budgetTokens + chosen.fit.tokens - chosen.total)
  for (let over = excess(blocks, chosen, budgetTokens); over !== undefined; ) {
    chosen = draftOf(blocks, withoutLast(chosen.fit, over), count)
    over = excess(blocks, chosen, budgetTokens)
  }
  return finished(chosen, settled.out)
}

/** Whether the estimate kept something out that has room. */
function isUnderfilled({ fit, total }: Draft, budgetTokens: number): boolean {
  const room = budgetTokens - total
  const reckoned = budgetTokens - fit.tokens
  return fit.decisions.some(
    ({ reason, tokens }) => reason === 'token_budget_exceeded' && tokens > reckoned && tokens <= room,
  )
}

interface Draft {
  readonly fit: Fit
  readonly texts: ReadonlyMap<BlockName, string>
  readonly turns: readonly PromptTurn[]
  readonly tools: readonly PromptTool[]
  readonly ask: string
  readonly byBlock: ReadonlyMap<BlockName, number>
  readonly total: number
}

function draftOf(blocks: readonly PromptBlock[], fit: Fit, count: CountTokens): Draft {
  const texts = new Map<BlockName, string>()
  const byBlock = new Map<BlockName, number>()
  const turns: PromptTurn[] = []
  const tools: PromptTool[] = []
  let ask = ''
  for (const { name } of inOrder(blocks)) {
    const items = (fit.placed.get(name) ?? []).toSorted(inPlace)
    if (items.length === 0) continue
    let tokens = 0
    if (name === 'current_turn') {
      ask = items.map(({ text }) => text).join('\n')
      tokens = count(ask) + OVERHEAD.message
    } else {
      const text = renderBlock(name, items, name === 'instructions' ? leftFor(fit, name) : 0)
      if (text !== '') texts.set(name, text)
      tokens = text === '' ? 0 : count(text) + SEPARATOR
      const own = items.flatMap((item) => item.turns ?? [])
      turns.push(...own)
      for (const turn of own) tokens += costOfTurn(turn, count)
      const schemas = items.flatMap(({ tool }) => tool ?? [])
      tools.push(...schemas)
      for (const schema of schemas) tokens += count(JSON.stringify(schema)) + OVERHEAD.call
    }
    byBlock.set(name, tokens)
  }
  const total = [...byBlock.values()].reduce((sum, tokens) => sum + tokens, OVERHEAD.prompt)
  return { fit, texts, turns, tools, ask, byBlock, total }
}

/** Turns stand in the order in which they happened; all else as it was chosen. */
function inPlace(a: PromptItem, b: PromptItem): number {
  return a.as === 'turns' && b.as === 'turns' ? (a.order ?? 0) - (b.order ?? 0) : 0
}

/** Between two blocks. */
const SEPARATOR = 2

function leftFor({ decisions }: Fit, name: BlockName): number {
  return decisions.filter(({ block, reason }) => block === name && reason === 'token_budget_exceeded').length
}

function inOrder(blocks: readonly PromptBlock[]): readonly PromptBlock[] {
  return blocks.toSorted((a, b) => blockNames.indexOf(a.name) - blockNames.indexOf(b.name))
}

interface Excess {
  readonly block: PromptBlock
  readonly tokens: number
}

/** From which block how much is to be taken: one that is over its own budget, else the least of all where the prompt is. */
function excess(
  blocks: readonly PromptBlock[],
  { fit, byBlock, total }: Draft,
  budgetTokens: number,
): Excess | undefined {
  const shrinkable = blocks
    .filter((block) => lastOptional(fit, block) !== undefined)
    .sort((a, b) => a.priority - b.priority)
  for (const block of shrinkable) {
    const own = block.budgetTokens ?? Number.POSITIVE_INFINITY
    const tokens = (byBlock.get(block.name) ?? 0) - own - OVERHEAD.message
    if (tokens > 0) return { block, tokens }
  }
  const [least] = shrinkable
  return least !== undefined && total > budgetTokens
    ? { block: least, tokens: total - budgetTokens }
    : undefined
}

function lastOptional({ placed }: Fit, { name, isRequired }: PromptBlock): PromptItem | undefined {
  const isOptional = (item: PromptItem) => !(item.isRequired ?? isRequired)
  const items = placed.get(name) ?? []
  return name === 'recent_turns' ? items.find(isOptional) : items.findLast(isOptional)
}

/** Without the last items of a block, as many as take so many tokens by estimate, and one at least. */
function withoutLast(fit: Fit, { block, tokens }: Excess): Fit {
  const { name } = block
  const costs = new Map(
    fit.decisions.filter((one) => one.block === name).map((one): [string, number] => [one.id, one.tokens]),
  )
  const dropped = new Set<string>()
  let left = fit
  for (let freed = 0; freed < tokens; ) {
    const last = lastOptional(left, block)
    if (last === undefined) break
    freed += Math.max(1, costs.get(last.id) ?? 1)
    dropped.add(last.id)
    const kept = (left.placed.get(name) ?? []).filter((item) => item !== last)
    left = { ...left, placed: new Map(left.placed).set(name, kept) }
  }
  const decisions = fit.decisions.map(
    (one): Decision =>
      one.block === name && one.reason === 'placed' && dropped.has(one.id)
        ? { ...one, reason: 'token_budget_exceeded' }
        : one,
  )
  return { ...left, decisions }
}

const SYSTEM: readonly BlockName[] = [
  'tools',
  'identity',
  'instructions',
  'core_memory',
  'knowledge_map',
  'transcript_summary',
]
const STABLE: ReadonlySet<BlockName> = new Set(['tools', 'identity', 'instructions', 'core_memory'])

function finished(draft: Draft, out: readonly Decision[]): Assembly {
  const rendered = [...draft.texts].map(([name, text]): RenderedBlock => ({ name, text }))
  const system = rendered.filter(({ name }) => SYSTEM.includes(name))
  const place = ({ block }: Decision) => blockNames.indexOf(block)
  return {
    tools: draft.tools,
    system,
    stable: system.filter(({ name }) => STABLE.has(name)).length,
    turns: draft.turns,
    context: rendered.filter(({ name }) => !SYSTEM.includes(name)),
    ask: draft.ask,
    decisions: [...draft.fit.decisions, ...out].toSorted((a, b) => place(a) - place(b)),
    items: draft.fit.placed,
    tokens: { total: draft.total, byBlock: draft.byBlock },
  }
}
