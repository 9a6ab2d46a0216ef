import { stemmer } from 'stemmer'

/**
 * The indexed form of a folded word: Porter's stem where it is made of a–z, else the word itself.
 * Remembers the last {@link MEMO_LIMIT} words, because a conversation uses few words often.
 */
export function stem(form: string): string {
  if (form.length > MEMO_MAX_LENGTH) return stemNow(form)
  const known = memo.get(form)
  if (known !== undefined) return known
  const found = stemNow(form)
  if (memo.size >= MEMO_LIMIT) memo.clear()
  memo.set(form, found)
  return found
}

const MEMO_LIMIT = 50_000
// V8 keeps a substring of 13 or more characters as a view that holds its whole text in memory; shorter ones are copies.
const MEMO_MAX_LENGTH = 12
const memo = new Map<string, string>()

// Beyond this no English word goes, and the stemmer's expressions are kept off long outside input.
const STEMMED_MAX_LENGTH = 32
const ENGLISH = /^[a-z]+$/

function stemNow(form: string): string {
  return form.length > 2 && form.length <= STEMMED_MAX_LENGTH && ENGLISH.test(form)
    ? finalY(stemmer(form))
    : form
}

// Porter's step 1c writes deploy as deploi but deployment as deploy; his later rule (y stays behind a vowel) joins them.
function finalY(porter: string): string {
  return /[aeou]i$/.test(porter) ? `${porter.substring(0, porter.length - 1)}y` : porter
}
