import { readMessage } from '../conversation-message.js'
import type { Entry } from '../entry.js'
import { objectOf, textOf } from '../json-field.js'
import { MAX_LINE_BYTES } from '../json-values.js'
import { lines } from '../lines.js'
import type { Reader, ReadOptions } from '../reader.js'

/** Our own form, which is easy to make from anything: one message a line. */
export const jsonLines: Reader = {
  name: 'json-lines',
  title: 'JSON lines: {"role": "user", "content": "…", "at": "2026-03-01T09:30"}, one a line',
  recognises({ text, json, shape }) {
    if (text.trim() === '') return true
    if (shape.begins === 'array') return false
    const isMessage = (value: unknown) => {
      const fields = objectOf(value)
      return textOf(fields?.['role']) !== undefined && typeof fields?.['content'] === 'string'
    }
    // A first line longer than what was looked at is judged by its keys.
    return json.some(isMessage) || (json.length === 0 && shape.keys.has('role') && shape.keys.has('content'))
  },
  async *read(source, { zone }: ReadOptions): AsyncGenerator<Entry> {
    for await (const { number, text, problem } of lines(source, MAX_LINE_BYTES)) {
      const place = { line: number }
      if (text === undefined) {
        yield { kind: 'problem', place, problem: { reason: 'the line', detail: problem ?? 'cannot be read' } }
      } else if (text.trim() !== '') {
        const read = readMessage(text, zone)
        yield read.ok
          ? { kind: 'message', place, message: read.message }
          : { kind: 'problem', place, problem: read.problem }
      }
    }
  },
}
