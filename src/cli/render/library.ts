import type { z } from 'zod'
import type { Operations } from '../../operations/table.js'
import { printableLine } from '../wording/printable.js'
import { counted, spokenBytes } from '../wording/spoken-number.js'
import { spokenTime } from '../wording/spoken-time.js'
import { described } from './described.js'
import { hanging } from './hanging.js'
import { below, calledBy, headed } from './knowledge.js'
import { renderMarkdown } from './markdown.js'
import { table } from './table.js'
import type { View } from './view.js'

type ListOutput = z.output<Operations['knowledgeList']['output']>
type ShowOutput = z.output<Operations['knowledgeShow']['output']>
export type LibraryDocument = ListOutput['documents'][number]

/** Documents, numbered, with where they stand. */
export function renderLibrary({ documents }: ListOutput, view: View, showsIds: boolean): string {
  return documents
    .map((document, index) =>
      [
        ...headed(index, document, view),
        `   ${standing(document, view)}`,
        ...below(
          [
            ...(document.source === null ? [] : [document.source]),
            ...(document.shelf === 'system' ? ['for everyone'] : []),
            `changed ${spokenTime(document.updatedAt, view)}`,
          ],
          showsIds ? document.id : undefined,
          view,
        ),
      ].join('\n'),
    )
    .join('\n\n')
}

/** Which version answers, and what becomes of the latest. */
function standing({ status, latest, published, answered }: LibraryDocument, { style }: View): string {
  const before = answered === null || answered === latest ? '' : `version ${answered} answers no more`
  const answers = published === null ? style.dim(before) : style.good(`version ${published} answers`)
  if (published === latest) return answers
  const what = {
    pending: style.accent(`version ${latest} waits for review`),
    rejected: style.bad(`version ${latest} was rejected`),
    withdrawn: style.dim(`version ${latest} was withdrawn`),
    ready: style.dim(`version ${latest}`),
  }[status]
  return [answers, what].filter((part) => part !== '').join(', ')
}

/** What was reviewed, a line each. */
export function renderReviewed(documents: readonly LibraryDocument[], done: string, view: View): string {
  const first = documents.filter((_, index) => index < REVIEWED_SHOWN)
  const more = documents.length - first.length
  return [
    ...first.flatMap((document) =>
      hanging(
        '',
        `${done}: ${printableLine(document.title)} (${calledBy(document)}): ${standing(document, view)}`,
        view.columns,
      ),
    ),
    ...(more > 0 ? [view.style.dim(`and ${counted(more, 'more document')}`)] : []),
  ].join('\n')
}

const REVIEWED_SHOWN = 10

/** A document with its versions and its history; on demand what it says, or what is new in it. */
export function renderDocument(shown: ShowOutput, view: View): string {
  const { style, columns } = view
  const { document, version, text, diff } = shown
  const rows: [string, string][] = [
    ...(document.source === null ? [] : [['source', printableLine(document.source)] as [string, string]]),
    ['shelf', document.shelf === 'system' ? 'for everyone' : 'your own'],
    ...(document.keepsPublished
      ? [['keeps', 'what is published answers until a newer version is'] as [string, string]]
      : []),
    ['id', document.id],
  ]
  return [
    style.bold(printableLine(document.title)),
    standing(document, view),
    ...(version === null ? ['', style.bad('No version answered then.')] : []),
    ...(version?.summary == null || text !== null || diff !== null
      ? []
      : ['', ...hanging('', printableLine(version.summary), columns)]),
    ...(text === null ? [] : ['', renderMarkdown(text.content, view)]),
    ...(diff === null ? [] : ['', renderChanges(diff, view)]),
    ...(text === null && diff === null ? history(shown, view) : []),
    '',
    ...described(rows, { columns, indent: 0, name: style.dim }),
  ].join('\n')
}

function history({ versions, events, document, version: looked }: ShowOutput, view: View): string[] {
  const { style } = view
  const lines = versions.map(({ number, at, lines: count, sections, bytes }) => [
    `  ${number}${number === document.published ? style.good(' answers') : ''}${number === looked?.number && versions.length > 1 ? style.dim(' ·') : ''}`,
    spokenTime(at, view),
    counted(sections, 'section'),
    counted(count, 'line'),
    spokenBytes(bytes),
  ])
  const done = events.map(({ at, actor, event, version, note }, index) => [
    `  ${spokenTime(at, view)}`,
    printableLine(
      event === 'moved'
        ? `moved${note === null ? '' : ` from ${note}`}`
        : `version ${version} ${isReplaced(events[index], events[index - 1]) ? 'answers no more' : event}`,
    ),
    style.dim(printableLine(actor.replace(/^\w+:/, ''))),
    event === 'moved' || note === null ? '' : printableLine(`“${note}”`),
  ])
  return [
    '',
    style.dim('versions'),
    ...table(lines),
    ...(done.length === 0 ? [] : ['', style.dim('what was done'), ...table(done)]),
  ]
}

type DocumentEvent = ShowOutput['events'][number]

/** Whether a version left because a newer one came, and nobody took it back; `next` is what was done then. */
function isReplaced(event: DocumentEvent | undefined, next: DocumentEvent | undefined): boolean {
  if (event?.event !== 'withdrawn' || next === undefined) return false
  return (
    next.at === event.at &&
    next.version > event.version &&
    (next.event === 'imported' || next.event === 'edited')
  )
}

type Changes = NonNullable<ShowOutput['diff']>

/** What is new in a version: the sections that are not the same, with their lines. */
function renderChanges({ from, to, counts, sections, isComplete }: Changes, view: View): string {
  const { style, columns } = view
  const kinds = (['added', 'changed', 'removed', 'moved'] as const)
    .filter((kind) => counts[kind] > 0)
    .map((kind) => `${counts[kind]} ${kind}`)
  const head = `Version ${to} against version ${from}: ${kinds.length === 0 ? 'no section differs' : `sections ${kinds.join(', ')}`}`
  return [
    ...hanging('', head, columns).map(style.bold),
    ...sections.flatMap((section) => ['', ...renderChange(section, view)]),
    ...(isComplete ? [] : ['', style.dim('More has changed than is shown here.')]),
  ].join('\n')
}

function renderChange(
  { change, heading, anchor, line, hunks }: Changes['sections'][number],
  view: View,
): string[] {
  const { style } = view
  const mark = { added: style.good, removed: style.bad, changed: style.accent, moved: style.dim }[change]
  const name = printableLine(heading) || '(before the first heading)'
  return [
    `${mark(change)} ${style.bold(name)} ${style.dim(printableLine(`#${anchor}, line ${line}`))}`,
    ...(hunks ?? []).flatMap(({ lines }, index) => [
      ...(index === 0 ? [] : [style.dim('  …')]),
      ...lines.map((text) => changedLine(printableLine(text), view)),
    ]),
  ]
}

function changedLine(line: string, { style }: View): string {
  if (line.startsWith('+')) return style.good(`  ${line}`)
  if (line.startsWith('-')) return style.bad(`  ${line}`)
  return style.dim(`  ${line}`)
}
