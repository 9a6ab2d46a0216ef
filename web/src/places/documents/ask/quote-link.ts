import { href } from '../../../location/location.js'

export interface QuotePlaced {
  /** Id of the document. */
  readonly document: string
  readonly version: number
  readonly anchor: string
  readonly quote: string
}

/** An address holds so much of a quote; its beginning finds it as well. */
const QUOTE_CHARS = 400

/** Opens the section in the version that was cited, with the quote marked. */
export function quoteLink({ document, version, anchor, quote }: QuotePlaced): string {
  const marked = [...quote].slice(0, QUOTE_CHARS).join('')
  const link = href(`documents/${document}`, { version: String(version), anchor, quote: marked })
  // What stands before the first heading has an empty anchor, which still is one.
  return anchor === '' ? `${link}&anchor=` : link
}
