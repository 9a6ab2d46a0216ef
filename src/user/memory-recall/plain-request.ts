import { borderAt } from '../../text/border-at.js'
import { clip } from '../../text/clip.js'
import { QUERY_MAX_CHARS } from '../../text/query.js'

/**
 * A request as a question without operators: in "use "strict" mode -v" nobody means a phrase that must be there, or a
 * word that must not. Of a long one the beginning and the end, which say what is wanted of what is pasted between.
 */
export function plainRequest(request: string): string {
  return ends(request).replace(OPERATORS, ' ')
}

const OPERATORS = /["＂“”]|(?<![^\s(])-+/gu

function ends(request: string): string {
  if (request.length <= QUERY_MAX_CHARS) return request
  const half = QUERY_MAX_CHARS / 2
  const from = borderAt(request, request.length - half + 2)
  // slice-ok: at a border of characters
  return `${clip(request, half)} ${request.substring(from)}`
}
