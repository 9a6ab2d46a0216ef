/**
 * The constants of choosing for a budget, explained by what they do. Found by coordinate descent on the share of questions
 * whose whole evidence is placed at 2,000, 4,000 and 7,000 tokens; docs/decisions/0019 says how they do on conversations
 * that had no part in the choice, and how flat the ground around them is.
 */
export interface BudgetWeights {
  /** Weight of meaning beside 1 for words: more than in a ranking, because what is wanted are the last of several turns. */
  readonly vectorLayer: number
  /** What a cosine above that of most that is looked at adds, also to turns that were not found by it. */
  readonly nearness: number
  /** What a turn beside a hit is worth, as a share of the hit … */
  readonly beside: number
  /** … and each further turn, as a share of the one before it. */
  readonly further: number
  /** Receiving turns of this many characters get half of that. */
  readonly besideChars: number
  /** What every turn of a conversation gains, as a share of the conversation's best hit … */
  readonly conversation: number
  /** … how much more so a turn of whom the question is about, by name or as "I" … */
  readonly ofWhomAsked: number
  /** … and the length, in characters, at which a turn gains half of it. */
  readonly conversationChars: number
  /** How much a turn's length counts against it: its worth goes by 1 / (tokens + `costPad`) ^ `cost`. */
  readonly cost: number
  /** Tokens that every turn counts as having more, so that "Wow, great!" is not preferred for its shortness. */
  readonly costPad: number
  /** After this many tokens of one conversation, what is left of it is worth half: answers in parts stand apart. */
  readonly conversationTokens: number
}

export const BUDGET_WEIGHTS: BudgetWeights = {
  vectorLayer: 0.5,
  nearness: 0.65,
  beside: 0.3,
  further: 0.5,
  besideChars: 1_200,
  conversation: 0.4,
  ofWhomAsked: 1.5,
  conversationChars: 900,
  cost: 0.2,
  costPad: 100,
  conversationTokens: 1_000,
}
