import { MAX_TEXT_CHARS } from '../items/add.js'
import { wellFormed } from '../text/well-formed.js'
import { ARTIFACT_MAX_BYTES, isLargeOutput, isShellTool } from './artifacts/large-output.js'
import type { EventDraft } from './event.js'

/** For what an event would be refused when it is prepared (./prepare-event.ts); undefined for one that can be kept. */
export function eventProblem({
  type,
  text,
  data,
  isApart = undefined,
  isShell = isShellTool(data.tool),
}: Pick<EventDraft, 'type' | 'text' | 'data' | 'isApart' | 'isShell'>): string | undefined {
  const isBlank = text.trim() === ''
  if (isApart === true && isBlank) return 'has an output of nothing'
  if (isBlank) return undefined
  if (isApart !== true && !isLargeOutput({ type, text, isShell }))
    return text.length > MAX_TEXT_CHARS ? `has a text of more than ${MAX_TEXT_CHARS} characters` : undefined
  return Buffer.byteLength(wellFormed(text), 'utf8') > ARTIFACT_MAX_BYTES
    ? `has an output of more than ${ARTIFACT_MAX_BYTES} bytes`
    : undefined
}
