import type { Memory } from '../engine.js'
import { MemoryError } from '../errors.js'
import { quoteInline, quoteLines } from '../text/quote.js'
import { TEXT_BUDGET_CHARS } from '../tools/bound-output.js'
import { DATA_NOTE } from '../tools/render-output.js'

/**
 * A page of a large output, by its lines. Undefined alike for what is no such address, for an absent id, for another user's,
 * and for a place behind its end.
 */
export async function artifactPage(memory: Memory, uri: string): Promise<string | undefined> {
  const [, id, name, place] = ADDRESS.exec(uri) ?? []
  if (id === undefined) return undefined
  const from = place === undefined ? {} : { [name === 'fromChar' ? 'fromChar' : 'from']: Number(place) }
  try {
    const page = await memory.artifactRead({ id, ...from, maxChars: TEXT_BUDGET_CHARS })
    const { tool, mediaType, line, lastLine, lines, chars, next } = page
    const facts = [
      `artifact ${id}`,
      ...(tool === null ? [] : [`output of ${quoteInline(tool)}`]),
      mediaType,
      `lines ${line} to ${lastLine} of ${lines}`,
      `${chars} characters`,
    ]
    return [DATA_NOTE, facts.join(' · '), quoteLines(page.text), ...onward(id, next), ''].join('\n')
  } catch (error) {
    if (error instanceof MemoryError && (error.code === 'not_found' || error.code === 'invalid_input'))
      return undefined
    throw error
  }
}

const ADDRESS = /^recollect:\/\/artifact\/([0-9a-f-]{36})(?:\?(from|fromChar)=(\d{1,9}))?$/i

interface Next {
  readonly from?: number | undefined
  readonly fromChar?: number | undefined
}

function onward(id: string, next: Next | null): string[] {
  if (next === null) return []
  const place = next.from === undefined ? `fromChar=${next.fromChar}` : `from=${next.from}`
  return [`(to read on: recollect://artifact/${id}?${place})`]
}
