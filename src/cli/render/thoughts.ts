import type { z } from 'zod'
import type { Operations } from '../../operations/table.js'
import { printableLine } from '../wording/printable.js'
import { spokenCount } from '../wording/spoken-number.js'
import { hashed } from './place.js'

type ThoughtsOutput = z.output<Operations['thoughts']['output']>
type TagCounts = z.output<Operations['stats']['output']>['tags']

/** What the notes were asked for. */
export interface Asked {
  readonly contains: string | undefined
  readonly tags: readonly string[]
  /** Some time, or a place in the list. */
  readonly isNarrowed: boolean
}

/** What to say beside a list of notes: how to go on, which tags there are, what to try where none was found. */
export function thoughtNotes(
  { items, next }: ThoughtsOutput,
  asked: Asked,
  stats: { readonly tags: TagCounts; readonly notes: number },
): string[] {
  if (items.length > 0) {
    const isAll = asked.contains === undefined && asked.tags.length === 0 && !asked.isNarrowed
    return [
      ...(next === null ? [] : [`Older notes: the same with --before ${next}`]),
      ...(isAll && stats.tags.length > 0 ? [`Tags: ${tagCounts(stats.tags)}`] : []),
    ]
  }
  if (stats.notes === 0) return ['There are no notes yet: recollect capture "a note" --tags work']
  if (asked.tags.length > 0) {
    const given = hashed(asked.tags.map((tag) => tag.replace(/^#/, '')))
    const present =
      stats.tags.length === 0 ? 'No note has a tag.' : `Tags there are: ${tagCounts(stats.tags)}`
    const which = asked.contains === undefined && !asked.isNarrowed ? 'No note' : 'No such note'
    return [`${which} has ${asked.tags.length === 1 ? 'the tag' : 'all the tags'} ${given}.`, present]
  }
  if (asked.contains !== undefined) {
    return [
      `${asked.isNarrowed ? 'No such note' : 'No note'} has this in its text.`,
      'recollect search finds what a note means, and looks into conversations too.',
    ]
  }
  return ['No notes of that time.']
}

/** `work 12, home 3, and 5 more` */
export function tagCounts(tags: TagCounts): string {
  const shown = tags
    .slice(0, TAGS_SHOWN)
    .map(({ tag, notes }) => `${printableLine(tag)} ${spokenCount(notes)}`)
  const rest = tags.length - shown.length
  return [...shown, ...(rest > 0 ? [`and ${rest} more`] : [])].join(', ')
}

const TAGS_SHOWN = 12
