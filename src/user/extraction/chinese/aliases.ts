import type { Draft } from '../draft.js'
import { isGivenName } from '../english/given-names.js'
import { chineseNameEnd } from './names.js'

/** No Chinese name is longer, nor a Latin one in Chinese. */
const NAME_MAX = 24

/**
 * Gives one both names of `李山（Sam Lee）`, and answers the line with blanks for what stands in the brackets, so that every
 * place in it stays what it was.
 */
export function foldChineseAliases(draft: Draft, line: string, start: number): string {
  if (!line.includes('（') && !line.includes('(')) return line
  const pieces: string[] = []
  let done = 0
  brackets.lastIndex = 0
  for (let match = brackets.exec(line); match !== null; match = brackets.exec(line)) {
    const alias = match[1] ?? ''
    const from = nameBefore(line, match.index)
    if (from < 0 || !isSame(line.charAt(from), alias)) continue
    const at = match.index + 1
    const party = draft.mention([start + from, start + match.index], 'person')
    draft.alias([start + at, start + at + alias.length], party)
    const end = brackets.lastIndex
    // slice-ok: at brackets
    pieces.push(line.slice(done, match.index), ' '.repeat(end - match.index))
    done = end
  }
  // slice-ok: behind a bracket
  return done === 0 ? line : pieces.join('') + line.slice(done)
}

const brackets = /[（(]([^（()）\s][^（()）]{0,22})[)）]/g

/** Where the name that ends at a place begins: the longest, or -1. */
function nameBefore(line: string, end: number): number {
  for (let from = Math.max(0, end - NAME_MAX); from < end; from++) {
    const isLatin = /[A-Z]/.test(line.charAt(from)) && !/[A-Za-z]/.test(line.charAt(from - 1))
    if ((isLatin || end - from <= 5) && chineseNameEnd(line, from) === end) return from
  }
  return -1
}

/** In another script, or a short name: not `李山（CTO）`, `李山（Google）`. */
function isSame(first: string, alias: string): boolean {
  const isLatin = /[A-Za-z]/.test(first)
  if (/[A-Za-z]/.test(alias.charAt(0)) === isLatin) return !isLatin && /^[小老阿].$/.test(alias)
  if (isLatin) return chineseNameEnd(alias, 0) === alias.length
  const words = alias.split(' ')
  return isGivenName((words[0] ?? '').toLowerCase()) || (words.length > 1 && words.every(isCapitalised))
}

function isCapitalised(word: string): boolean {
  return /^[A-Z][a-z'’-]+$/.test(word)
}
