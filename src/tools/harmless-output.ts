import { withoutMarks } from '../text/fence.js'

/**
 * An answer in which no text that is told writes the marks of our own blocks. A whole block at the top of an answer, a
 * summary say, an operation made itself: it stays one.
 */
export function harmlessOutput(output: unknown): unknown {
  if (typeof output !== 'object' || output === null || Array.isArray(output)) return harmless(output)
  // Beside a text that is told stands who said it, or where in an output it is.
  const isTold = 'trust' in output || 'lastLine' in output
  return Object.fromEntries(
    Object.entries(output).map(([name, value]) => [
      name,
      !isTold && isBlock(name, value) ? value : harmless(value),
    ]),
  )
}

function isBlock(name: string, value: unknown): boolean {
  return BLOCKS.has(name) && typeof value === 'string' && BLOCK.test(value)
}

const BLOCKS: ReadonlySet<string> = new Set(['text', 'compact', 'block'])
const BLOCK = /^<recollect-memory kind="[a-z]{1,40}">.*<\/recollect-memory>$/s

function harmless(value: unknown): unknown {
  if (typeof value === 'string') return withoutMarks(value)
  if (Array.isArray(value)) return value.map(harmless)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, harmless(child)]))
}
