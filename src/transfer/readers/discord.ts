import { clip } from '../../text/clip.js'
import { readPackageMessages } from '../discord/read-package.js'
import type { Entry, Place } from '../entry.js'
import { readHead } from '../head.js'
import { arrayOf, type JsonObject, objectOf, textOf } from '../json-field.js'
import { jsonOfLists } from '../json-values.js'
import type { Reader } from '../reader.js'
import { speakerOf } from '../speaker-of.js'
import { readTime } from '../time-field.js'

/**
 * Messages of Discord: a channel as DiscordChatExporter writes it to JSON; or one of the data package that Discord sends,
 * which has the user's own messages alone (messages.json, formerly messages.csv).
 */
export const discord: Reader = {
  name: 'discord',
  title: 'a channel of Discord: JSON of DiscordChatExporter, or messages.json of the data package',
  roles: 'aside',
  recognises({ text, shape: { begins, keys } }) {
    if (begins === 'object') return keys.has('guild') && keys.has('channel')
    if (begins === 'array') return keys.has('ID') && keys.has('Timestamp') && keys.has('Contents')
    return text.startsWith(CSV_HEAD)
  },
  async *read(from, { zone, me, session }): AsyncGenerator<Entry> {
    const { head, source } = await readHead(from, { isEnough: ({ text }) => text.trim() !== '' })
    if (head.shape.begins !== 'object') {
      yield* readPackageMessages(source, { zone, session, isCsv: head.shape.begins === 'other' })
      return
    }
    for await (const read of jsonOfLists(source, 'messages')) {
      if (read.kind === 'problem') yield read
      else yield* readOne(objectOf(read.value), read.around, read.place, zone, me)
    }
  },
}

function* readOne(
  message: JsonObject | undefined,
  around: JsonObject,
  place: Place,
  zone: string,
  me: string | undefined,
): Generator<Entry> {
  const author = objectOf(message?.['author'])
  if (message === undefined || author === undefined) {
    yield { kind: 'problem', place, problem: { reason: 'no message', detail: 'the entry has no author' } }
    return
  }
  const type = textOf(message['type']) ?? 'Default'
  if (!SPOKEN.has(type)) {
    yield { kind: 'left out', reason: 'not a message: notice of the app' }
    return
  }
  const attached = arrayOf(message['attachments']).length + arrayOf(message['stickers']).length
  for (let left = attached; left > 0; left -= 1) yield { kind: 'left out', reason: 'part of a message: file' }
  const content = [
    message['content'],
    objectOf(message['forwardedMessage'])?.['content'],
    ...embedded(message),
  ]
    .flatMap((text) => textOf(text) ?? [])
    .join('\n')
  if (content === '') {
    if (attached === 0) yield { kind: 'left out', reason: 'not a message: no text' }
    return
  }
  const time = readTime(message['timestamp'], zone)
  if (!time.ok) {
    yield { kind: 'problem', place, problem: time.problem }
    return
  }
  const name = textOf(author['name'])
  const names = [textOf(author['nickname']), name, `${name}#${author['discriminator']}`, textOf(author['id'])]
  yield {
    kind: 'message',
    place,
    message: {
      ...speakerOf(names, me, author['isBot'] === true),
      content,
      at: time.at,
      ...sessionOf(around),
      channel: 'discord',
      id: clip(textOf(message['id']) ?? '', 200) || null,
    },
  }
}

/** What a bot says stands in its embeds; those of people are previews of links. */
function embedded(message: JsonObject): unknown[] {
  if (objectOf(message['author'])?.['isBot'] !== true) return []
  return arrayOf(message['embeds']).flatMap((embed) => {
    const fields = objectOf(embed)
    return [fields?.['title'], fields?.['description']]
  })
}

function sessionOf(around: JsonObject): { session: string | null; sessionKey?: string } {
  const channel = objectOf(around['channel'])
  const guild = textOf(objectOf(around['guild'])?.['name'])
  const id = textOf(channel?.['id'])
  const name = textOf(channel?.['name']) ?? id
  // Conversations of two are no part of a server, and are said to be in one of this name.
  const isDirect = guild === undefined || guild === 'Direct Messages'
  const called = name === undefined || isDirect ? name : `${guild} #${name}`
  return {
    session: called === undefined ? null : clip(called, 200),
    ...(id === undefined ? {} : { sessionKey: `discord ${clip(id, 100)}` }),
  }
}

const SPOKEN: ReadonlySet<string> = new Set(['Default', 'Reply', 'ApplicationCommand', '0', '19', '20'])
const CSV_HEAD = 'ID,Timestamp,Contents'
