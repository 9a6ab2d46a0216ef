import { clip } from '../../text/clip.js'
import { readCsv } from '../csv-rows.js'
import type { Entry, Place } from '../entry.js'
import { objectOf } from '../json-field.js'
import { jsonOfEntries } from '../json-values.js'
import { readTime } from '../time-field.js'

interface PackageOptions {
  readonly zone: string
  /** The channel, which the file does not name. */
  readonly session: string
  readonly isCsv: boolean
}

/** One channel of the data package: what the user wrote there, and nobody's answers. */
export async function* readPackageMessages(
  source: AsyncIterable<Uint8Array>,
  { zone, session, isCsv }: PackageOptions,
): AsyncGenerator<Entry> {
  const where = { zone, session }
  if (isCsv) {
    for await (const read of readCsv(source)) {
      const [id, at, contents] = ['ID', 'Timestamp', 'Contents'].map((name) =>
        read.kind === 'row' ? read.fields.get(name) : undefined,
      )
      yield read.kind === 'problem' ? read : messageOf({ id, at, contents }, read.place, where)
    }
    return
  }
  for await (const read of jsonOfEntries(source)) {
    if (read.kind === 'problem') {
      yield read
      continue
    }
    const fields = objectOf(read.value)
    const told = { id: fields?.['ID'], at: fields?.['Timestamp'], contents: fields?.['Contents'] }
    yield messageOf(told, read.place, where)
  }
}

interface Told {
  readonly id: unknown
  readonly at: unknown
  readonly contents: unknown
}

function messageOf(
  { id, at, contents }: Told,
  place: Place,
  { zone, session }: Pick<PackageOptions, 'zone' | 'session'>,
): Entry {
  if (typeof contents !== 'string') {
    return { kind: 'problem', place, problem: { reason: 'no message', detail: 'the entry has no Contents' } }
  }
  if (contents.trim() === '') return { kind: 'left out', reason: 'not a message: no text' }
  const time = readTime(at, zone)
  if (!time.ok) return { kind: 'problem', place, problem: time.problem }
  const isId = typeof id === 'string' || typeof id === 'number'
  return {
    kind: 'message',
    place,
    message: {
      role: 'user',
      content: contents,
      at: time.at,
      speaker: null,
      session: clip(session, 200),
      channel: 'discord',
      id: isId ? clip(String(id), 200) : null,
    },
  }
}
