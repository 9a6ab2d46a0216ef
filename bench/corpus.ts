/** Texts with the statistics of typed English: half function words, the rest by Zipf's law. Same seed, same texts. */
export interface Corpus {
  /** A text of about 150 characters. */
  text(): string
  /** Eight words as typed: function words, and content words that stand in the given text. */
  question(text: string): string
}

export function createCorpus(seed: number): Corpus {
  const random = mulberry32(seed)
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T
  // Zipf and Mandelbrot: the hundred most frequent words of a language are its function words.
  const content = () =>
    wordOf(Math.floor(FUNCTION_RANKS * (VOCABULARY / FUNCTION_RANKS) ** random()) - FUNCTION_RANKS)
  return {
    text: () => {
      const length = 15 + Math.floor(random() * 20)
      return Array.from({ length }, () => (random() < 0.48 ? pick(functionWords) : content())).join(' ')
    },
    question: (text) => {
      const words = text.split(' ').filter((word) => !functionWords.includes(word))
      return ['what', 'did', pick(words), 'say', 'about', 'the', pick(words), pick(words)].join(' ')
    },
  }
}

const VOCABULARY = 30_000
const FUNCTION_RANKS = 100

const functionWords =
  'the of and to a in that is was he for it with as his on be at by i this had not are but from or have an they'.split(
    ' ',
  )

/** The word of this rank: short ones are the frequent ones. */
function wordOf(rank: number): string {
  const syllables = [
    'ka',
    'lo',
    'mi',
    'ren',
    'tus',
    'va',
    'po',
    'shi',
    'dor',
    'ne',
    'gar',
    'el',
    'bru',
    'fi',
    'zan',
  ]
  let word = ''
  for (let rest = rank + syllables.length; rest > 0; rest = Math.floor(rest / syllables.length)) {
    word += syllables[rest % syllables.length]
  }
  return word
}

/** Tommy Ettinger's public-domain generator. */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
