import type { z } from 'zod'
import type { Operations } from '../../operations/table.js'
import { printableLine } from '../wording/printable.js'
import { counted, spokenCount } from '../wording/spoken-number.js'
import { paragraphs } from './block.js'
import { hanging } from './hanging.js'
import { renderMarkdown } from './markdown.js'
import { table } from './table.js'
import type { View } from './view.js'

type Output<N extends keyof Operations> = z.output<Operations[N]['output']>

export type DocumentHead = Pick<
  Output<'knowledgeMap'>['documents'][number],
  'id' | 'title' | 'source' | 'shelf'
>

/** By what a person calls a document again: its source, else its title. */
export function calledBy({ source, title }: Pick<DocumentHead, 'source' | 'title'>): string {
  const name = printableLine(source ?? title)
  return /^[\w./@%+:,\p{L}\p{N}-]+$/u.test(name) ? name : `"${name}"`
}

/** `handbook.md#leave`, as a shell takes it. */
export function addressOf(document: Pick<DocumentHead, 'source' | 'title'>, anchor: string): string {
  const name = calledBy(document)
  const place = `#${printableLine(anchor)}`
  if (name.startsWith('"')) return `${name} "${place}"`
  return /^[\w#./@%+:,\p{L}\p{N}-]+$/u.test(place) ? `${name}${place}` : `"${name}${place}"`
}

/** What a task may ask, numbered. */
export function renderMap({ documents }: Output<'knowledgeMap'>, view: View, showsIds: boolean): string {
  return documents
    .map((document, index) => {
      const { sections, tokens, version, summary } = document
      const facts = [
        ...(document.source === null ? [] : [document.source]),
        `version ${version}`,
        counted(sections, 'section'),
        `about ${counted(tokens, 'token')}`,
        ...(document.shelf === 'system' ? ['for everyone'] : []),
      ]
      return [
        ...headed(index, document, view),
        ...(summary === null ? [] : paragraphs(printableLine(summary), 3, view)),
        ...below(facts, showsIds ? document.id : undefined, view),
      ].join('\n')
    })
    .join('\n\n')
}

/** `2  Leave and holidays` */
export function headed(
  index: number,
  { title }: Pick<DocumentHead, 'title'>,
  { style, columns }: View,
): string[] {
  const lead = `${style.bold(style.accent(String(index + 1)))}  `
  return hanging(lead, printableLine(title) || '(without a title)', columns).map((line, at) =>
    at === 0 ? lead + style.bold(line.replace(lead, '')) : style.bold(line),
  )
}

/** What else is to be said of one of a list, dimmed, below it. */
export function below(facts: readonly string[], id: string | undefined, { style, columns }: View): string[] {
  const lines = hanging('   ', printableLine(facts.join(' · ')), columns)
  return [...lines, ...(id === undefined ? [] : [`   ${id}`])].map(style.dim)
}

type Outline = Output<'knowledgeReadDoc'>

/** The headings of a document, each under the one it belongs to, with what names it and its size. */
export function renderOutline({ title, source, version, lines, sections }: Outline, view: View): string {
  const { style } = view
  const top = Math.min(...sections.map(({ level }) => level).filter((level) => level > 0), 6)
  const rows = sections.map(({ level, heading, anchor, line, tokens }) => [
    `${'  '.repeat(Math.max(0, level - top))}${printableLine(heading) || (anchor === '' ? '(before the first heading)' : '(without words)')}`,
    style.accent(printableLine(`#${anchor}`)),
    style.dim(`line ${line}`),
    style.dim(`${spokenCount(tokens)}`),
  ])
  const facts = [...(source === null ? [] : [source]), `version ${version}`, counted(lines, 'line')]
  return [
    style.bold(printableLine(title)),
    style.dim(printableLine(facts.join(' · '))),
    '',
    ...table([['section', 'anchor', 'at', 'tokens'].map(style.dim), ...rows], [3]),
  ].join('\n')
}

/** A page of a section: where it stands, then what it says. */
export function renderSection(page: Output<'knowledgeReadSection'>, view: View): string {
  const { style, columns } = view
  const { title, source, version, under, heading, line, lastLine, text, children } = page
  const path = [title, ...under.map((one) => one.heading), heading]
    .map(printableLine)
    .filter((name) => name !== '')
  const place = [
    ...(source === null ? [] : [source]),
    `version ${version}`,
    line === lastLine ? `line ${line}` : `lines ${line} to ${lastLine}`,
  ]
  const below = children.map((child) => `#${child.anchor}`).join('  ')
  return [
    ...hanging('', path.filter((name, index) => name !== path[index - 1]).join(' › '), columns).map(
      style.dim,
    ),
    style.dim(printableLine(place.join(' · '))),
    '',
    renderMarkdown(text, view),
    ...(children.length === 0
      ? []
      : ['', ...hanging('Under it: ', printableLine(below), columns).map(style.dim)]),
  ].join('\n')
}

type Attached = Output<'knowledgeAttach'>

/** What a task may ask now. */
export function renderAttached({ task, everything, documents }: Attached, view: View): string {
  const { style } = view
  const name = printableLine(task)
  if (everything)
    return `The task ${name} may ask every published document, also later ones: ${spokenCount(documents.length)} now.`
  if (documents.length === 0) return `The task ${name} may ask no document.`
  const rows = documents.map((document) => [
    `  ${printableLine(document.title)}`,
    style.dim(printableLine(document.source ?? '')),
    document.isVisible ? '' : style.bad('not published yet'),
  ])
  return [`The task ${name} may ask ${counted(documents.length, 'document')}:`, ...table(rows)].join('\n')
}
