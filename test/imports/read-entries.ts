import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Entry } from '../../src/transfer/entry.js'
import { recognise } from '../../src/transfer/formats.js'
import { readHead } from '../../src/transfer/head.js'
import type { ReadOptions } from '../../src/transfer/reader.js'

export const fixtures = join(import.meta.dirname, '..', 'fixtures', 'imports')

export const fixture = (name: string): Buffer => readFileSync(join(fixtures, name))

/** What a source is recognised as, and all that is read from it. */
export interface Read {
  readonly format: string | undefined
  /** `role: text` of each message, with what else the source says of it. */
  readonly said: readonly string[]
  /** `type role: text` of each event, with what is beside it. */
  readonly done: readonly string[]
  readonly entries: readonly Entry[]
  readonly leftOut: readonly string[]
  readonly problems: readonly string[]
}

/** Reads content as an import does, short of writing it. */
export async function readEntries(
  content: string | Uint8Array,
  { name, ...options }: Partial<ReadOptions> & { readonly name?: string } = {},
): Promise<Read> {
  const { head, source } = await readHead(content, { name })
  const reader = recognise(head)
  const entries: Entry[] = []
  const all = {
    zone: 'UTC',
    dayFirst: undefined,
    me: undefined,
    people: new Map(),
    at: null,
    session: 'chat',
    ...options,
  }
  for await (const entry of reader?.read(source, all) ?? []) entries.push(entry)
  return {
    format: reader?.name,
    entries,
    said: entries.flatMap((entry) => {
      if (entry.kind !== 'message') return []
      const { role, speaker, content: text, at } = entry.message
      const time = at === null ? '' : `${new Date(at).toISOString()} `
      return [`${time}${role}${speaker === null ? '' : ` ${speaker}`}: ${text}`]
    }),
    done: entries.flatMap((entry) => {
      if (entry.kind !== 'event') return []
      const { type, role, text, data } = entry.event
      const beside = Object.entries(data).map(([name, value]) => ` ${name}=${value}`)
      return [`${type} ${role}${beside.join('')}: ${text}`]
    }),
    leftOut: entries.flatMap((entry) => (entry.kind === 'left out' ? [entry.reason] : [])),
    problems: entries.flatMap((entry) => {
      if (entry.kind !== 'problem') return []
      const { line, entry: number } = entry.place
      const { reason, detail } = entry.problem
      return [`${line ?? number ?? 'all'}: ${reason}${detail === undefined ? '' : `: ${detail}`}`]
    }),
  }
}
