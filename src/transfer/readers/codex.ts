import { createCodexSession } from '../codex/session.js'
import type { Entry } from '../entry.js'
import { readHead } from '../head.js'
import { arrayOf, objectOf, textOf } from '../json-field.js'
import { jsonOfEntries, jsonOfLines } from '../json-values.js'
import type { Reader } from '../reader.js'

/**
 * A session of Codex CLI: ~/.codex/sessions/<year>/<month>/<day>/rollout-….jsonl. Three forms: each line in an envelope
 * (timestamp, type, payload); before September 2025 bare items behind a line about the session; before that one object
 * with `session` and `items`.
 */
export const codex: Reader = {
  name: 'codex',
  title: 'a session of Codex CLI: rollout-….jsonl, with timestamp, type and payload in each line',
  isUnattended: true,
  isHooked: true,
  roles: 'aside',
  recognises({ json, shape: { begins, keys } }) {
    if (begins !== 'object') return false
    if (json.length === 0)
      return (keys.has('timestamp') && keys.has('payload')) || (keys.has('session') && keys.has('items'))
    return json.some((value) => isEnveloped(value) || isHeader(value) || isWhole(value))
  },
  async *read(from, { zone }): AsyncGenerator<Entry> {
    const { head, source } = await readHead(from, { isEnough: ({ lines }) => lines.length > 0 })
    const session = createCodexSession(zone)
    const { keys } = head.shape
    const isOne = keys.has('items') && keys.has('session')
    for await (const read of isOne ? jsonOfEntries(source) : jsonOfLines(source)) {
      if (read.kind === 'problem') {
        yield read
        continue
      }
      const line = objectOf(read.value)
      if (line === undefined) {
        const problem = { reason: 'no event', detail: 'the line is no object' }
        yield { kind: 'problem', place: read.place, problem }
      } else if (isWhole(line)) {
        yield* session.read(objectOf(line['session']) ?? {}, read.place)
        for (const item of arrayOf(line['items'])) yield* session.read(objectOf(item) ?? {}, read.place)
      } else yield* session.read(line, read.place)
    }
  },
}

function isEnveloped(value: unknown): boolean {
  const line = objectOf(value)
  return ENVELOPES.has(textOf(line?.['type']) ?? '') && objectOf(line?.['payload']) !== undefined
}

/** What stands before bare items. */
function isHeader(value: unknown): boolean {
  const line = objectOf(value)
  return (
    line !== undefined &&
    textOf(line['id']) !== undefined &&
    textOf(line['timestamp']) !== undefined &&
    'instructions' in line &&
    line['type'] === undefined
  )
}

function isWhole(value: unknown): boolean {
  const line = objectOf(value)
  return Array.isArray(line?.['items']) && isHeader(line?.['session'])
}

const ENVELOPES: ReadonlySet<string> = new Set([
  'session_meta',
  'response_item',
  'event_msg',
  'turn_context',
  'compacted',
])
