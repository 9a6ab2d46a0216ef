/**
 * Those of a wording's tokens by which its texts are found; the text itself then says whether it holds all. Each
 * common token costs the index some milliseconds, and a wording may have hundreds: longer ones are rarer.
 */
export function leadingTokens(tokens: readonly string[]): readonly string[] {
  return [...tokens].sort((a, b) => b.length - a.length).slice(0, LEADING)
}

const LEADING = 8
