import { createHash } from 'node:crypto'
import { clip } from '../../text/clip.js'
import { asOneLine } from '../../text/one-line.js'
import { wellFormed } from '../../text/well-formed.js'

/** What a store has under a key: a record of the type `reference`. */
export interface StoreEntry {
  readonly namespace: readonly string[]
  readonly key: string
  readonly value: Readonly<Record<string, unknown>>
  /** False: it is not found by what it says. */
  readonly isIndexed: boolean
  /** Tells it from an entry of the same key and value that was deleted; absent where what was forgotten stays so. */
  readonly made?: string | undefined
}

/** What the record of an entry says. Throws `TypeError` for a value that is no JSON object. */
export function recordOfEntry(entry: StoreEntry) {
  const { namespace, key, value, isIndexed, made } = entry
  const texts = textsIn(value)
  const json = JSON.stringify({
    langgraph: {
      namespace,
      key,
      ...(isIndexed ? {} : { index: false }),
      ...(made === undefined ? {} : { made }),
    },
    value,
  })
  // Inside JSON a line break would hide the word behind it from a search.
  const lead = texts.some((text) => BREAKS.test(text)) ? `${texts.join('\n')}\n\n` : ''
  return {
    name: nameOfEntry(namespace, key),
    description: clip(asOneLine(wellFormed(texts.join(' '))).trim(), DESCRIPTION_CHARS).trim() || 'no words',
    body: lead + json,
  }
}

/** What the record of a key is called: what a person can read of it, and what no other key has. */
export function nameOfEntry(namespace: readonly string[], key: string): string {
  const path = asOneLine(wellFormed([...namespace, key].join('/')))
  return `${clip(path, PATH_CHARS).trim()} #${hashOf(namespace, key)}`.trim()
}

/** Whether a record of this name can be an entry. */
export function isEntryName(name: string): boolean {
  return /#[0-9a-f]{32}$/.test(name)
}

/** The entry that a record is; undefined for one that is none, whatever it is called. */
export function entryOf(name: string, body: string): StoreEntry | undefined {
  const line = body.substring(body.lastIndexOf('\n') + 1) // slice-ok: behind a line break
  if (!isEntryName(name) || !line.startsWith('{"langgraph":')) return undefined
  try {
    const { langgraph, value } = JSON.parse(line) as Kept
    const { namespace, key, index, made } = langgraph
    if (!name.endsWith(hashOf(namespace, key)) || !isObject(value)) return undefined
    return { namespace, key, value, isIndexed: index !== false, made }
  } catch {
    // A person has changed the file: it is a record still, and an entry no more.
    return undefined
  }
}

interface Kept {
  readonly langgraph: {
    readonly namespace: readonly string[]
    readonly key: string
    readonly index?: false
    readonly made?: string
  }
  readonly value: unknown
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function hashOf(namespace: readonly string[], key: string): string {
  return createHash('sha256')
    .update(JSON.stringify([namespace, key]))
    .digest('hex')
    .substring(0, 32) // slice-ok: ASCII
}

/** The texts in a value, in their order. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsIn)
}

const BREAKS = /[\n\r\t]/
const DESCRIPTION_CHARS = 300
const PATH_CHARS = 80
