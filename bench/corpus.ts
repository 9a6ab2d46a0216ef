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
}

export type QuestionWords = 1 | 3 | 8

export function createCorpus(seed: number): Corpus {
  const random = mulberry32(seed)
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T
  // Zipf and Mandelbrot: the hundred most frequent words of a language are its function words.
  const rank = (vocabulary: number) =>
    Math.floor(FUNCTION_RANKS * (vocabulary / FUNCTION_RANKS) ** random()) - FUNCTION_RANKS
  const english = () => (random() < 0.48 ? pick(functionWords) : englishWord(rank(VOCABULARY)))
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
  }
}

/** True for the Chinese ones among the texts of a {@link Corpus}. */
export function isChinese(text: string): boolean {
  return text.charCodeAt(0) >= FIRST_HAN
}

const CHINESE_SHARE = 0.05
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
