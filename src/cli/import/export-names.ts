import { posix } from 'node:path'
import { addAbortSignal } from 'node:stream'
import { arrayOf, objectOf, textOf } from '../../transfer/json-field.js'
import { jsonOfEntries } from '../../transfer/json-values.js'
import type { ImportSource } from './import-source.js'

/** What exports tell of their files in other files: who is who, and how a channel is called. */
export interface ExportNames {
  /** As the operation takes them. */
  readonly people: { id: string; names: string[] }[]
  /** How the channel of a file is called, where it is one of an export. */
  channelOf(source: ImportSource): string | undefined
  /** Whether a file holds names alone. */
  isNames(source: ImportSource): boolean
}

/**
 * Reads users.json and the lists of channels of Slack exports, and messages/index.json of the data package of Discord. A
 * file that cannot be read, or is something else, gives no names.
 */
export async function readExportNames(
  sources: readonly ImportSource[],
  signal: AbortSignal,
): Promise<ExportNames> {
  const days = new Set(sources.flatMap(({ name }) => (SLACK_DAY.test(name) ? [dirname(dirname(name))] : [])))
  const channels = new Set(
    sources.flatMap(({ name }) => (PACKAGE.test(name) ? [dirname(dirname(name))] : [])),
  )
  const isSlack = ({ name }: ImportSource) => SLACK_NAMES.has(basename(name)) && days.has(dirname(name))
  const isIndex = ({ name }: ImportSource) => basename(name) === 'index.json' && channels.has(dirname(name))
  const isChannel = ({ name }: ImportSource) =>
    basename(name) === 'channel.json' && channels.has(dirname(dirname(name)))

  const people = new Map<string, string[]>()
  const called = new Map<string, string>()
  const direct: (readonly [id: string, members: readonly unknown[]])[] = []
  for (const source of sources) {
    if (isSlack(source)) {
      for await (const value of valuesOf(source, signal)) {
        const fields = objectOf(value)
        const id = textOf(fields?.['id'])
        if (id === undefined || people.size >= PEOPLE_MAX) continue
        const profile = objectOf(fields?.['profile'])
        const names = [
          profile?.['display_name'],
          profile?.['real_name'],
          fields?.['real_name'],
          fields?.['name'],
        ]
          .flatMap((name) => textOf(name)?.trim() ?? [])
          .filter((name) => name.length <= NAME_MAX)
        if (names.length > 0) people.set(id, [...new Set(names)])
        // By it the channels of one company are known from those of another.
        const team = textOf(fields?.['team_id'])
        if (team !== undefined && team.length <= NAME_MAX) people.set(team, [team])
        if (basename(source.name) === 'dms.json') direct.push([id, arrayOf(fields?.['members'])])
      }
    } else if (isIndex(source)) {
      for await (const value of valuesOf(source, signal)) {
        for (const [id, name] of Object.entries(objectOf(value) ?? {})) {
          const text = textOf(name)
          if (text !== undefined) called.set(id, text)
        }
      }
    }
  }
  // A conversation of two is called by who is in it.
  for (const [id, members] of direct) {
    called.set(id, members.map((member) => people.get(String(member))?.[0] ?? String(member)).join(', '))
  }
  return {
    people: [...people].map(([id, names]) => ({ id, names })),
    channelOf({ name }) {
      const folder = basename(dirname(name))
      if (SLACK_DAY.test(name))
        return days.has(dirname(dirname(name))) ? (called.get(folder) ?? folder) : undefined
      return PACKAGE.test(name) ? (called.get(folder.replace(/^c/, '')) ?? folder) : undefined
    },
    isNames: (source) => isSlack(source) || isIndex(source) || isChannel(source),
  }
}

async function* valuesOf(source: ImportSource, signal: AbortSignal): AsyncGenerator<unknown> {
  if ((source.bytes ?? 0) > NAMES_MAX_BYTES) return
  // That it cannot be read is told when it is its turn among the files.
  const stream = await source.open().catch(() => undefined)
  if (stream === undefined) return
  try {
    for await (const read of jsonOfEntries(addAbortSignal(signal, stream))) {
      if (read.kind === 'value') yield read.value
    }
  } finally {
    stream.destroy()
  }
}

// Names in a folder or zip are parted by slashes on every system.
const { basename, dirname } = posix

const SLACK_DAY = /\/\d{4}-\d{2}-\d{2}\.json$/
const SLACK_NAMES: ReadonlySet<string> = new Set([
  'users.json',
  'org_users.json',
  'channels.json',
  'groups.json',
  'dms.json',
  'mpims.json',
])
const PACKAGE = /\/c?\d{1,20}\/messages\.(?:json|csv)$/
const NAMES_MAX_BYTES = 64 * 1024 * 1024
const PEOPLE_MAX = 200_000
const NAME_MAX = 256
