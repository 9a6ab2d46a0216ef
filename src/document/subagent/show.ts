import { clip } from '../../text/clip.js'
import { quoteInline, quoteLines } from '../../text/quote.js'
import type { ShownDocument } from '../document-rows.js'
import type { MappedDocument } from '../reading/document-map.js'
import type { OutlinePage } from '../reading/document-outline.js'
import type { SectionPage } from '../reading/section-reader.js'
import type { SectionRow } from '../reading/section-rows.js'
import type { FoundSections } from '../section-search/search-sections.js'

/** By which name the model knows a document. */
export type NameOf = (document: ShownDocument) => string

/** Documents as a model reads them: what they say of themselves is quoted, and no line of it can pass for one of ours. */
export function showMap(documents: readonly MappedDocument[], total: number, nameOf: NameOf): string[] {
  return [
    `documents: ${documents.length} of ${total}`,
    ...documents.flatMap((document) => {
      const { summary, sections, tokens } = document
      const head = `${showDocument(document, nameOf)} · ${sections} sections · ${tokens} tokens`
      return summary === null ? [head] : [head, quoteLines(summary)]
    }),
  ]
}

export function showOutline({ document, size, sections, next }: OutlinePage, nameOf: NameOf): string[] {
  return [
    `${showDocument(document, nameOf)} · ${size.sections} sections · ${size.tokens} tokens`,
    ...sections.map((section) => `${'  '.repeat(Math.max(0, section.level - 1))}${showSection(section)}`),
    ...more(next),
  ]
}

export function showPage(page: SectionPage, nameOf: NameOf): string[] {
  const { document, anchor, heading, under, text, line, lastLine, children, next } = page
  const path = [...under.map((above) => above.heading), heading].map((one) => quoteInline(one)).join(' › ')
  return [
    `${showDocument(document, nameOf)} · anchor ${showAnchor(anchor)} · ${path} · lines ${line}-${lastLine}`,
    quoteLines(text),
    ...more(next),
    ...(children.length === 0 ? [] : ['sections under it:', ...children.map(showSection)]),
  ]
}

export function showHits({ hits, relaxed, missing }: FoundSections, nameOf: NameOf): string[] {
  return [
    ...(missing === null ? [] : [missing]),
    ...(relaxed.length === 0
      ? []
      : [`no section holds ${relaxed.map((one) => quoteInline(one)).join(', ')}; looked for the words`]),
    ...(hits.length === 0 ? ['nothing was found'] : []),
    ...hits.flatMap(({ document, anchor, headings, passage }) => {
      const path = headings.map((one) => quoteInline(one)).join(' › ')
      return [
        `${showDocument(document, nameOf)} · anchor ${showAnchor(anchor)} · ${path} · line ${passage.line}`,
        quoteLines(passage.text),
      ]
    }),
  ]
}

function showDocument(document: ShownDocument, nameOf: NameOf): string {
  return `${nameOf(document)} ${quoteInline(document.title)}`
}

function showSection({ anchor, heading, tokens }: SectionRow): string {
  return `- anchor ${showAnchor(anchor)} ${quoteInline(heading)} (${tokens} tokens)`
}

/** In quotes: an anchor is the document's word too. */
function showAnchor(anchor: string): string {
  return quoteInline(anchor, ANCHOR_CHARS)
}

const ANCHOR_CHARS = 300

function more(next: string | null): string[] {
  return next === null ? [] : [`more: call again with cursor "${next}"`]
}

/** Lines of a result, as many as there is room for. */
export function bounded(lines: readonly string[], maxChars: number): string {
  const whole = lines.join('\n')
  return whole.length <= maxChars ? whole : `${clip(whole, maxChars)}\n(cut here: ask for less at once)`
}
