import type { Entry, Place } from './entry.js'
import { MAX_LINE_BYTES } from './json-values.js'
import { lines } from './lines.js'

/** A row by the names in the first one. */
export interface CsvRow {
  readonly kind: 'row'
  readonly place: Place
  readonly fields: ReadonlyMap<string, string>
}

/** The rows of comma-separated values; a field in quotes may have several lines. */
export async function* readCsv(
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<CsvRow | Extract<Entry, { readonly kind: 'problem' }>> {
  let names: readonly string[] | undefined
  let open: OpenRow | undefined
  for await (const { number, text, problem } of lines(source, MAX_LINE_BYTES)) {
    const row: OpenRow = open ?? { number, texts: [], chars: 0, isQuoted: false }
    const place = { line: row.number }
    open = undefined
    if (text === undefined || row.chars > MAX_LINE_BYTES) {
      const detail = problem ?? 'the row is too long'
      yield { kind: 'problem', place, problem: { reason: 'the line', detail } }
      continue
    }
    row.texts.push(text)
    row.chars += text.length + 1
    if (hasOddQuotes(text)) row.isQuoted = !row.isQuoted
    if (row.isQuoted) {
      open = row
      continue
    }
    const fields = fieldsOf(row.texts.join('\n').replace(/\r$/, ''))
    if (names === undefined) names = fields
    else if (fields.some((field) => field !== ''))
      yield { kind: 'row', place, fields: new Map(names.map((name, index) => [name, fields[index] ?? ''])) }
  }
  if (open === undefined) return
  const problem = { reason: 'the line', detail: 'a quote is never closed' }
  yield { kind: 'problem', place: { line: open.number }, problem }
}

interface OpenRow {
  readonly number: number
  readonly texts: string[]
  chars: number
  isQuoted: boolean
}

function hasOddQuotes(text: string): boolean {
  let isOdd = false
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) isOdd = !isOdd
  return isOdd
}

function fieldsOf(row: string): string[] {
  const fields: string[] = []
  for (let at = 0; at !== -1; ) {
    if (row.charAt(at) === '"') {
      let field = ''
      let from = at + 1
      let quote = row.indexOf('"', from)
      // Two quotes stand for one.
      while (quote !== -1 && row.charAt(quote + 1) === '"') {
        field += row.substring(from, quote + 1) // slice-ok: between quotes and commas
        from = quote + 2
        quote = row.indexOf('"', from)
      }
      const end = quote === -1 ? row.length : quote
      fields.push(field + row.substring(from, end)) // slice-ok: between quotes and commas
      at = row.indexOf(',', end)
    } else {
      const comma = row.indexOf(',', at)
      fields.push(row.substring(at, comma === -1 ? row.length : comma)) // slice-ok: between quotes and commas
      at = comma
    }
    if (at !== -1) at += 1
  }
  return fields
}
