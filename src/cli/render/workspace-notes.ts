import type { z } from 'zod'
import type { Operations } from '../../operations/table.js'
import { printable, printableLine } from '../wording/printable.js'
import { counted } from '../wording/spoken-number.js'
import { spokenDay, spokenTime } from '../wording/spoken-time.js'
import { paragraphs } from './block.js'
import { below } from './knowledge.js'
import type { View } from './view.js'

type Output<N extends keyof Operations> = z.output<Operations[N]['output']>
type Note = Output<'workspaceNotes'>['notes'][number]
type Conflict = Output<'workspaceConflicts'>['conflicts'][number]

/** Notes, numbered, each with what it is and how it stands. */
export function renderNotes({ notes }: Output<'workspaceNotes'>, view: View, showsIds: boolean): string {
  return notes
    .map((note, index) => [numbered(index, note.type, view), ...told(note, view, showsIds)].join('\n'))
    .join('\n\n')
}

/** Conflicts, numbered, the older note first. */
export function renderNoteConflicts(
  { conflicts }: Output<'workspaceConflicts'>,
  view: View,
  showsIds: boolean,
): string {
  return conflicts
    .map((one, index) =>
      [
        numbered(index, verdictOf(one), view),
        ...side('first', one.first, view),
        ...side('second', one.second, view),
        ...below(since(one, view), showsIds ? one.id : undefined, view),
      ].join('\n'),
    )
    .join('\n\n')
}

/** What lasts from now on, and of the others how many wait for what. */
export function renderPromotion({ promoted, notes }: Output<'workspacePromote'>, isDryRun: boolean): string {
  if (notes.length === 0) return 'There are no daily notes.'
  const chosen = notes.filter(({ isPromoted }) => isPromoted)
  const left = new Map<string, number>()
  for (const { isPromoted, reason } of notes) if (!isPromoted) left.set(reason, (left.get(reason) ?? 0) + 1)
  return [
    `${counted(promoted, 'note')} ${isDryRun ? 'would last' : 'last'} from now on${promoted === 0 ? '.' : ':'}`,
    ...chosen.map(({ text, reason }) => `  ${printableLine(text)} (${REASONS[reason]})`),
    ...[...left].map(
      ([reason, count]) => `${counted(count, 'note')} left: ${REASONS[reason as keyof typeof REASONS]}`,
    ),
  ].join('\n')
}

const REASONS: Readonly<Record<Output<'workspacePromote'>['notes'][number]['reason'], string>> = {
  important: 'important',
  repeated: 'said twice',
  outcome: 'outcomes are not promoted',
  contested: 'a person decides first: recollect workspace conflicts',
  too_young: 'kept less than 30 days ago',
  unimportant: 'neither important nor repeated',
}

function numbered(index: number, heading: string, { style }: View): string {
  return `${style.bold(style.accent(String(index + 1)))}  ${style.bold(heading)}`
}

function told(note: Note, view: View, showsIds: boolean): string[] {
  const { text, importance, status, said, trust, at, conflicts, id } = note
  const facts = [
    spokenTime(at, view),
    status,
    `importance ${importance}`,
    ...(said > 1 ? [`said ${said} times`] : []),
    ...(trust === 'observed' ? ["an agent's"] : []),
    ...(conflicts.length > 0 ? ['contested'] : []),
  ]
  return [...paragraphs(printable(text), 3, view), ...below(facts, showsIds ? id : undefined, view)]
}

function side(name: string, { text, at, trust, importance }: Note, view: View): string[] {
  const who = trust === 'observed' ? ", an agent's" : ''
  const lead = `${name}: ${text} (${spokenDay(at, view.zone)}${who}, importance ${importance})`
  return paragraphs(printable(lead), 3, view)
}

function verdictOf({ keep }: Conflict): string {
  if (keep === null) return 'waits for you'
  return keep === 'both' || keep === 'neither' ? `${keep} kept` : `the ${keep} kept`
}

function since({ at, decidedAt, decidedBy, reason }: Conflict, view: View): string[] {
  if (decidedAt === null) return [`since ${spokenTime(at, view)}`]
  return [
    `decided by ${decidedBy ?? 'what a person said against what an agent did'}, ${spokenTime(decidedAt, view)}`,
    ...(reason === null ? [] : [reason]),
  ]
}
