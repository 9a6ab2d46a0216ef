/** What an exact ranking puts on top: everything that scores at least as much as the tenth. */
export interface Expected {
  /** Places of the texts in the order they were given; more than `count` where several tie for the last place. */
  readonly top: readonly number[]
  /** How many of the first ten an answer can fill: 10, or all that match where fewer do. */
  readonly count: number
}

export interface Reference {
  expect(question: string): Expected
}

/**
 * Ranks by Okapi BM25 over every text, one by one, with nothing left out: no index, no pruning, no stop words.
 * It says what an exact ranking by words is, not what the best answer is.
 */
export function createReference(texts: Iterable<string>): Reference {
  const numbers = new Map<string, number>()
  const documents: Uint32Array[] = []
  const holders: number[] = []
  let tokens = 0
  for (const text of texts) {
    const document = Uint32Array.from(tokensOf(text), (token) => {
      const known = numbers.get(token)
      if (known !== undefined) return known
      numbers.set(token, numbers.size)
      return numbers.size - 1
    })
    for (const token of new Set(document)) holders[token] = (holders[token] ?? 0) + 1
    tokens += document.length
    documents.push(document)
  }
  const averageLength = tokens / Math.max(1, documents.length)
  // For each token which word of the question it is, from 1; 0 for none.
  const slots = new Uint8Array(numbers.size)

  return {
    expect: (question) => {
      const asked = [...new Set(tokensOf(question))]
        .map((token) => numbers.get(token))
        .filter((token) => token !== undefined)
      for (const [index, token] of asked.entries()) slots[token] = index + 1
      const worth = asked.map((token) => {
        const count = holders[token] ?? 0
        return Math.log(1 + (documents.length - count + 0.5) / (count + 0.5))
      })
      const scored: { place: number; score: number }[] = []
      for (const [place, document] of documents.entries()) {
        const score = scoreOf(document, slots, worth, averageLength)
        if (score > 0) scored.push({ place, score })
      }
      for (const token of asked) slots[token] = 0
      scored.sort((a, b) => b.score - a.score)
      const count = Math.min(TOP, scored.length)
      const least = (scored[count - 1]?.score ?? 0) - ROUNDING
      return { top: scored.filter(({ score }) => score >= least).map(({ place }) => place), count }
    },
  }
}

/** The share of the exact first ten that an answer holds; 1 where nothing matches. */
export function overlapOf(answer: readonly number[], { top, count }: Expected): number {
  if (count === 0) return 1
  const wanted = new Set(top)
  return Math.min(count, answer.slice(0, TOP).filter((place) => wanted.has(place)).length) / count
}

const TOP = 10
const K1 = 1.2
const B = 0.75
// The same score by another order of additions.
const ROUNDING = 1e-9

function scoreOf(
  document: Uint32Array,
  slots: Uint8Array,
  worth: readonly number[],
  averageLength: number,
): number {
  const frequencies: number[] = []
  for (const token of document) {
    const slot = slots[token] ?? 0
    if (slot > 0) frequencies[slot - 1] = (frequencies[slot - 1] ?? 0) + 1
  }
  const norm = K1 * (1 - B + (B * document.length) / averageLength)
  return worth.reduce((score, value, index) => {
    const frequency = frequencies[index] ?? 0
    return score + (value * frequency * (K1 + 1)) / (frequency + norm)
  }, 0)
}

/** Words in lower case, Chinese as pairs of characters. */
function tokensOf(text: string): string[] {
  return (text.toLowerCase().match(/\p{Script=Han}+|[^\P{L}\p{Script=Han}]+|\p{N}+/gu) ?? []).flatMap(
    (run) =>
      run.length > 1 && HAN.test(run)
        ? Array.from(run)
            .slice(1)
            .map((next, i) => `${run[i]}${next}`)
        : [run],
  )
}

const HAN = /^\p{Script=Han}/u
