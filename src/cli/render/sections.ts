import type { z } from 'zod'
import type { Operations } from '../../operations/table.js'
import { excerpt, type Span } from '../wording/excerpt.js'
import { printableLine } from '../wording/printable.js'
import { block } from './block.js'
import { hanging } from './hanging.js'
import { addressOf } from './knowledge.js'
import type { View } from './view.js'

export type SectionsFound = z.output<Operations['knowledgeSearchDocs']['output']>

/** Sections that were found, numbered: where each stands, the words around what matched, and how it is read. */
export function renderSections({ hits }: SectionsFound, view: View, showsIds: boolean): string {
  const { style, columns } = view
  return hits
    .map(({ document, anchor, headings, excerpt: text, excerptLine, matched }, index) => {
      const lead = `${style.bold(style.accent(String(index + 1).padStart(String(hits.length).length)))}  `
      const indent = String(hits.length).length + 2
      const path = pathOf(document.title, headings)
      const spans = matched.map(([start, end]): Span => [start, end])
      return [
        ...hanging(lead, path, columns).map((line, at) => (at === 0 ? line : style.bold(line))),
        ...block(excerpt(text, spans, EXCERPT_CHARS), indent, view),
        ...hanging(' '.repeat(indent), `${addressOf(document, anchor)}, line ${excerptLine}`, columns).map(
          style.dim,
        ),
        ...(showsIds ? [style.dim(`${' '.repeat(indent)}${document.id}`)] : []),
      ].join('\n')
    })
    .join('\n\n')
}

/** `Handbook › Leave › Sick leave`; a document is most often called as its first heading. */
export function pathOf(title: string, headings: readonly string[]): string {
  const names = [title, ...headings].map(printableLine).filter((name) => name !== '')
  return names.filter((name, index) => name !== names[index - 1]).join(' › ')
}

const EXCERPT_CHARS = 300
