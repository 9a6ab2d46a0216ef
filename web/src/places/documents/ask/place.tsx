import { t } from '../words.js'

export interface PlaceProps {
  readonly title: string
  readonly headings: readonly string[]
  readonly line: number
  readonly lastLine: number
}

/** Where something stands: the document, the headings above, the lines. */
export function Place({ title, headings, line, lastLine }: PlaceProps) {
  const above = headings[0] === title ? headings.slice(1) : headings
  return (
    <span class="meta place">
      <span>{[title, ...above].join(' › ')}</span>
      <span>{t('lines', line, lastLine)}</span>
    </span>
  )
}
