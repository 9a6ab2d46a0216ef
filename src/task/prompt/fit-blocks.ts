import { MemoryError } from '../../errors.js'
import type { CountTokens } from '../../text/exact-tokens.js'
import { estimateTokens } from '../../text/tokens.js'
import { PREVIEW_TOKENS } from '../compaction/trim-results.js'
import type { BlockName, PromptBlock, PromptItem } from './block.js'
import type { Decision } from './decision.js'
import { fitOutputs } from './fit-outputs.js'
import { textsOf } from './prompt-turn.js'
import { frameOf, lineOf } from './render-block.js'
import { createSaidAlready } from './said-already.js'
import { shortenTurns } from './shorten-turns.js'
import { firstOfWindow } from './turn-window.js'

/** What was chosen. */
export interface Fit {
  readonly placed: ReadonlyMap<BlockName, readonly PromptItem[]>
  readonly decisions: readonly Decision[]
  /** Of what was placed, as they were reckoned while choosing. */
  readonly tokens: number
}

export interface Room {
  /** What the prompt may take. */
  readonly budgetTokens: number
  /** What optional items may take it to: differs where earlier reckoning proved wrong. */
  readonly reckonedTokens: number
  /** What the form of the prompt takes beside its parts, as far as it is known: neither may take that. */
  readonly formTokens: number
  /** What turns beyond their own share leave to recall. */
  readonly recallTokens: number
  readonly count: CountTokens
}

/** A prompt costs so much beside its parts; each message does as well, and each call of a tool. */
export const OVERHEAD = { prompt: 8, message: 4, call: 10 } as const

/**
 * Chooses what stands in a prompt: all that is required, then the other blocks by their priority, each item by its rank.
 * One that is too large is skipped, smaller ones behind it may fit. Of turns the latest without a gap, beyond their share
 * where the prompt has room: large outputs are cut before older turns are left out, and what the model has not seen yet is
 * cut rather than left out. Throws `too_large` where what is required has no room.
 */
export function fitBlocks(blocks: readonly PromptBlock[], room: Room): Fit {
  const { count, formTokens, recallTokens } = room
  const budgetTokens = room.budgetTokens - formTokens
  const reckonedTokens = room.reckonedTokens - formTokens
  const inTurn = blocks.toSorted((a, b) => b.priority - a.priority)
  const placed = new Map<BlockName, PromptItem[]>()
  const spent = new Map<BlockName, number>()
  const groups = new Set<string>()
  const decisions: Decision[] = []
  const said = createSaidAlready()
  let total: number = OVERHEAD.prompt

  const needs = new Map<PromptBlock, number>()
  for (const block of inTurn) if (block.name !== 'recent_turns') placeOwed(block, block.items)
  const turns = inTurn.find(({ name }) => name === 'recent_turns')
  if (turns !== undefined) placeOwed(turns, owedTurns(turns))
  refuseImpossible(needs, total + formTokens, room.budgetTokens)

  const isPlaced = new Set(placed.get('recent_turns')?.map(({ id }) => id))
  let older: Older | undefined
  for (const block of inTurn) {
    // All others know what they take: then turns may have more, and recall has the rest.
    if (block.name === 'recall') continue
    const optional = block.items.filter((item) => !isOwed(block, item) && !isPlaced.has(item.id))
    if (block.name === 'recent_turns') older = placeLatest(block, optional)
    else for (const item of optional) consider(block, item)
  }
  if (older !== undefined) placeOlder(older)
  const recall = inTurn.find(({ name }) => name === 'recall')
  for (const item of recall?.items ?? []) if (!isOwed(recall!, item)) consider(recall!, item)
  return { placed, decisions, tokens: total }

  function placeOwed(block: PromptBlock, items: readonly PromptItem[]): void {
    for (const item of items) {
      if (!isOwed(block, item) && item.isUnseen !== true) continue
      const tokens = costOf(block, item)
      needs.set(block, (needs.get(block) ?? 0) + tokens)
      place(block, item, tokens)
    }
  }

  function owedTurns(block: PromptBlock): readonly PromptItem[] {
    return fitOutputs(
      block.items.filter((item) => isOwed(block, item) || item.isUnseen === true),
      {
        tokens: budgetTokens - total,
        roomyTokens: Math.floor(budgetTokens * OUTPUTS_SHARE) - total,
        count,
        costOf: (item) => costOf(block, item),
      },
    )
  }

  function consider(block: PromptBlock, item: PromptItem): void {
    const by = said.by(item)
    const isFull = block.limit !== null && (placed.get(block.name)?.length ?? 0) >= block.limit
    const tokens = by === undefined && !isFull ? costOf(block, item) : 0
    if (by !== undefined) leaveOut(block, item, { reason: 'duplicate_content', tokens, by })
    else if (isFull) leaveOut(block, item, { reason: 'top_k_reached', tokens, by: null })
    else if (tokens > roomFor(block))
      leaveOut(block, item, { reason: 'token_budget_exceeded', tokens, by: null })
    else place(block, item, tokens)
  }

  /** Its own share is for turns that could be left out. */
  function placeLatest(block: PromptBlock, turns: readonly PromptItem[]): Older {
    const share = block.budgetTokens ?? budgetTokens
    const own = Math.max(0, Math.min(share, reckonedTokens - total))
    const limit = block.limit ?? turns.length
    let shown = turns
    let costs = shown.map((item) => costOf(block, item))
    if (costs.reduce((sum, cost) => sum + cost, 0) > own) {
      const most = Math.max(PREVIEW_TOKENS, Math.floor(share / LARGE_PARTS))
      shown = turns.map((item) => shortenTurns(item, most))
      costs = shown.map((item) => costOf(block, item))
    }
    const first = firstOfWindow(costs, { room: own, share: own, limit })
    for (const [index, item] of shown.entries())
      if (index >= first) place(block, item, costs[index] as number)
    return { block, turns: shown, costs, first, own, limit }
  }

  function placeOlder({ block, turns, costs, first, own, limit }: Older): void {
    const taken = costs.slice(first).reduce((sum, cost) => sum + cost, 0) // slice-ok: a list
    const free = taken + reckonedTokens - total - recallTokens
    // In steps of half its share, so that the window does not move with every other block.
    const steps = Math.floor((2 * (free - own)) / Math.max(1, own))
    const all = costs.reduce((sum, cost) => sum + cost, 0)
    const room = all <= free ? all : own + Math.floor((Math.max(0, steps) * own) / 2)
    const from =
      block.isCapped === true ? first : Math.min(first, firstOfWindow(costs, { room, share: own, limit }))
    for (const [index, item] of turns.entries()) {
      if (index >= first) continue
      const tokens = costs[index] as number
      const isWithin = index >= turns.length - limit
      const reason = isWithin ? 'token_budget_exceeded' : 'top_k_reached'
      if (index >= from) place(block, item, tokens)
      else leaveOut(block, item, { reason, tokens, by: null })
    }
  }

  function roomFor(block: PromptBlock): number {
    const own =
      block.budgetTokens === null
        ? Number.POSITIVE_INFINITY
        : block.budgetTokens - (spent.get(block.name) ?? 0)
    return Math.min(own, reckonedTokens - total)
  }

  function place(block: PromptBlock, item: PromptItem, tokens: number): void {
    const { name } = block
    const same = placed.get(name)
    if (same === undefined) placed.set(name, [item])
    else same.push(item)
    spent.set(name, (spent.get(name) ?? 0) + tokens)
    total += tokens
    if (item.group !== undefined) groups.add(groupKey(block, item))
    said.add(item)
    decisions.push({ block: name, id: item.id, reason: 'placed', tokens, by: null })
  }

  function leaveOut(
    { name }: PromptBlock,
    { id }: PromptItem,
    why: Pick<Decision, 'reason' | 'tokens' | 'by'>,
  ): void {
    decisions.push({ block: name, id, ...why })
  }

  function costOf(block: PromptBlock, item: PromptItem): number {
    const isFirst = placed.get(block.name) === undefined
    switch (item.as) {
      case 'plain':
        return count(item.text) + (block.name === 'current_turn' ? OVERHEAD.message : 2)
      case 'turns':
        return (item.turns ?? []).reduce((sum, turn) => sum + costOfTurn(turn, count), 0)
      case 'tool':
        return (
          count(item.tool === undefined ? `${item.text}\n` : JSON.stringify(item.tool)) +
          (isFirst ? OVERHEAD.call * 2 : 0)
        )
      case 'memory': {
        const frame = isFirst ? count(frameOf(block.name)) + OVERHEAD.message : 0
        if (isOwed(block, item)) return frame + count(`\n${lineOf(item)}`)
        const isKnownGroup = item.group !== undefined && groups.has(groupKey(block, item))
        return frame + (isKnownGroup ? costOfLine(item, 'set in') : costOfLine(item, 'marked'))
      }
    }
  }
}

/** Of a prompt, what steps that have to stand in it may take before their outputs are cut. */
const OUTPUTS_SHARE = 0.75
/** An output that takes such a part of what turns may take is large. */
const LARGE_PARTS = 8

/** Turns that had no room in their share. */
interface Older {
  readonly block: PromptBlock
  readonly turns: readonly PromptItem[]
  readonly costs: readonly number[]
  /** What is placed begins here. */
  readonly first: number
  readonly own: number
  readonly limit: number
}

/** An item is weighed several times while a prompt is chosen. */
const lineCosts = { marked: new WeakMap<PromptItem, number>(), 'set in': new WeakMap<PromptItem, number>() }

function costOfLine(item: PromptItem, as: keyof typeof lineCosts): number {
  const before = lineCosts[as].get(item)
  if (before !== undefined) return before
  const tokens = estimateTokens(as === 'marked' ? `\n${lineOf(item)}` : `\n  ${item.text}`)
  lineCosts[as].set(item, tokens)
  return tokens
}

export function costOfTurn(turn: Parameters<typeof textsOf>[0], count: CountTokens): number {
  const texts = textsOf(turn).reduce((sum, text) => sum + count(text), 0)
  const parts = turn.role === 'assistant' ? turn.calls.length : turn.role === 'tool' ? turn.results.length : 0
  return texts + OVERHEAD.message + OVERHEAD.call * parts
}

function isOwed(block: PromptBlock, item: PromptItem): boolean {
  return item.isRequired ?? block.isRequired
}

function groupKey({ name }: PromptBlock, { group }: PromptItem): string {
  return `${name} ${group}`
}

function refuseImpossible(
  needs: ReadonlyMap<PromptBlock, number>,
  total: number,
  budgetTokens: number,
): void {
  const tooLong = [...needs].find(
    ([block, tokens]) => block.budgetTokens !== null && block.isRequired && tokens > block.budgetTokens,
  )
  if (tooLong !== undefined) {
    const [{ name, budgetTokens: own }, tokens] = tooLong
    throw new MemoryError(
      'too_large',
      `the required block ${name} needs ${tokens} tokens, and its budget is ${own}`,
      `give ${name} a budget of ${tokens} or more, or let it be optional`,
    )
  }
  if (total <= budgetTokens) return
  const list = [...needs].map(([{ name }, tokens]) => `${name} ${tokens}`).join(', ')
  throw new MemoryError(
    'too_large',
    `what is required needs ${total} tokens, and the prompt may have ${budgetTokens}: ${list}`,
    `give budgetTokens of ${total} or more, or shorten what is required`,
  )
}
