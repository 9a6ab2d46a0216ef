import { MemoryError } from '../errors.js'
import { clip } from '../text/clip.js'
import { isArchive } from './archive/format.js'
import type { Head } from './head.js'
import { formOfMemories } from './memories/read-memories.js'
import type { Reader } from './reader.js'
import { aiSdk } from './readers/ai-sdk.js'
import { chatText } from './readers/chat-text.js'
import { chatgpt } from './readers/chatgpt.js'
import { claudeAi } from './readers/claude-ai.js'
import { claudeCode } from './readers/claude-code.js'
import { codex } from './readers/codex.js'
import { discord } from './readers/discord.js'
import { jsonLines } from './readers/json-lines.js'
import { markdownNote } from './readers/markdown-note.js'
import { messages } from './readers/messages.js'
import { slack } from './readers/slack.js'
import { telegram } from './readers/telegram.js'

/** Every format, in the order in which they are tried: what is marked best comes first. */
export const formats: readonly Reader[] = [
  claudeCode,
  codex,
  chatgpt,
  claudeAi,
  aiSdk,
  slack,
  telegram,
  discord,
  jsonLines,
  messages,
  chatText,
  markdownNote,
]

export const formatNames = [
  'json-lines',
  'claude-code',
  'codex',
  'chatgpt',
  'claude-ai',
  'ai-sdk',
  'messages',
  'slack',
  'telegram',
  'discord',
  'chat-text',
  'note',
] as const

export type FormatName = (typeof formatNames)[number]

/** The reader for a source, by its content; undefined when it is none of the formats. */
export function recognise(head: Head): Reader | undefined {
  // It is more than messages, and has an operation of its own.
  if (isArchive(head.text)) return undefined
  return formats.find((format) => format.recognises(head))
}

/** Whether more of the source would not change it: what kind of messages they are, the first of them tells. */
export function isRecognised(head: Head): boolean {
  const reader = recognise(head)
  return reader !== undefined && (reader !== messages || /"(?:content|parts)"\s{0,20}:/.test(head.text))
}

export function formatNamed(name: FormatName): Reader {
  const found = formats.find((format) => format.name === name)
  if (found === undefined) throw new RangeError(`formatNamed: no format is called ${name}`)
  return found
}

/** Says what was seen instead of a format. */
export function notRecognised(head: Head): MemoryError {
  const { seen, hint } = describe(head)
  return new MemoryError('invalid_input', `not a format that can be imported: ${seen}`, hint ?? formatsHint())
}

function describe(head: Head): { readonly seen: string; readonly hint?: string } {
  const { bytes, text, shape } = head
  const starts = (magic: string) => bytes.subarray(0, magic.length).toString('latin1') === magic
  if (starts('PK\u0003\u0004') || starts('PK\u0005\u0006')) {
    return {
      seen: 'it is a zip',
      hint: 'recollect import FILE.zip reads it in a terminal; here, give one of its files',
    }
  }
  if (isArchive(text)) {
    return {
      seen: 'it is an archive of a whole store',
      hint: 'in a terminal: recollect import FILE; in a call: importArchive, as administrator',
    }
  }
  if (starts('SQLite format 3\u0000')) {
    return { seen: 'it is an SQLite database', hint: 'a backup is brought back with: recollect restore FILE' }
  }
  if (starts('\u00ff\u00fe') || starts('\u00fe\u00ff')) {
    return { seen: 'it is UTF-16 text', hint: 'convert it first: iconv -f UTF-16 -t UTF-8 FILE > NEW' }
  }
  if (bytes.includes(0)) return { seen: 'it is binary' }
  const memories = formOfMemories(head)
  // Of texts in JSON it is not known what they are.
  if (memories !== undefined && memories.name !== 'memories') {
    return {
      seen: `it is ${memories.title}`,
      hint: 'its memories become records: recollect record-import FILE; in a call: recordImport',
    }
  }
  if (shape.begins !== 'other') {
    const keys = [...shape.keys].filter((_, index) => index < 8).map((key) => clip(key, 40))
    const kind = shape.begins === 'array' ? 'a JSON array' : 'JSON'
    return { seen: keys.length === 0 ? kind : `${kind} with ${keys.join(', ')}` }
  }
  return { seen: `text that begins "${clip(text.trim().split('\n')[0] ?? '', 60)}"` }
}

function formatsHint(): string {
  return [
    'it reads:',
    ...formats.map(({ name, title }) => `  ${name.padEnd(12)} ${title}`),
    '--format NAME forces one',
  ].join('\n')
}
