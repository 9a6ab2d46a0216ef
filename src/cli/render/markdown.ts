import { printable } from '../wording/printable.js'
import { createStyle } from '../wording/style.js'
import { hanging } from './hanging.js'
import type { View } from './view.js'

/**
 * Markdown for a person at a terminal: headings, code and emphasis are set off, and prose is wrapped. Where colours are
 * off, as in a pipe, it stands as it is written.
 */
export function renderMarkdown(text: string, view: View): string {
  const shown = printable(text.replace(/\r\n?/g, '\n')).replace(/\n+$/, '')
  if (view.style.bold('x') === createStyle(false).bold('x')) return shown
  let fence: string | undefined
  return shown
    .split('\n')
    .flatMap((line) => {
      const mark = /^ {0,3}(```+|~~~+)/.exec(line)?.[1]
      if (mark !== undefined && (fence === undefined || mark.startsWith(fence))) {
        fence = fence === undefined ? mark : undefined
        return [view.style.dim(line)]
      }
      return fence === undefined ? proseLine(line, view) : [view.style.accent(line)]
    })
    .join('\n')
}

function proseLine(line: string, { style, columns }: View): string[] {
  if (/^ {0,3}#{1,6}(?:\s|$)/.test(line)) return [style.bold(line)]
  // A table or a line of code falls apart when it is wrapped.
  if (/^(?: {4}|\t| {0,3}\|)/.test(line)) return [line]
  const lead = /^\s{0,12}(?:[-*+>]\s+|\d{1,9}[.)]\s+)?/.exec(line)?.[0] ?? ''
  const body = line.substring(lead.length) // slice-ok: behind blanks and ASCII marks
  return hanging(lead, body, columns).map((one) => inline(one, { style }))
}

/** Spans that begin and end in one line; all else stays as it is written. */
function inline(line: string, { style }: Pick<View, 'style'>): string {
  return line
    .replace(/`([^`\n]{1,200})`/g, (_, code: string) => style.accent(code))
    .replace(/\*\*([^*\n]{1,200})\*\*/g, (_, strong: string) => style.bold(strong))
}
