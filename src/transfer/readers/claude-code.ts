import { type ClaudeLine, createClaudeSession } from '../claude-code/session.js'
import type { Entry } from '../entry.js'
import { objectOf, textOf } from '../json-field.js'
import { jsonOfLines } from '../json-values.js'
import { createParentOrder } from '../parent-order.js'
import type { Reader } from '../reader.js'

/**
 * A session of Claude Code: ~/.claude/projects/<project>/<session>.jsonl, an event a line, those of sub-agents in the same
 * file or in files of their own. What the user and the assistant said become turns; what the agent did, events beside them.
 */
export const claudeCode: Reader = {
  name: 'claude-code',
  title: 'a session of Claude Code: JSON lines with sessionId, uuid and type',
  isUnattended: true,
  isHooked: true,
  recognises({ json, shape }) {
    if (shape.begins === 'array') return false
    const { keys } = shape
    // A first line longer than what was looked at is judged by its keys.
    if (json.length === 0) return keys.has('sessionId') && (keys.has('parentUuid') || keys.has('type'))
    return json.some((value) => {
      const event = objectOf(value)
      if (typeof event?.['type'] !== 'string') return false
      if (typeof event['sessionId'] === 'string' || typeof event['leafUuid'] === 'string') return true
      return event['type'] === 'file-history-snapshot' && typeof event['messageId'] === 'string'
    })
  },
  async *read(source, { zone }): AsyncGenerator<Entry> {
    const order = createParentOrder<ClaudeLine>()
    const session = createClaudeSession(zone, order.hasCome)
    for await (const read of jsonOfLines(source)) {
      if (read.kind === 'problem') {
        yield read
        continue
      }
      const event = objectOf(read.value)
      const type = textOf(event?.['type'])
      if (event === undefined || type === undefined) {
        const problem = { reason: 'no event', detail: 'the line has no type' }
        yield { kind: 'problem', place: read.place, problem }
        continue
      }
      const line: ClaudeLine = {
        type,
        event,
        place: read.place,
        id: textOf(event['uuid']),
        parent: textOf(event['parentUuid']),
      }
      for (const ready of order.push(line)) yield* session.read(ready)
    }
    for (const ready of order.flush()) yield* session.read(ready)
    yield* session.end()
  },
}
