import { fold } from '../../text/fold.js'

/** From here on two descriptions of one type mean the same record. */
export const SAME_RECORD = 0.6

/** The words of a description, and of Chinese, Japanese and Korean each two characters that stand side by side. */
export function descriptionTokens(description: string): ReadonlySet<string> {
  const tokens = new Set<string>()
  for (const [run] of fold(description).matchAll(RUNS)) {
    if (!CJK.test(run)) {
      tokens.add(run)
      continue
    }
    const characters = [...run]
    if (characters.length === 1) tokens.add(run)
    for (let at = 1; at < characters.length; at++) tokens.add(`${characters[at - 1]}${characters[at]}`)
  }
  return tokens
}

/** Jaccard: of all tokens of both, the share that both have. 1 where neither has any. */
export function likenessOfTokens(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 && b.size === 0) return 1
  let shared = 0
  for (const token of a) if (b.has(token)) shared++
  return shared / (a.size + b.size - shared)
}

const CJK_CLASS = '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Hangul}'
const CJK = new RegExp(`[${CJK_CLASS}]`, 'u')
const RUNS = new RegExp(
  `(?:(?=[${CJK_CLASS}])[\\p{L}\\p{M}])+|(?:(?![${CJK_CLASS}])[\\p{L}\\p{M}\\p{N}])+`,
  'gu',
)
