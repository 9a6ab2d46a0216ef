import { searchForm } from '../../text/search-form.js'

/** Whether a text says that two names are of one: `王伟 (Wang Wei)`, `Bob, also known as Robert`, `田中又名Ken`. */
export function statesAlias(text: string, a: string, b: string): boolean {
  const form = searchForm(text)
  const [one, other] = [searchForm(a), searchForm(b)]
  return isBeside(form, one, other) || isBeside(form, other, one)
}

/** Every place of the first name, with the second right behind it and words that make them one in between. */
function isBeside(form: string, first: string, second: string): boolean {
  if (first === '' || second === '') return false
  for (let at = form.indexOf(first); at !== -1; at = form.indexOf(first, at + 1)) {
    const behind = at + first.length
    const next = form.indexOf(second, behind)
    if (next === -1) return false
    if (next - behind <= FARTHEST && JOINED.test(form.substring(behind, next))) return true // slice-ok: only looked at
  }
  return false
}

/** Folded: full-width brackets are ASCII by then. */
const JOINED =
  /^\s?(?:\(|\[|\/)\s?$|^,?\s?\(?(?:aka|a\.k\.a\.|also known as|also called|known as|whose (?:chinese|english) name is|又名|又叫|也叫|英文名(?:是|叫)?|中文名(?:是|叫)?)\s?$/
const FARTHEST = 32
