import type { Word } from '../words.js'
import type { Reader } from './clause.js'
import { articles } from './lexicon.js'
import { endsPhrases } from './phrases.js'

/** One way a verb phrase begins, and what reads the rest. */
export interface VerbRule {
  /** The words behind the first; `a|b` for either. Articles in the text are passed over. */
  readonly rest: readonly (readonly string[])[]
  readonly form: 'base' | 's' | 'ing' | 'past'
  /** It tells of what happened, so that the past of it tells what is now: `moved to`. */
  readonly isEvent: boolean
  readonly read: Reader
}

const rules = new Map<string, VerbRule[]>()
const complements = new Map<string, VerbRule[]>()

/** Registers phrases such as `have final say on|over` under all forms of their verb. */
export function verb(phrases: string, read: Reader, { isEvent = false } = {}): void {
  for (const phrase of phrases.split(', ')) {
    const [first = '', ...words] = phrase.split(' ')
    const rest = words.map((word) => word.split('|'))
    const [s = '', ing = '', ...past] = irregular.get(first) ?? regular(first)
    const kinds = ['base', 's', 'ing', 'past'] as const
    for (const [index, form] of [first, s, ing, ...past].entries()) {
      const kind = kinds[index] ?? 'past'
      add(rules, form, { rest, form: kind, isEvent, read })
      if (kind !== 'ing') endsPhrases(form)
    }
  }
}

/** Registers what stands behind a form of `be`: `in charge of`, `married to`. */
export function complement(phrases: string, read: Reader): void {
  for (const phrase of phrases.split(', ')) {
    const [first = '', ...words] = phrase.split(' ')
    add(complements, first, { rest: words.map((word) => word.split('|')), form: 'base', isEvent: true, read })
  }
}

/** The rules that begin with this word, the longest first. */
export function verbRules(lower: string): readonly VerbRule[] {
  return rules.get(lower) ?? none
}

export function complementRules(lower: string): readonly VerbRule[] {
  return complements.get(lower) ?? none
}

/** The first word behind the rule's, or -1 where the text goes on otherwise. */
export function afterRule(words: readonly Word[], at: number, { rest }: VerbRule): number {
  let next = at + 1
  for (const either of rest) {
    const word = words[next]
    if (word === undefined) return -1
    if (!either.includes(word.lower)) {
      if (!articles.has(word.lower) || !either.includes(words[next + 1]?.lower ?? '')) return -1
      next++
    }
    next++
  }
  return next
}

const none: readonly VerbRule[] = []

function add(table: Map<string, VerbRule[]>, key: string, rule: VerbRule): void {
  const known = table.get(key) ?? []
  table.set(key, known)
  known.push(rule)
  known.sort((a, b) => b.rest.length - a.rest.length)
}

const irregular = new Map<string, readonly string[]>([
  ['have', ['has', 'having', 'had']],
  ['lead', ['leads', 'leading', 'led']],
  ['run', ['runs', 'running', 'ran']],
  ['meet', ['meets', 'meeting', 'met']],
  ['hold', ['holds', 'holding', 'held']],
  ['get', ['gets', 'getting', 'got']],
  ['oversee', ['oversees', 'overseeing', 'oversaw']],
  ['choose', ['chooses', 'choosing', 'chose', 'chosen']],
  ['become', ['becomes', 'becoming', 'became']],
  ['eat', ['eats', 'eating', 'ate']],
  ['drink', ['drinks', 'drinking', 'drank']],
  ['grow', ['grows', 'growing', 'grew']],
  ['come', ['comes', 'coming', 'came']],
  ['end', ['ends', 'ending', 'ended']],
  ['go', ['goes', 'going', 'went']],
  ['build', ['builds', 'building', 'built']],
  ['take', ['takes', 'taking', 'took']],
  ['make', ['makes', 'making', 'made']],
  ['speak', ['speaks', 'speaking', 'spoke']],
  ['do', ['does', 'doing', 'did']],
  ['begin', ['begins', 'beginning', 'began']],
  ['wed', ['weds', 'wedding', 'wed']],
  ['teach', ['teaches', 'teaching', 'taught']],
  ['sit', ['sits', 'sitting', 'sat']],
  ['pick', ['picks', 'picking', 'picked']],
  ['start', ['starts', 'starting', 'started']],
  ['report', ['reports', 'reporting', 'reported']],
  ['head', ['heads', 'heading', 'headed']],
  ['join', ['joins', 'joining', 'joined']],
  ['pair', ['pairs', 'pairing', 'paired']],
  ['answer', ['answers', 'answering', 'answered']],
  ['mentor', ['mentors', 'mentoring', 'mentored']],
  ['prefer', ['prefers', 'preferring', 'preferred']],
  ['turn', ['turns', 'turning', 'turned']],
  ['sign', ['signs', 'signing', 'signed']],
  ['opt', ['opts', 'opting', 'opted']],
])

function regular(base: string): readonly string[] {
  if (base.endsWith('y') && !/[aeiou]y$/.test(base)) {
    const stem = base.replace(/y$/, 'i')
    return [`${stem}es`, `${base}ing`, `${stem}ed`]
  }
  if (base.endsWith('e')) return [`${base}s`, base.replace(/e$/, 'ing'), `${base}d`]
  if (/(?:s|x|ch|sh|z)$/.test(base)) return [`${base}es`, `${base}ing`, `${base}ed`]
  return [`${base}s`, `${base}ing`, `${base}ed`]
}
