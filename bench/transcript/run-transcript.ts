import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Memory, openMemory } from '../../src/index.js'
import { median } from '../statistics.js'

/**
 * Measures how events get into a transcript, with full durability and full-text: in batches, one by one beside what the
 * disk needs for as much, by many callers at once; and how it is read and exported. Says it as a table.
 */
export async function runTranscript(items: number): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), 'recollect-transcript-'))
  const engine = await openMemory({ home, zone: 'UTC', embedder: 'off' })
  try {
    const memory = engine.as({ user: 'ann', agent: 'bot' })
    // For the compiler.
    await appendAll(memory, 'warm', 1_000)
    const batched = await rateOf(items, () => appendAll(memory, 'batched', items))
    const sync = median(diskTimes(home))
    const singles: number[] = []
    for (let i = 0; i < SINGLES; i++) singles.push(await timed(() => appendOne(memory, 'single', i)))
    const single = 1_000 / (singles.reduce((sum, ms) => sum + ms, 0) / SINGLES)
    const many = await rateOf(SINGLES * 4, () => appendByMany(memory, SINGLES * 4))
    const user = engine.as({ user: 'ann' })
    const read = await timed(() => user.transcriptRead({ session: 'batched', limit: 100 }))
    const ratio = (median(singles) / sync).toFixed(1)
    return [
      '| what | figure |',
      '|---|---|',
      `| events a second, ${BATCH} at once | ${Math.round(batched)} |`,
      `| one durable append, p50 | ${ms(median(singles))} (${ratio} times fdatasync, ${ms(sync)}) |`,
      `| ${CALLERS} callers, appends a second | ${Math.round(many)} (${(many / single).toFixed(1)} times one) |`,
      `| a page of 100 events | ${ms(read)} |`,
    ].join('\n')
  } finally {
    await engine.close()
    rmSync(home, { recursive: true, force: true })
  }
}

const BATCH = 500
const SINGLES = 300
const CALLERS = 16

async function appendAll(memory: Memory, session: string, items: number): Promise<void> {
  for (let at = 0; at < items; at += BATCH) {
    const events = Array.from({ length: Math.min(BATCH, items - at) }, (_, i) => eventOf(at + i))
    await memory.transcriptAppend({ session, events })
  }
}

function appendOne(memory: Memory, session: string, n: number) {
  return memory.transcriptAppend({ session, events: [eventOf(n)] })
}

async function appendByMany(memory: Memory, items: number): Promise<void> {
  let next = 0
  const caller = async (_: unknown, who: number) => {
    while (next < items) await appendOne(memory, `caller ${who}`, next++)
  }
  await Promise.all(Array.from({ length: CALLERS }, caller))
}

/** As an agent's day has them: half is said, half is the work of tools. */
function eventOf(n: number): Parameters<Memory['transcriptAppend']>[0]['events'][number] {
  const kind = n % 4
  const text = `Step ${n} of the migration moved the table of customers to the new schema and left the index alone`
  if (kind === 0)
    return { type: 'message', role: 'user', text: `Please look at step ${n} of the migration again` }
  if (kind === 1)
    return { type: 'tool_call', tool: 'bash', callId: `c${n}`, text: `{"command":"migrate --step ${n}"}` }
  if (kind === 2)
    return { type: 'tool_result', tool: 'bash', callId: `c${n - 1}`, text: `${text}\n`.repeat(5) }
  return { type: 'message', role: 'assistant', text }
}

/** What the disk needs to keep a page for good. */
function diskTimes(folder: string): number[] {
  const file = openSync(join(folder, 'disk'), 'w')
  try {
    return Array.from({ length: 50 }, () => {
      const from = performance.now()
      writeSync(file, Buffer.alloc(4_096, 1))
      fdatasyncSync(file)
      return performance.now() - from
    })
  } finally {
    closeSync(file)
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}

async function rateOf(items: number, work: () => Promise<void>): Promise<number> {
  return items / ((await timed(work)) / 1_000)
}

function ms(time: number): string {
  return `${time.toFixed(2)} ms`
}
