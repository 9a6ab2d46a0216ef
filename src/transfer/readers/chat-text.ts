import { clip } from '../../text/clip.js'
import { fold } from '../../text/fold.js'
import { type ChatLine, type ChatStyle, chatStyleOf, dateOrderOf, roleNamed } from '../chat-style.js'
import type { Entry, Place } from '../entry.js'
import { type Head, readHead } from '../head.js'
import { MAX_LINE_BYTES } from '../json-values.js'
import { lines } from '../lines.js'
import type { Reader } from '../reader.js'
import { readTime } from '../time-field.js'

/** A chat as text, as WhatsApp and others export it; lines that begin no message go on with the one before. */
export const chatText: Reader = {
  name: 'chat-text',
  title: 'a chat as text: "Name: text", "[2026-03-01 10:15] Name: text", or as WhatsApp exports it',
  roles: 'either',
  recognises: ({ lines: rows, shape }) => shape.begins !== 'object' && chatStyleOf(rows).isSure,
  async *read(from, { zone, me, dayFirst: wish }): AsyncGenerator<Entry> {
    const { head, source } = await readHead(from, { maxBytes: LOOK_BYTES })
    const style = chatStyleOf(head.lines)
    const order = dateOrderOf(timesOf(head, style))
    const dayFirst = wish ?? order?.dayFirst ?? false
    if (wish === undefined && order?.isSettled === false)
      yield { kind: 'remark', text: assumed(order.dayFirst) }
    const context = { zone, dayFirst, me: me === undefined ? undefined : fold(me.trim()) }
    let open: OpenMessage | undefined
    for await (const { number, text, problem } of lines(source, MAX_LINE_BYTES)) {
      const place = { line: number }
      if (text === undefined) {
        yield { kind: 'problem', place, problem: { reason: 'the line', detail: problem ?? 'cannot be read' } }
        continue
      }
      const line = text.replace(/\r$/, '')
      const begun = style.read(line)
      if (begun !== undefined) {
        if (open !== undefined) yield close(open, context)
        open = { place, begun, texts: [begun.text], chars: begun.text.length }
      } else if (open === undefined) {
        if (line.trim() !== '') yield { kind: 'left out', reason: 'not a message: text before the first one' }
      } else if (open.chars <= MESSAGE_MAX_CHARS) {
        // Past the limit the message is refused anyway, and is not held.
        open.texts.push(line)
        open.chars += line.length + 1
      }
    }
    if (open !== undefined) yield close(open, context)
  },
}

interface OpenMessage {
  readonly place: Place
  readonly begun: ChatLine
  readonly texts: string[]
  chars: number
}

interface Context {
  readonly zone: string
  readonly dayFirst: boolean
  readonly me: string | undefined
}

function close({ place, begun, texts }: OpenMessage, { zone, dayFirst, me }: Context): Entry {
  const { speaker, time } = begun
  if (speaker === undefined) return { kind: 'left out', reason: 'not a message: notice of the app' }
  const content = withoutLastBreaks(texts.join('\n'))
  const plain = content.replace(/[\u200e\u200f]/g, '').trim()
  if (plain === '') return { kind: 'left out', reason: 'not a message: no text' }
  if (MEDIA.test(plain)) return { kind: 'left out', reason: 'not a message: picture, sound or file' }
  if (DELETED.test(plain)) return { kind: 'left out', reason: 'not a message: deleted in the chat' }
  const isMe = me !== undefined && fold(speaker) === me
  const named = roleNamed(speaker)
  if (named === 'system' && !isMe) return { kind: 'left out', reason: 'not memory: system prompt' }
  const read = readTime(time, zone, dayFirst)
  if (!read.ok) return { kind: 'problem', place, problem: read.problem }
  return {
    kind: 'message',
    place,
    message: {
      // Everyone in a chat is a person of their own: only the user's own words may count as the user's.
      role: isMe ? 'user' : (named ?? 'contact'),
      content,
      at: read.at,
      speaker: named === undefined || isMe ? speaker : null,
      session: null,
      channel: null,
      id: null,
    },
  }
}

/** Not by a pattern: one that is anchored at the end only would look at every run of breaks again and again. */
function withoutLastBreaks(text: string): string {
  let end = text.length
  while (end > 0 && text.charAt(end - 1) === '\n') end -= 1
  return clip(text, end)
}

function* timesOf({ text }: Head, style: ChatStyle): Generator<string> {
  for (const line of text.split('\n')) {
    const time = style.read(line)?.time
    if (time !== undefined) yield time
  }
}

function assumed(dayFirst: boolean): string {
  const [order, example, other] = dayFirst
    ? ['day first', '8/5 as 8 May', '--month-first']
    : ['month first', '8/5 as 5 August', '--day-first']
  return `dates were read with the ${order}, ${example}: no date of the file settles it; if that is wrong, ${other}`
}

const MEDIA =
  /^(?:<[^<>\n]{0,80}(?:omitted|attached)[^<>\n]{0,200}>|(?:image|video|audio|sticker|gif|document|contact card) omitted)$/i
const DELETED = /^(?:this message was deleted|you deleted this message)\.?$/i

const LOOK_BYTES = 1024 * 1024
// As much as one item holds.
const MESSAGE_MAX_CHARS = 1_000_000
