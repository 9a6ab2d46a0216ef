import type { StatementPair } from './sets.js'

/** Figures of a ranking against its gold, each a mean over questions in [0, 1]. */
export interface Figures {
  readonly questions: number
  /** Share of the gold among the first k. */
  readonly recallAt1: number
  readonly recallAt5: number
  readonly recallAt10: number
  /** Questions with any gold among the first five. */
  readonly hitAt5: number
  readonly ndcgAt10: number
  /** Mean of 1 / rank of the first gold; beyond the list: 0. */
  readonly mrr: number
}

export const figureNames = ['recallAt1', 'recallAt5', 'recallAt10', 'hitAt5', 'ndcgAt10', 'mrr'] as const

/** One question's ranking and what should be in it. */
export interface Ranking {
  readonly ranked: readonly string[]
  readonly gold: readonly string[]
}

/** The mean figures of some rankings. Gold is binary and counts once; nDCG's ideal has the gold on top. */
export function figuresOf(rankings: readonly Ranking[]): Figures {
  const each = rankings.map(one)
  const mean = (pick: (figures: Omit<Figures, 'questions'>) => number) =>
    each.reduce((sum, figures) => sum + pick(figures), 0) / Math.max(1, each.length)
  return {
    questions: each.length,
    recallAt1: mean((figures) => figures.recallAt1),
    recallAt5: mean((figures) => figures.recallAt5),
    recallAt10: mean((figures) => figures.recallAt10),
    hitAt5: mean((figures) => figures.hitAt5),
    ndcgAt10: mean((figures) => figures.ndcgAt10),
    mrr: mean((figures) => figures.mrr),
  }
}

/** How two statements that say different things are ranked, each a share of the questions. */
export interface OrderFigures {
  readonly questions: number
  /** The newest stands above the older ones. */
  readonly newestAbove: number
  /** The one that is asked for stands above the others. */
  readonly askedAbove: number
}

/** What is not in the list stands below all that is. */
export function orderOf(
  answers: readonly { readonly ranked: readonly string[]; readonly pair: StatementPair }[],
): OrderFigures {
  const isNewestAbove = ({ ranked, pair }: (typeof answers)[number]) => {
    const rank = (id: string) => (ranked.includes(id) ? ranked.indexOf(id) : Infinity)
    return rank(pair.newest) < Math.min(...pair.older.map(rank))
  }
  const share = (isRight: (answer: (typeof answers)[number]) => boolean) =>
    answers.filter(isRight).length / Math.max(1, answers.length)
  return {
    questions: answers.length,
    newestAbove: share(isNewestAbove),
    askedAbove: share((answer) => isNewestAbove(answer) === (answer.pair.asked === 'newest')),
  }
}

/** Sessions, or anything that hits belong to, in the order of their first hit. */
export function firstSeen(names: readonly (string | null)[]): string[] {
  return [...new Set(names.filter((name) => name !== null))]
}

function one({ ranked, gold }: Ranking): Omit<Figures, 'questions'> {
  const wanted = new Set(gold)
  const isGold = ranked.map((id) => wanted.has(id))
  const found = (k: number) => isGold.slice(0, k).filter(Boolean).length
  const gain = (hits: readonly boolean[]) =>
    hits.reduce((sum, hit, index) => sum + (hit ? 1 / Math.log2(index + 2) : 0), 0)
  const first = isGold.indexOf(true)
  return {
    recallAt1: found(1) / wanted.size,
    recallAt5: found(5) / wanted.size,
    recallAt10: found(10) / wanted.size,
    hitAt5: found(5) > 0 ? 1 : 0,
    ndcgAt10: gain(isGold.slice(0, 10)) / gain(Array.from({ length: Math.min(10, wanted.size) }, () => true)),
    mrr: first === -1 ? 0 : 1 / (first + 1),
  }
}
