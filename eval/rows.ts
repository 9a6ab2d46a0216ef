import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

export type Row = Readonly<Record<string, unknown>>

/** The lines of a JSONL file, also of a packed one. */
export function readLines(file: string): Row[] {
  const bytes = readFileSync(file)
  const content = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  return content
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row)
}

/** A field of a row, as the text that it must be. */
export function text(value: unknown): string {
  if (typeof value === 'string') return value
  throw new TypeError(`a set holds ${typeof value} where a text belongs`)
}

export function optional(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

export function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.map(text) : []
}
