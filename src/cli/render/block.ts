import { type Excerpt, highlight } from '../wording/excerpt.js'
import { wrap } from '../wording/wrap.js'
import type { View } from './view.js'

/** An excerpt as lines of an indented block, its matches set off. */
export function block(excerpt: Excerpt, indent: number, { columns, style }: View): string[] {
  const pad = ' '.repeat(indent)
  return wrap(excerpt.text, Math.max(20, columns - indent)).map(
    (line) => pad + highlight(excerpt, line, style.match),
  )
}

/** A text with its own line breaks, each line wrapped. */
export function paragraphs(text: string, indent: number, view: View): string[] {
  return text.split('\n').flatMap((line) => block({ text: line, marks: [] }, indent, view))
}
