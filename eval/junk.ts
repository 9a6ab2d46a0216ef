import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Memory, openMemory } from '../src/engine.js'
import {
  descriptionTokens,
  likenessOfTokens,
  SAME_RECORD,
} from '../src/user/memory-extraction/description-likeness.js'
import type { Floor } from './floors.js'
import { optional, type Row, readLines, text } from './rows.js'

/** What automatic extraction makes of conversations that are replayed to it. */
export interface JunkReport {
  readonly lines: readonly string[]
  readonly floors: readonly Floor[]
  /** The records that were made, for reading. */
  readonly records: readonly JunkRecord[]
}

export interface JunkRecord {
  readonly group: string
  readonly type: string
  readonly name: string
  readonly description: string
}

const junkSets = ['locomo', 'beam100k'] as const

const REPLAYS = 10

export function hasJunkSets(folder: string): boolean {
  return junkSets.every((set) => existsSync(join(folder, set, 'corpus.jsonl.gz')))
}

/**
 * Replays each conversation, or every n-th, as a task a session: an extraction after every third exchange, by rules.
 * Then ten times more. In LoCoMo the one who speaks first is the user, and the other stands for the assistant.
 */
export async function measureJunk(
  folder: string,
  { replays = REPLAYS, every = 1 }: { readonly replays?: number; readonly every?: number } = {},
): Promise<JunkReport> {
  const records: JunkRecord[] = []
  const lines: string[] = []
  const sum = { near: 0, foreign: 0, added: 0 }
  for (const set of junkSets) {
    const found = { records: 0, near: 0, foreign: 0, added: 0, changed: 0, turns: 0 }
    for (const [at, [group, talk]] of [...conversationsOf(folder, set)].entries()) {
      if (at % every !== 0) continue
      const one = await replay(talk, replays)
      found.records += one.records.length
      found.near += nearPairs(one.records)
      found.foreign += one.records.filter(({ description }) => !isSaidByUser(description, talk)).length
      found.added += one.added
      found.changed += one.changed
      found.turns += talk.length
      records.push(...one.records.map((record) => ({ group, ...record })))
    }
    lines.push(
      `junk, ${set}: ${found.records} records of ${found.turns} turns; near-duplicate pairs ${found.near}; not the user's words ${found.foreign}; added by ${replays} replays ${found.added}, changed ${found.changed}`,
    )
    sum.near += found.near
    sum.foreign += found.foreign
    sum.added += found.added
  }
  // Floors are of what may not be fewer: nothing wrong is 1.
  const none = (label: string, count: number): Floor => ({ label, floor: 1, value: count === 0 ? 1 : 0 })
  return {
    lines,
    records,
    floors: [
      none('no near-duplicate records', sum.near),
      none('no record of what the user did not say', sum.foreign),
      none('no record added by replays', sum.added),
      { label: 'records at all', floor: 50 / every, value: records.length },
    ],
  }
}

interface Said {
  readonly role: 'user' | 'assistant'
  readonly content: string
  readonly session: string
}

function conversationsOf(folder: string, set: (typeof junkSets)[number]): Map<string, Said[]> {
  const groups = new Map<string, Said[]>()
  const users = new Map<string, string>()
  for (const row of readLines(join(folder, set, 'corpus.jsonl.gz'))) {
    const group = text(row['group'])
    const speaker = optional(row['speaker']) ?? 'user'
    const user = users.get(group) ?? (set === 'locomo' ? speaker : 'user')
    users.set(group, user)
    const talk = groups.get(group) ?? []
    groups.set(group, talk)
    talk.push({
      role: speaker === user ? 'user' : 'assistant',
      content: said(row),
      session: text(row['session']),
    })
  }
  return groups
}

function said(row: Row): string {
  return text(row['text'])
}

type KeptRecord = Omit<JunkRecord, 'group'>

async function replay(
  talk: readonly Said[],
  replays: number,
): Promise<{ readonly records: readonly KeptRecord[]; readonly added: number; readonly changed: number }> {
  const home = await mkdtemp(join(tmpdir(), 'recollect-junk-'))
  const engine = await openMemory({ home, embedder: 'off', durability: 'normal' })
  try {
    const memory = engine.as({ user: 'ann' })
    await onceThrough(memory, talk)
    const records = await recordsOf(memory)
    let changed = 0
    for (let time = 0; time < replays; time++) changed += await onceThrough(memory, talk)
    return { records, added: (await recordsOf(memory)).length - records.length, changed }
  } finally {
    await engine.close()
    await rm(home, { recursive: true, force: true })
  }
}

/** Answers how many records were changed. Every third exchange is the end of a task, so that each is looked at once; and so is the last of a session. */
async function onceThrough(memory: Memory, talk: readonly Said[]): Promise<number> {
  let changed = 0
  let messages: Said[] = []
  let exchanges = 0
  for (const [at, one] of talk.entries()) {
    messages.push(one)
    const next = talk[at + 1]
    const isExchange = next === undefined || (one.role === 'assistant' && next.role === 'user')
    if (isExchange) exchanges++
    const isEnd = next === undefined || next.session !== one.session
    if (!isEnd && !(isExchange && exchanges % 3 === 0)) continue
    const made = await memory.extract({ messages: messages.map(({ role, content }) => ({ role, content })) })
    changed += made.records.filter(({ outcome }) => outcome === 'updated').length
    if (isEnd) {
      messages = []
      exchanges = 0
    }
  }
  return changed
}

async function recordsOf(memory: Memory): Promise<KeptRecord[]> {
  const records: KeptRecord[] = []
  for (let after: string | undefined; ; ) {
    const page = await memory.recordList({ limit: 200, ...(after === undefined ? {} : { after }) })
    records.push(...page.records.map(({ type, name, description }) => ({ type, name, description })))
    if (page.next === null) return records
    after = page.next
  }
}

function nearPairs(records: readonly KeptRecord[]): number {
  const tokens = records.map(({ description }) => descriptionTokens(description))
  let pairs = 0
  for (const [at, one] of records.entries())
    for (let other = at + 1; other < records.length; other++)
      if (records[other]?.type === one.type && likenessOfTokens(tokens[at]!, tokens[other]!) >= SAME_RECORD)
        pairs++
  return pairs
}

/** What a record says stands in what the user said; lines and capitals apart. */
function isSaidByUser(description: string, talk: readonly Said[]): boolean {
  const wanted = plain(description)
  return talk.some(({ role, content }) => role === 'user' && plain(content).includes(wanted))
}

function plain(said: string): string {
  return said.toLowerCase().replace(/\s+/g, ' ').trim()
}
