import { clip } from '../../text/clip.js'

/**
 * What a text seems to be, by how it begins. Only its first 4,096 characters are looked at, so what it answers is a
 * guess: nothing is decided by it.
 */
export function guessMediaType(text: string): string {
  const head = clip(text, LOOKED_AT_CHARS).trimStart()
  const first = head.charAt(0)
  if (first === '{' || first === '[') return jsonType(head)
  if (first === '<') {
    if (/^<(?:!doctype html|html|head|body)\b/i.test(head)) return 'text/html'
    if (/^<svg\b/i.test(head)) return 'image/svg+xml'
    return /^<(?:\?xml|[A-Za-z])/.test(head) ? 'application/xml' : 'text/plain'
  }
  if (/^(?:diff --git |--- \S|Index: \S|@@ -\d)/m.test(clip(head, LINES_LOOKED_AT_CHARS)))
    return 'text/x-diff'
  if (/^(?:# |## |---\n)/.test(head)) return 'text/markdown'
  return isTable(head) ? 'text/csv' : 'text/plain'
}

const LOOKED_AT_CHARS = 4_096
const LINES_LOOKED_AT_CHARS = 1_024

/** One value a line is a format of its own. A log line may begin with a bracket too. */
function jsonType(head: string): string {
  const [first = '', second = ''] = head.split('\n', 2)
  if (isJson(first.trim()) && /^\s*[[{]/.test(second)) return 'application/x-ndjson'
  return /^(?:\{\s*["}]|\[\s*[\]["{]|\[\s*-?\d+(?:\.\d+)?\s*[,\]]|\[\s*(?:true|false|null)\b)/.test(head)
    ? 'application/json'
    : 'text/plain'
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line)
    return true
  } catch (error) {
    if (error instanceof SyntaxError) return false
    throw error
  }
}

/** Three lines with the same number of commas, two at least. */
function isTable(head: string): boolean {
  const counts = head
    .split('\n', 4)
    .slice(0, 3)
    .map((line) => line.split(',').length)
  return counts.length === 3 && (counts[0] ?? 0) > 2 && counts.every((count) => count === counts[0])
}

/** A caller's media type without its parameters, in lower case; undefined where it can be none. */
export function plainMediaType(given: string): string | undefined {
  const [type = ''] = given.split(';', 1)
  const plain = type.trim().toLowerCase()
  return isMediaType(plain) ? plain : undefined
}

/** Whether a caller's media type can be one. */
export function isMediaType(text: string): boolean {
  return text.length <= 100 && /^[a-z]+\/[a-z0-9][a-z0-9.+-]*$/i.test(text)
}
