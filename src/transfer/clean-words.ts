import { createHash } from 'node:crypto'
import type { EventData } from '../task/event.js'
import { redact } from '../text/redact.js'

type Words = Pick<EventData, 'path' | 'tool' | 'callId' | 'sidechain' | 'key'>

/**
 * What stands beside the text of an event without secrets. Names and paths are masked; what others are compared with, an id
 * or a key, becomes the hash of itself, so that those that belong together still do, and an event is known again.
 */
export function cleanWords<W extends Words>(words: W): { readonly words: W; readonly masked: number } {
  let masked = 0
  const cleaned: Partial<Record<keyof Words, string>> = {}
  for (const name of NAMES) {
    const word = words[name]
    if (word === undefined) continue
    const { text, masked: found } = redact(word)
    if (found === 0) continue
    masked += found
    cleaned[name] = name === 'path' || name === 'tool' ? text : hashOf(word)
  }
  return { words: masked === 0 ? words : { ...words, ...cleaned }, masked }
}

/** Of what must be known again and not be read: 128 bits, as hexadecimal digits. */
export function hashOf(word: string): string {
  return createHash('sha256').update(word, 'utf8').digest('hex').substring(0, 32) // slice-ok: ASCII
}

const NAMES = ['path', 'tool', 'callId', 'sidechain', 'key'] as const
