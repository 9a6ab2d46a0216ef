import type { PromptItem } from './block.js'
import { type PromptTurn, textsOf } from './prompt-turn.js'
import { formOf, saidForm, trustRank } from './settle-items.js'

/** What a prompt says so far, for keeping out what would say it once more. */
export interface SaidAlready {
  /** The id of the item that says it; undefined where it is new. */
  by(item: PromptItem): string | undefined
  add(item: PromptItem): void
}

/**
 * A memory is said already where it stands word for word in something as well believed, or quotes what stands there. In
 * a question nothing is said: `is it true that I live in Lisbon?` takes no memory's place.
 */
export function createSaidAlready(): SaidAlready {
  const said: (Said & { readonly id: string })[] = []
  const ids = new Map<string, string>()
  return {
    by(item) {
      if (item.as !== 'memory') return undefined
      const same = [item.id, ...(item.quotes ?? [])].find((id) => ids.has(id))
      if (same !== undefined) return ids.get(same)
      const form = formOf(item)
      const trust = trustRank(item)
      return said.find((one) => one.trust <= trust && states(one.form, form))?.id
    },
    add(item) {
      for (const id of [item.id, ...(item.events ?? [])]) ids.set(id, item.id)
      if (item.as === 'memory') said.push({ id: item.id, form: formOf(item), trust: trustRank(item) })
      for (const turn of item.turns ?? [])
        said.push(...statedIn(turn).map((one) => ({ id: item.id, ...one })))
    },
  }
}

function statedIn(turn: PromptTurn): Said[] {
  const before = turns.get(turn)
  if (before !== undefined) return before
  const trust = turn.role === 'user' ? STATED : UNTRUSTED
  const said = textsOf(turn).map((text) => ({ form: saidForm(text), trust }))
  turns.set(turn, said)
  return said
}

interface Said {
  readonly form: string
  readonly trust: number
}

const turns = new WeakMap<PromptTurn, Said[]>()

const STATED = 1
const UNTRUSTED = 3

/** Whether the words stand in a text as words, and not in a question. */
function states(text: string, words: string): boolean {
  if (words === '' || words.length > text.length) return false
  for (let at = text.indexOf(words); at !== -1; at = text.indexOf(words, at + words.length)) {
    const end = at + words.length
    const isApart = words.length >= LONG_CHARS || !(isWord(text[at - 1]) || isWord(text[end]))
    if (isApart && !isAsked(text, end)) return true
  }
  return false
}

/** So many letters are no part of another word. */
const LONG_CHARS = 16

function isWord(char: string | undefined): boolean {
  return char !== undefined && /[\p{L}\p{N}]/u.test(char)
}

function isAsked(text: string, from: number): boolean {
  for (let at = from; at < text.length; at++) {
    const char = text.charAt(at)
    if (char === '?' || char === '？') return true
    if (ENDS.has(char)) return false
  }
  return false
}

const ENDS: ReadonlySet<string> = new Set('.!。！\n')
