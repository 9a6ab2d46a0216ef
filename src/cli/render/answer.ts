import type { z } from 'zod'
import type { Operations } from '../../operations/table.js'
import { printable, printableLine } from '../wording/printable.js'
import { paragraphs } from './block.js'
import { hanging } from './hanging.js'
import { addressOf } from './knowledge.js'
import { renderMarkdown } from './markdown.js'
import { pathOf } from './sections.js'
import type { View } from './view.js'

export type AskOutput = z.output<Operations['knowledgeAsk']['output']>

/** An answer, the words of documents that it rests on, numbered, and what no document says. */
export function renderAnswer({ answer, citations, gaps, by }: AskOutput, view: View): string {
  const { style, columns } = view
  // Without a model the passages are the answer: they are not told twice.
  const isPassages = by === 'passages'
  const parts = [
    ...(isPassages || answer === '' ? [] : [answerLines(answer, view)]),
    ...(citations.length === 0
      ? []
      : [citations.map((one, index) => citation(one, index, view)).join('\n\n')]),
    ...(gaps.length === 0
      ? []
      : [
          [
            style.bold('Not covered'),
            ...gaps.flatMap((gap) => hanging('  - ', printableLine(gap), columns)),
          ].join('\n'),
        ]),
  ]
  return parts.join('\n\n')
}

function answerLines(answer: string, view: View): string {
  const isStyled = view.style.bold('x') !== 'x'
  return isStyled ? renderMarkdown(answer, view) : paragraphs(printable(answer), 0, view).join('\n')
}

type Citation = AskOutput['citations'][number]

function citation(
  { title, source, headings, anchor, line, lastLine, quote, version }: Citation,
  index: number,
  view: View,
) {
  const { style, columns } = view
  const lead = `${style.bold(style.accent(`[${index + 1}]`))} `
  const at = line === lastLine ? `line ${line}` : `lines ${line} to ${lastLine}`
  const place = `${addressOf({ source, title }, anchor)}, version ${version}, ${at}`
  return [
    ...hanging(lead, pathOf(title, headings), columns),
    ...paragraphs(printable(quote.replace(/\r\n?/g, '\n')).trim(), 4, view),
    ...hanging('    ', place, columns).map(style.dim),
  ].join('\n')
}
