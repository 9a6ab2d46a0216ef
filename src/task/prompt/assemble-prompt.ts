import { MemoryError } from '../../errors.js'
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
  /** What a prompt takes in the form that is wanted. */
  readonly measure?: ((prompt: Pick<Assembly, PromptPart>) => number) | undefined
  /** What turns beyond their own share leave to recall. Default 0. */
  readonly recallTokens?: number | undefined
}

/** What goes into the form of a prompt. */
export type PromptPart = 'tools' | 'system' | 'stable' | 'turns' | 'context' | 'ask'

/**
 * Assembles a prompt of blocks. The same blocks give the same prompt; no model takes part. It never has more real tokens
 * than its budget: it is chosen by an estimate, counted as it will be sent, chosen once more where the estimate was off,
 * and what is still too much is taken off its end, from the block that matters least. Throws `too_large` where what is
 * required has no room.
 */
export function assemblePrompt(blocks: readonly PromptBlock[], wanted: AssembleWanted): Assembly {
  const { budgetTokens, now, count, measure, recallTokens = 0 } = wanted
  const settled = settleItems(blocks, now)
  const draft = (fit: Fit) => draftOf(blocks, fit, { count, measure })
  const choose = (reckonedTokens: number, formTokens: number) =>
    draft(fitBlocks(settled.blocks, { budgetTokens, reckonedTokens, formTokens, recallTokens, count }))
  let formTokens = 0
  for (let tries = 1; ; tries++) {
    let chosen = choose(budgetTokens, formTokens)
    if (chosen.total > budgetTokens || isUnderfilled(chosen, budgetTokens))
      chosen = choose(budgetTokens + chosen.fit.tokens - chosen.total + formTokens, formTokens)
    for (let over = excess(blocks, chosen, budgetTokens); over !== undefined; ) {
      chosen = draft(withoutLast(chosen.fit, over))
      over = excess(blocks, chosen, budgetTokens)
    }
    if (chosen.total <= budgetTokens) return finished(chosen, settled.out)
    // Nothing is left that could go: only outputs can still be cut shorter, and then there is no prompt.
    if (tries === TRIES) throw tooLarge(chosen, budgetTokens)
    formTokens += chosen.total - budgetTokens
  }
}

const TRIES = 3

function tooLarge({ total, byBlock }: Draft, budgetTokens: number): MemoryError {
  const list = [...byBlock].map(([name, tokens]) => `${name} ${tokens}`).join(', ')
  return new MemoryError(
    'too_large',
    `what is required needs ${total} tokens in this form, and the prompt may have ${budgetTokens}: ${list}`,
    `give budgetTokens of ${total} or more, or shorten what is required`,
  )
}

/** Whether the estimate kept something out that has room. */
function isUnderfilled({ fit, total }: Draft, budgetTokens: number): boolean {
  const room = budgetTokens - total
  const reckoned = budgetTokens - fit.tokens
  return fit.decisions.some(
    ({ reason, tokens }) => reason === 'token_budget_exceeded' && tokens > reckoned && tokens <= room,
  )
}

interface Draft extends Pick<Assembly, PromptPart> {
  readonly fit: Fit
  readonly byBlock: ReadonlyMap<BlockName, number>
  /** Of all parts, or of the prompt in its form, where that takes more. */
  readonly total: number
}

function draftOf(
  blocks: readonly PromptBlock[],
  fit: Fit,
  { count, measure }: Pick<AssembleWanted, 'count' | 'measure'>,
): Draft {
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
  const rendered = [...texts].map(([name, text]): RenderedBlock => ({ name, text }))
  const system = rendered.filter(({ name }) => SYSTEM.includes(name))
  const parts = {
    tools,
    system,
    stable: system.filter(({ name }) => STABLE.has(name)).length,
    turns,
    context: rendered.filter(({ name }) => !SYSTEM.includes(name)),
    ask,
  }
  const sum = [...byBlock.values()].reduce((all, tokens) => all + tokens, OVERHEAD.prompt)
  return { ...parts, fit, byBlock, total: Math.max(sum, measure?.(parts) ?? 0) }
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
    // Turns are weighed exactly, and have more than their share where there is room.
    if (block.name === 'recent_turns') continue
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
  return name === 'recent_turns' ? items.toSorted(inPlace).find(isOptional) : items.findLast(isOptional)
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

function finished({ fit, byBlock, total, ...parts }: Draft, out: readonly Decision[]): Assembly {
  const place = ({ block }: Decision) => blockNames.indexOf(block)
  return {
    ...parts,
    decisions: [...fit.decisions, ...out].toSorted((a, b) => place(a) - place(b)),
    items: fit.placed,
    tokens: { total, byBlock },
  }
}
