import { clip } from '../../text/clip.js'
import type { Entry, Place } from '../entry.js'
import { arrayOf, type JsonObject, objectOf, textOf } from '../json-field.js'
import { jsonOfLists } from '../json-values.js'
import type { Reader } from '../reader.js'
import { speakerOf } from '../speaker-of.js'
import { readTime } from '../time-field.js'

/** result.json of Telegram Desktop: one chat, or all of them under `chats`. */
export const telegram: Reader = {
  name: 'telegram',
  title: 'an export of Telegram Desktop as JSON: result.json, of one chat or of all',
  roles: 'aside',
  recognises({ text, shape: { begins, keys } }) {
    if (begins !== 'object') return false
    if (keys.has('chats') || (keys.has('personal_information') && keys.has('about'))) return ALL.test(text)
    return keys.has('messages') && keys.has('type') && keys.has('id') && TYPES.test(text)
  },
  async *read(source, { zone, me }): AsyncGenerator<Entry> {
    for await (const read of jsonOfLists(source, 'messages')) {
      if (read.kind === 'problem') yield read
      else yield* readOne(objectOf(read.value), read.around, read.place, { zone, me })
    }
  },
}

interface Context {
  readonly zone: string
  readonly me: string | undefined
}

function* readOne(
  message: JsonObject | undefined,
  chat: JsonObject,
  place: Place,
  { zone, me }: Context,
): Generator<Entry> {
  const type = textOf(message?.['type'])
  if (message === undefined || type === undefined) {
    yield { kind: 'problem', place, problem: { reason: 'no message', detail: 'the entry has no type' } }
    return
  }
  if (type !== 'message') {
    yield { kind: 'left out', reason: 'not a message: notice of the app' }
    return
  }
  for (const media of MEDIA.filter((name) => message[name] !== undefined))
    yield { kind: 'left out', reason: `part of a message: ${media === 'photo' ? 'image' : 'file'}` }
  const content = textIn(message['text']) || textIn(message['text_entities'])
  if (content.trim() === '') {
    if (!MEDIA.some((name) => message[name] !== undefined)) {
      yield { kind: 'left out', reason: 'not a message: no text' }
    }
    return
  }
  // Seconds since 1970 where the export has them: the date itself names no zone.
  const seconds = Number(textOf(message['date_unixtime']) ?? Number.NaN)
  const time = readTime(Number.isFinite(seconds) ? seconds : message['date'], zone)
  if (!time.ok) {
    yield { kind: 'problem', place, problem: time.problem }
    return
  }
  const { id } = message
  const speaker = speakerOf([textOf(message['from']), textOf(message['from_id'])], me)
  yield {
    kind: 'message',
    place,
    message: {
      ...speaker,
      content,
      at: time.at,
      ...sessionOf(chat),
      channel: 'telegram',
      id: typeof id === 'number' ? String(id) : (clipped(id) ?? null),
    },
  }
}

/** A text, or its parts: plain ones and links, bold words and the like. */
function textIn(text: unknown): string {
  if (typeof text === 'string') return text
  return arrayOf(text)
    .map((part) => {
      if (typeof part === 'string') return part
      const fields = objectOf(part)
      const shown = typeof fields?.['text'] === 'string' ? fields['text'] : ''
      const link = fields?.['type'] === 'text_link' ? textOf(fields['href']) : undefined
      return link === undefined ? shown : `${shown} (${link})`
    })
    .join('')
}

/** A chat is called by its name and known by its id; names change. */
function sessionOf(chat: JsonObject): { session: string | null; sessionKey?: string } {
  const { id } = chat
  const key = typeof id === 'number' ? String(id) : clipped(id)
  const name = clipped(chat['name']) ?? (chat['type'] === 'saved_messages' ? 'Saved messages' : key)
  return {
    session: name ?? null,
    ...(key === undefined ? {} : { sessionKey: `telegram ${key}` }),
  }
}

function clipped(value: unknown): string | undefined {
  const text = textOf(value)
  return text === undefined ? undefined : clip(text, 200)
}

const MEDIA = ['photo', 'file', 'contact_information', 'location_information', 'poll'] as const
const TYPES =
  /"type"\s{0,20}:\s{0,20}"(?:personal_chat|bot_chat|saved_messages|replies|private_group|private_supergroup|public_supergroup|private_channel|public_channel)"/
const ALL = /"(?:chats|personal_information)"\s{0,20}:\s{0,20}\{/
