import type { z } from 'zod'
import type { Operations } from '../../operations/table.js'
import { clip } from '../../text/clip.js'
import { printable, printableLine } from '../wording/printable.js'
import { counted } from '../wording/spoken-number.js'
import { spokenTime } from '../wording/spoken-time.js'
import { paragraphs } from './block.js'
import { described } from './described.js'
import { table } from './table.js'
import type { View } from './view.js'

type Output<N extends keyof Operations> = z.output<Operations[N]['output']>
type ShownEvent = Output<'transcriptRead'>['events'][number]

/** What became of events that were appended. */
export function renderAppended({ session, events, facts }: Output<'transcriptAppend'>): string {
  const of = (outcome: string) => events.filter((one) => one.outcome === outcome).length
  const last = events.findLast(({ seq }) => seq !== null)?.seq
  const parts = [
    `${counted(of('appended'), 'event')} appended to ${printableLine(session)}`,
    ...(of('repeated') > 0 ? [`${of('repeated')} there already`] : []),
    ...(of('forgotten') > 0 ? [`${of('forgotten')} forgotten before, and left out`] : []),
    ...(facts.length > 0 ? [`${counted(facts.length, 'fact')} read out of them`] : []),
  ]
  return `${parts.join(', ')}.${last === undefined ? '' : ` The last is number ${last}.`}`
}

/** Sessions, numbered, one a line. */
export function renderSessions({ sessions }: Output<'transcriptSessions'>, view: View): string {
  const { style } = view
  const rows = sessions.map(({ session, title, channel, events, messages, lastAt }, index) => [
    style.accent(String(index + 1)),
    style.bold(printableLine(session)),
    `${counted(messages, 'message')} of ${counted(events, 'event')}`,
    lastAt === null ? '' : spokenTime(lastAt, view),
    style.dim(printableLine([title ?? '', channel === null ? '' : `(${channel})`].join(' ').trim())),
  ])
  return table(rows, [0]).join('\n')
}

/** Events in order: number, who, when; then what, set in. What a tool did is shown in short. */
export function renderEvents({ events }: Output<'transcriptRead'>, view: View): string {
  const width = String(events.at(-1)?.seq ?? 0).length
  return events.map((event) => renderEvent(event, width, view)).join('\n')
}

function renderEvent(event: ShownEvent, width: number, view: View): string {
  const { style } = view
  const number = style.accent(String(event.seq).padStart(width))
  const about = [whoOf(event), spokenTime(event.at, view), ...marksOf(event)].join(' · ')
  const isWork = event.type !== 'message' && event.type !== 'compaction'
  const text = isWork ? clip(event.text, WORK_CHARS) : event.text
  const cut = event.chars > text.length ? ` … (${counted(event.chars, 'character')})` : ''
  const lines = text === '' ? [] : paragraphs(printable(text.trimEnd()) + cut, width + 2, view)
  return [`${number}  ${style.dim(printableLine(about))}`, ...(isWork ? lines.map(style.dim) : lines)].join(
    '\n',
  )
}

const WORK_CHARS = 300

function whoOf({ type, role, speaker, tool, path }: ShownEvent): string {
  if (type === 'message') return speaker === null ? role : `${speaker} (${role})`
  const what = type.replace('_', ' ')
  return [what, ...(tool === null ? [] : [tool]), ...(path === null ? [] : [path])].join(' ')
}

function marksOf({ isError, masked, sidechain }: ShownEvent): string[] {
  return [
    ...(isError === true ? ['failed'] : []),
    ...(masked > 0 ? [`${masked} left out`] : []),
    ...(sidechain === null ? [] : [`of ${sidechain}`]),
  ]
}

/** What a session came to. */
export function renderSummary(summary: Output<'transcriptSummary'>, view: View): string {
  const { session, title, channel, counts, forgotten, tools, openCalls, files, artifacts, masked } = summary
  const { firstAt, lastAt, requests } = summary
  const rows: [string, string][] = [
    ['session', printableLine([session, channel === null ? '' : `(${channel})`].join(' ').trim())],
    ...(title === null ? [] : [['title', printableLine(title)] as [string, string]]),
    ...(firstAt === null || lastAt === null
      ? []
      : [['time', `${spokenTime(firstAt, view)} to ${spokenTime(lastAt, view)}`] as [string, string]]),
    [
      'events',
      counts.map(({ type, events }) => counted(events, type.replace('_', ' '))).join(', ') || 'none',
    ],
    ...list(
      'tools',
      tools,
      ({ tool, calls, errors }) => `${tool} ${calls}${errors > 0 ? ` (${errors} failed)` : ''}`,
    ),
    ...list('files', files, ({ path }) => path),
    ...count('open calls', openCalls),
    ...count('outputs kept apart', artifacts),
    ...count('left out', masked),
    ...count('forgotten', forgotten),
  ]
  const asked = requests.map(
    ({ seq, text }) => ['asked', `${seq}: ${printableLine(clip(text, 200))}`] as [string, string],
  )
  return described([...rows, ...asked], { columns: view.columns, indent: 0, name: view.style.dim }).join('\n')
}

const LISTED = 10

function list<T>(name: string, all: readonly T[], say: (one: T) => string): [string, string][] {
  if (all.length === 0) return []
  const more = all.length > LISTED ? ` and ${all.length - LISTED} more` : ''
  return [[name, printableLine(all.slice(0, LISTED).map(say).join(', ') + more)]]
}

function count(name: string, number: number): [string, string][] {
  return number === 0 ? [] : [[name, String(number)]]
}

/** Whether transcripts are whole, and where they are not. */
export function renderVerified({
  isSound,
  sessions,
  events,
  forgotten,
  problems,
}: Output<'transcriptVerify'>): string {
  const looked = `${counted(sessions, 'session')}, ${counted(events, 'event')}, ${forgotten} forgotten`
  if (isSound) return `All is as it was kept: ${looked}.`
  const lines = problems.map(
    ({ session, seq, problem }) => `${session}${seq === null ? '' : `, event ${seq}`}: ${problem}`,
  )
  return [`Not sound (${looked}):`, ...lines.map((line) => `  ${printableLine(line)}`)].join('\n')
}

/** What became of a session's file. */
export function renderTaken({
  session,
  events,
  added,
  present,
  forgotten,
}: Output<'transcriptImport'>): string {
  const parts = [
    `${counted(added, 'event')} added`,
    ...(present > 0 ? [`${present} there already`] : []),
    ...(forgotten > 0 ? [`${forgotten} forgotten before, and left out`] : []),
  ]
  return `${printableLine(session)}, ${counted(events, 'event')}: ${parts.join(', ')}.`
}

/** What was wrong with a session's file, and where that is now. */
export function renderRepaired(report: Output<'transcriptRepair'>, dryRun: boolean): string {
  const { isSound, events, missing, damaged, damagedBytes, damagedFile } = report
  if (isSound) return `The file is sound: ${counted(events, 'event')}.`
  const lines = damaged.map(({ line, at, problem }) => `  line ${line} (byte ${at}) ${problem}`)
  const would = dryRun ? ' would stay' : ' stay'
  return [
    `${counted(events, 'event')}${would}; ${counted(missing, 'number')} without an event.`,
    ...lines.map(printableLine),
    ...(damagedFile === null
      ? []
      : [
          `${counted(damagedBytes, 'byte')} ${dryRun ? 'would go' : 'went'} into ${printableLine(damagedFile)}.`,
        ]),
  ].join('\n')
}
