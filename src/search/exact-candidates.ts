import type { Tx } from '../store/statement.js'
import type { BankIndex } from '../store/store.js'

/**
 * Rows of the index that may hold all of the tokens, so few that each may be read; undefined where the words are so
 * common that the bank itself is to be walked. The rarest words lead, the lists of the others are not even read.
 */
export function* exactCandidates(
  index: BankIndex,
  tokens: readonly string[],
): Tx<readonly number[] | undefined> {
  // A longer word is most often the rarer one.
  const asked = [...tokens].sort((a, b) => b.length - a.length).slice(0, TOKENS_ASKED)
  const counted: { token: string; rows: number }[] = []
  for (const token of asked) {
    const rows = yield* index.count(token)
    if (rows === 0) return []
    counted.push({ token, rows })
  }
  counted.sort((a, b) => a.rows - b.rows)
  let kept: readonly number[] | undefined
  for (const { token, rows } of counted.slice(0, LISTS_READ)) {
    if (rows > LONGEST_LIST || (kept !== undefined && kept.length <= FEW)) break
    const list: readonly number[] = yield* index.matches(token)
    if (kept === undefined) kept = list
    else {
      const has = new Set(list)
      kept = kept.filter((rid) => has.has(rid))
    }
  }
  return kept === undefined || kept.length > MOST ? undefined : kept
}

/** Words whose rows are counted. */
const TOKENS_ASKED = 8
/** Words whose rows are read, rarest first. */
const LISTS_READ = 4
/** Reading the texts of so few rows costs less than one more list. */
const FEW = 1_000
/** A list that is longer would hold up the event loop. */
const LONGEST_LIST = 100_000
/** Beyond so many rows the newest of the bank are as likely to match. */
const MOST = 20_000
