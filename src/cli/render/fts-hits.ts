import type { z } from 'zod'
import type { Operations } from '../../operations/table.js'
import { printableLine } from '../wording/printable.js'
import { counted, spokenCount } from '../wording/spoken-number.js'
import { spokenTime } from '../wording/spoken-time.js'
import { table } from './table.js'
import type { View } from './view.js'

type ExactOutput = z.output<Operations['ftsSearch']['output']>

/** How many items match, and where they were said: a line for each source. Empty where nothing matches. */
export function renderSources(
  { matches, isComplete, sources, otherSources }: ExactOutput,
  view: View,
): string {
  const { style } = view
  const [first] = sources
  if (first === undefined) return ''
  const all = `${isComplete ? '' : 'at least '}${counted(matches, 'item')}`
  const count = sources.length + otherSources
  if (count === 1) return style.bold(`${all}, ${matches === 1 ? '' : 'all '}in ${sourceName(first)}`)
  const shown = sources.slice(0, SOURCES_SHOWN)
  const rows = shown.map((source) => [
    `  ${sourceName(source)}`,
    source.channel === null ? '' : style.dim(printableLine(source.channel)),
    spokenCount(source.matches),
    style.dim(source.lastAt === null ? 'undated' : `last ${spokenTime(source.lastAt, view)}`),
  ])
  const rest = count - shown.length
  return [
    style.bold(`${all} in ${counted(count, 'source')}`),
    ...table(rows, [2]),
    ...(rest > 0 ? [style.dim(`  and ${spokenCount(rest)} more`)] : []),
  ].join('\n')
}

/** What a person should know beside the hits; nothing when all is well. */
export function exactNotes(
  { matches, isComplete, missing, clipped }: ExactOutput,
  { words, session }: { readonly words: string; readonly session?: unknown },
): string[] {
  const notes: string[] = []
  const reason = missing.text
  if (reason !== undefined) notes.push(`Nothing was looked for: ${printableLine(reason)}.`)
  else if (matches === 0) {
    notes.push('Nothing holds all of these words just so.')
    notes.push(session === undefined ? whatToTry(words) : WHOLE_NAME)
  }
  if (!isComplete) notes.push('These words are very common: only the newest items were looked through.')
  if (clipped) notes.push('That was too much to look for: only its beginning was.')
  return notes
}

function whatToTry(words: string): string {
  if (/(?:^|\s)-\S/.test(words)) return 'A word behind a dash must not be in it: try without -words.'
  if (words.includes('"')) return 'A "phrase" must stand there side by side: try without the quotes.'
  return 'Other forms of a word do not count here: recollect search finds those, and answers questions.'
}

function sourceName({ kind, session }: ExactOutput['sources'][number]): string {
  if (session !== null) return printableLine(session)
  return kind === 'thought' ? 'notes' : `${kind}s`
}

const WHOLE_NAME = '--session takes the whole name of a conversation, as the lists show it.'

const SOURCES_SHOWN = 12
