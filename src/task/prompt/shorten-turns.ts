import { estimateTokens } from '../../text/tokens.js'
import { cutToTokens } from '../compaction/cut-to-tokens.js'
import { cutMark } from '../compaction/trim-results.js'
import type { PromptItem } from './block.js'
import type { PromptTurn } from './prompt-turn.js'

/**
 * A step of which each output, argument and file that is longer is cut to its beginning of so many tokens, by estimate,
 * with where the whole is. Itself where nothing is longer.
 */
export function shortenTurns(item: PromptItem, tokensEach: number): PromptItem {
  const turns = item.turns?.map((turn) => shortened(turn, tokensEach))
  return turns === undefined || turns.every((turn, at) => turn === item.turns?.[at])
    ? item
    : { ...item, turns }
}

/** The texts of a step that can be cut. */
export function shortenableIn({ turns = [] }: PromptItem): string[] {
  return turns.flatMap((turn) => {
    if (turn.role === 'user') return turn.whole === undefined ? [] : [turn.text]
    if (turn.role === 'tool')
      return turn.results.flatMap((one) => (one.whole === undefined ? [] : [one.text]))
    return turn.calls.flatMap((one) => (one.whole === undefined ? [] : [one.input]))
  })
}

function shortened(turn: PromptTurn, tokensEach: number): PromptTurn {
  switch (turn.role) {
    case 'user': {
      const text = cut(turn.text, turn.whole, tokensEach)
      return text === turn.text ? turn : { ...turn, text }
    }
    case 'assistant': {
      const calls = turn.calls.map((one) => ({ ...one, input: cut(one.input, one.whole, tokensEach) }))
      return calls.every(({ input }, at) => input === turn.calls[at]?.input) ? turn : { ...turn, calls }
    }
    case 'tool': {
      const results = turn.results.map((one) => ({ ...one, text: cut(one.text, one.whole, tokensEach) }))
      return results.every(({ text }, at) => text === turn.results[at]?.text) ? turn : { ...turn, results }
    }
  }
}

function cut(text: string, whole: string | undefined, tokensEach: number): string {
  if (whole === undefined || text.length <= tokensEach) return text
  const tokens = estimateTokens(text)
  if (tokens <= tokensEach + MARK_TOKENS) return text
  return `${cutToTokens(text, tokensEach)}\n${cutMark(whole, tokens)}`
}

/** What the words behind a cut take. */
export const MARK_TOKENS = 40
