import { clip } from '../../text/clip.js'
import { type JsonObject, objectOf, textOf } from '../json-field.js'

/** What Claude Code attached to a prompt. */
export type Attachment =
  /** Typed while the agent was at work. */
  | { readonly kind: 'prompt'; readonly text: string }
  | { readonly kind: 'file'; readonly path: string; readonly text: string }
  | { readonly kind: 'left out'; readonly reason: string }

export function readAttachment(attachment: JsonObject | undefined): Attachment {
  const type = textOf(attachment?.['type'])
  if (attachment === undefined || type === undefined) return { kind: 'left out', reason: 'attachment' }
  if (type === 'queued_command') return readQueued(attachment)
  const file = objectOf(objectOf(attachment['content'])?.['file'])
  const path =
    textOf(attachment['filename']) ??
    textOf(attachment['filePath']) ??
    textOf(attachment['planFilePath']) ??
    textOf(file?.['filePath'])
  const text = textOf(file?.['content']) ?? textOf(attachment['snippet']) ?? textOf(attachment['planContent'])
  if (FILES.has(type) && path !== undefined && text !== undefined)
    return { kind: 'file', path: clip(path, PATH_CHARS), text }
  return { kind: 'left out', reason: FILES.has(type) ? 'file without text' : 'context of the program' }
}

function readQueued(attachment: JsonObject): Attachment {
  const origin = textOf(objectOf(attachment['origin'])?.['kind']) ?? 'human'
  const mode = textOf(attachment['commandMode']) ?? 'prompt'
  const text = textOf(attachment['prompt'])
  return origin === 'human' && mode === 'prompt' && text !== undefined
    ? { kind: 'prompt', text }
    : { kind: 'left out', reason: 'command or note of the program' }
}

const FILES: ReadonlySet<string> = new Set(['file', 'edited_text_file', 'plan_file_reference'])
const PATH_CHARS = 1_000
