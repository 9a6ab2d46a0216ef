import { searchForm } from '../../text/search-form.js'

/** Two names that a text puts beside each other as one's, each as what it may be: how long a name is nobody knows. */
export interface StatedAlias {
  readonly before: readonly string[]
  readonly after: readonly string[]
}

/**
 * Where a text says that two names are of one: `王伟 (Wang Wei)`, `Bob, also known as Robert`, `田中又名Ken`. Names in
 * their search form; whether they are names, who knows them must say.
 */
export function statedAliases(text: string): StatedAlias[] {
  const form = searchForm(text)
  const found: StatedAlias[] = []
  for (const joint of form.matchAll(JOINT)) {
    if (found.length === MOST) break
    const end = joint.index + joint[0].length
    const before = form.substring(Math.max(0, joint.index - FARTHEST), joint.index) // slice-ok: only looked at
    const rest = form.substring(end, end + FARTHEST) // slice-ok: only looked at
    // What stands in brackets is a name alone, or it is something else.
    const after = joint[0].trim() === '(' ? inBrackets(rest) : beginningsOf(rest)
    if (after.length > 0) found.push({ before: endingsOf(before), after })
  }
  return found
}

/** Folded: full-width brackets are ASCII by then. */
const JOINT =
  /\s?\((?!\s?(?:aka|a\.k\.a\.|also|known|又名|又叫))|(?:,\s?|\s|\()?(?:\baka\b|a\.k\.a\.|also known as|also called|又名|又叫|也叫|英文名(?:是|叫)?|中文名(?:是|叫)?)/g
const FARTHEST = 60
const MOST = 20
const MOST_WORDS = 4
const LONGEST_HAN = 8

function inBrackets(rest: string): string[] {
  const end = rest.indexOf(')')
  return end === -1 ? [] : [rest.substring(0, end).trim()] // slice-ok: at a bracket
}

/** The last words, or the last characters of a script without spaces; of one of them the name consists. */
function endingsOf(before: string): string[] {
  const text = before.replace(/[\s,，]+$/, '')
  const han = [
    ...(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+$/u.exec(text)?.[0] ?? ''),
  ]
  if (han.length > 0) return lengthsOf(han.length).map((length) => han.slice(-length).join('')) // slice-ok: whole characters
  const words =
    /[^\s,.;:!?()，。；：！？]+(?:\.? [^\s,.;:!?()，。；：！？]+){0,7}$/u.exec(text)?.[0]?.split(' ') ?? []
  return wordCounts(words.length).map((count) => words.slice(-count).join(' ')) // slice-ok: an array
}

function beginningsOf(after: string): string[] {
  const text = after.trimStart()
  const han = [
    ...(/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+/u.exec(text)?.[0] ?? ''),
  ]
  if (han.length > 0) return lengthsOf(han.length).map((length) => han.slice(0, length).join('')) // slice-ok: whole characters
  const words = (
    /^[^\s,;:!?()，。；：！？]+(?: [^\s,;:!?()，。；：！？]+){0,7}/u.exec(text)?.[0] ?? ''
  ).split(' ')
  return wordCounts(words.length).map((count) => words.slice(0, count).join(' ').replace(/\.$/, '')) // slice-ok: an array
}

function lengthsOf(length: number): number[] {
  return Array.from({ length: Math.min(length, LONGEST_HAN) }, (_, index) => index + 1)
}

function wordCounts(words: number): number[] {
  return Array.from({ length: Math.min(words, MOST_WORDS) }, (_, index) => index + 1)
}
