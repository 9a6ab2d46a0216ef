import { afterCommit, type Tx } from '../store/statement.js'
import { addTexts, type TermsToIndex } from '../words/add-texts.js'
import { type IndexedTerms, removeTexts } from '../words/remove-texts.js'
import type { Spine } from './spine.js'

/** Lets texts be found by their words, from the commit on. */
export function* indexWords(spine: Spine, bank: string, texts: readonly TermsToIndex[]): Tx<void> {
  if (texts.length === 0) return
  yield* addTexts(spine.env, bank, texts)
  const { words } = spine
  if (words !== undefined) afterCommit(() => words.added(bank, texts.length))
}

/** Takes out of the index what was indexed of these texts. */
export function* unindexWords({ env }: Spine, bank: string, texts: readonly IndexedTerms[]): Tx<void> {
  yield* removeTexts(env, bank, texts)
}
