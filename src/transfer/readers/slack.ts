import { clip } from '../../text/clip.js'
import type { Entry, Place } from '../entry.js'
import { arrayOf, type JsonObject, objectOf, textOf } from '../json-field.js'
import { jsonOfEntries } from '../json-values.js'
import type { Reader } from '../reader.js'
import { readMrkdwn, type SlackNames } from '../slack/mrkdwn.js'
import { speakerOf } from '../speaker-of.js'
import { readTime } from '../time-field.js'

/**
 * A day of a channel in a Slack export: <channel>/2026-03-01.json. Who is who stands in files beside it, and the channel in
 * the name of its folder. A thread is a session of its own, with the message that began it.
 */
export const slack: Reader = {
  name: 'slack',
  title: 'an export of Slack: the folder or zip with users.json and a folder of days for each channel',
  roles: 'aside',
  recognises: ({ text, shape: { begins, keys } }) =>
    begins === 'array' && keys.has('ts') && keys.has('type') && TIMESTAMP.test(text),
  async *read(source, { zone, me, people, session }): AsyncGenerator<Entry> {
    const team = teamOf(people)
    for await (const read of jsonOfEntries(source)) {
      if (read.kind === 'problem') yield read
      else yield* readOne(objectOf(read.value), read.place, { zone, me, people, session, team })
    }
  },
}

/** Whose export it is, where users.json says so: `#general` of another company is another session. */
function teamOf(people: SlackNames): string | undefined {
  const teams = [...people.keys()].filter((id) => TEAM.test(id))
  return teams.length === 1 ? teams[0] : undefined
}

const TEAM = /^T[A-Z\d]{1,20}$/

interface Context {
  readonly zone: string
  readonly me: string | undefined
  readonly people: SlackNames
  /** The channel. */
  readonly session: string
  readonly team: string | undefined
}

function* readOne(message: JsonObject | undefined, place: Place, context: Context): Generator<Entry> {
  const { me, people, session, team } = context
  const ts = textOf(message?.['ts'])
  if (message === undefined || ts === undefined) {
    yield { kind: 'problem', place, problem: { reason: 'no message', detail: 'the entry has no ts' } }
    return
  }
  const subtype = textOf(message['subtype'])
  if (message['type'] !== 'message' || (subtype !== undefined && !SPOKEN.has(subtype))) {
    yield { kind: 'left out', reason: 'not a message: notice of the app' }
    return
  }
  const files = arrayOf(message['files']).length
  for (let left = files; left > 0; left -= 1) yield { kind: 'left out', reason: 'part of a message: file' }
  const content = contentOf(message, people)
  if (content.trim() === '') {
    if (files === 0) yield { kind: 'left out', reason: 'not a message: no text' }
    return
  }
  const time = readTime(secondsOf(ts), context.zone)
  if (!time.ok) {
    yield { kind: 'problem', place, problem: time.problem }
    return
  }
  const user = textOf(message['user'])
  const profile = objectOf(message['user_profile'])
  const isBot = subtype === 'bot_message' || textOf(message['bot_id']) !== undefined
  const names = [
    ...(user === undefined ? [] : (people.get(user) ?? [])),
    ...(isBot ? [textOf(message['username']), textOf(objectOf(message['bot_profile'])?.['name'])] : []),
    textOf(profile?.['display_name']),
    textOf(profile?.['real_name']),
    user,
  ]
  yield {
    kind: 'message',
    place,
    message: {
      ...speakerOf(names, me, isBot),
      content,
      at: time.at,
      ...sessionOf(session, team, textOf(message['thread_ts'])),
      channel: 'slack',
      id: clip(ts, 200),
    },
  }
}

/** What bots say stands in attachments, often there alone. */
function contentOf(message: JsonObject, people: SlackNames): string {
  const attached = arrayOf(message['attachments']).flatMap((attachment) => {
    const fields = objectOf(attachment)
    // What is quoted from elsewhere, and previews of links, nobody said here.
    if (fields?.['is_msg_unfurl'] === true || textOf(fields?.['from_url']) !== undefined) return []
    return textOf(fields?.['text']) ?? textOf(fields?.['fallback']) ?? []
  })
  const parts = [textOf(message['text']) ?? '', ...attached]
  return parts
    .filter((part) => part !== '')
    .map((part) => readMrkdwn(part, people))
    .join('\n')
}

function sessionOf(
  channel: string,
  team: string | undefined,
  thread: string | undefined,
): { session: string; sessionKey: string } {
  const key = `slack ${team === undefined ? '' : `${team} `}${clip(channel, 200)}`
  if (thread === undefined) return { session: channel, sessionKey: key }
  const seconds = secondsOf(thread)
  const began = seconds === undefined ? thread : new Date(seconds * 1000).toISOString().substring(0, 16) // slice-ok: ASCII
  return {
    session: clip(`${channel}, thread of ${began.replace('T', ' ')}`, 300),
    sessionKey: clip(`${key} ${thread}`, 300),
  }
}

/** `1772360100.000200`: seconds since 1970, and a number that parts messages of one second. */
function secondsOf(ts: string): number | undefined {
  return /^\d{9,10}(?:\.\d{1,9})?$/.test(ts) ? Number(ts) : undefined
}

const SPOKEN: ReadonlySet<string> = new Set([
  'bot_message',
  'thread_broadcast',
  'me_message',
  'file_share',
  'file_comment',
])
const TIMESTAMP = /"ts"\s{0,20}:\s{0,20}"\d{9,10}\.\d{1,9}"/
