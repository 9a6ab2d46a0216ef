import type { Span } from '../../text/span.js'

/** What one says in a dialogue. */
export interface Turn {
  /** The name in front; of several the first. */
  readonly name: Span
  readonly span: Span
}

/** More turns are not read, so that who else takes part can be looked up for each. */
const TURNS_MAX = 500

/** The lines of a dialogue, `Name: what they say`; a line without a name goes on with the one above. */
export function turnsOf(text: string, limit: number): Turn[] {
  const turns: Turn[] = []
  for (let start = 0; start < limit && turns.length < TURNS_MAX; ) {
    const found = text.indexOf('\n', start)
    const end = found < 0 || found > limit ? limit : found
    label.lastIndex = start
    const match = label.exec(text)
    const name = match?.groups?.['name']
    const isLabelled = match !== null && name !== undefined && label.lastIndex <= end
    if (isLabelled) turns.push({ name: [start, start + name.length], span: [label.lastIndex, end] })
    else {
      const last = turns.pop()
      if (last !== undefined) turns.push({ ...last, span: [last.span[0], end] })
    }
    start = end + 1
  }
  return turns
}

const label = /(?<name>[^:：,，\n]{1,40})(?:[,，][^:：\n]{1,80})?[:：][ \t]{0,8}/y
