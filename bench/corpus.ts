import { mulberry32 } from './mulberry32.js'

/**
 * Texts with the statistics of what is typed: English, half function words, the rest by Zipf's law; one in twenty is
 * Chinese, where no space says what a word is. Same seed, same texts and questions.
 */
export interface Corpus {
  /** A text of about 150 characters, or of about 45 Chinese ones. */
  text(): string
  /**
   * So many words as typed, function words among them, the rest standing in the given text. To a Chinese text there is
   * one kind of question, two words joined by 的.
   */
  question(text: string, words: QuestionWords): string
  /**
   * Of words in the text that stand in 5 to 20 % of all texts of chats, and in a mixed one a word as any besides;
   * undefined where the text holds less than two of them.
   */
  chatQuestion(text: string, isMixed: boolean): string | undefined
}

export type QuestionWords = 1 | 3 | 8

/** `plain`: the most frequent word with a meaning stands in 2 % of the texts. `chat`: twenty stand in 5 to 20 %. */
export type Speech = 'plain' | 'chat'

export function createCorpus(seed: number, speech: Speech = 'plain'): Corpus {
  const random = mulberry32(seed)
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T
  // Zipf and Mandelbrot: the hundred most frequent words of a language are its function words.
  const rank = (vocabulary: number) =>
    Math.floor(FUNCTION_RANKS * (vocabulary / FUNCTION_RANKS) ** random()) - FUNCTION_RANKS
  const english = () => {
    if (random() < FUNCTION_SHARE) return pick(functionWords)
    return speech === 'chat' && random() < CHAT_SHARE ? chatWord(random()) : englishWord(rank(VOCABULARY))
  }
  const chinese = () => (random() < 0.3 ? pick(chineseFunctionWords) : chineseWord(rank(CHINESE_VOCABULARY)))
  return {
    text: () => {
      if (random() < CHINESE_SHARE) {
        const clauses = 3 + Math.floor(random() * 3)
        return Array.from({ length: clauses }, () => manyOf(6, chinese).join('')).join('，')
      }
      return manyOf(15 + Math.floor(random() * 20), english).join(' ')
    },
    question: (text, words) => {
      if (isChinese(text)) {
        const content = chineseWords(text).filter((word) => !chineseFunctionWords.includes(word))
        return `${pick(content)}的${pick(content)}`
      }
      const content = text.split(' ').filter((word) => !functionWords.includes(word))
      if (words === 1) return pick(content)
      if (words === 3) return ['the', pick(content), pick(content)].join(' ')
      return ['what', 'did', pick(content), 'say', 'about', 'the', pick(content), pick(content)].join(' ')
    },
    chatQuestion: (text, isMixed) => {
      const words = text.split(' ').filter((word) => !functionWords.includes(word))
      const [first, second, ...more] = new Set(words.filter((word) => chatWords.has(word)))
      if (first === undefined || second === undefined) return undefined
      if (!isMixed) return ['did', 'you', first, second, 'in', 'the', ...more.slice(0, 2)].join(' ')
      const others = words.filter((word) => !chatWords.has(word))
      if (others.length === 0) return undefined
      return ['what', 'did', 'we', first, 'about', 'the', second, pick(others)].join(' ')
    },
  }
}

/** True for the Chinese ones among the texts of a {@link Corpus}. */
export function isChinese(text: string): boolean {
  return text.charCodeAt(0) >= FIRST_HAN
}

const CHINESE_SHARE = 0.05
const FUNCTION_SHARE = 0.48
const VOCABULARY = 30_000
const CHINESE_VOCABULARY = 8_000
const FUNCTION_RANKS = 100
const FIRST_HAN = 0x4e00
const HAN = 2_500

const functionWords =
  'the of and to a in that is was he for it with as his on be at by i this had not are but from or have an they'.split(
    ' ',
  )

const chineseFunctionWords = '我们 他们 因为 所以 可以 没有 这个 什么 时候 已经 但是 如果'.split(' ')

const syllables = 'ka lo mi ren tus va po shi dor ne gar el bru fi zan'.split(' ')

/**
 * Words of chats, and about how many of a hundred texts hold each: as much as the twenty most frequent ones that mean
 * something do in public sets of conversations (locomo, longmemeval and beam, in parts of 150 characters), where `great` is
 * at 15, `really` at 12, `help` at 10, `like` at 9, `time` at 6.
 */
const chatWords: ReadonlyMap<string, number> = new Map([
  ['great', 20],
  ['really', 16],
  ['like', 14],
  ['help', 12],
  ['love', 11],
  ['good', 10],
  ['new', 10],
  ['more', 9],
  ['make', 8],
  ['use', 8],
  ['time', 7],
  ['way', 7],
  ['think', 6],
  ['work', 6],
  ['know', 6],
  ['people', 5],
  ['day', 5],
  ['need', 5],
  ['plan', 5],
  ['see', 5],
])

const chatSum = [...chatWords.values()].reduce((sum, weight) => sum + weight, 0)
/** Of the words with a meaning, of which a text has thirteen. */
const CHAT_SHARE = 0.15

/** One of {@link chatWords} for a number from 0 to 1, each as often as it should be. */
function chatWord(at: number): string {
  let left = at * chatSum
  for (const [word, weight] of chatWords) {
    left -= weight
    if (left < 0) return word
  }
  return 'great'
}

/** The word of this rank: short ones are the frequent ones. */
function englishWord(rank: number): string {
  let word = ''
  for (let rest = rank + syllables.length; rest > 0; rest = Math.floor(rest / syllables.length)) {
    word += syllables[rest % syllables.length]
  }
  return word
}

/** Two characters, as most Chinese words have; different ranks may share one of them. */
function chineseWord(rank: number): string {
  return String.fromCharCode(FIRST_HAN + ((rank * 7919) % HAN), FIRST_HAN + ((rank * 104_729 + 17) % HAN))
}

function chineseWords(text: string): string[] {
  return text.split('，').flatMap((clause) => clause.match(/../gu) ?? [])
}

function manyOf(count: number, make: () => string): string[] {
  return Array.from({ length: count }, make)
}
