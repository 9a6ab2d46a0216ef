import { createHash } from 'node:crypto'
import type { Env } from '../../src/clock.js'
import type { Engine, Memory } from '../../src/engine.js'
import type { Random } from '../random.js'

/** The lines of an archive of every bank. */
export async function archiveOf(engine: Engine): Promise<string[]> {
  const { lines } = await engine.as({ administrator: true }).export({ all: true })
  const all: string[] = []
  for await (const line of lines) all.push(line)
  return all
}

/** As it is but for the time of the export, and with it the checksum. */
export function apartFromTime(lines: readonly string[]): string[] {
  return lines.map((line) =>
    line.replace(/"exportedAt":\d+/, '"exportedAt":0').replace(/"sha256":"\w+"/, '"sha256":""'),
  )
}

/** A clock that a test moves, and ids that come in order, different for each `name` (two hex digits). */
export function steadyEnv(name = '00'): Env & { advance(ms: number): void } {
  let now = Date.parse('2026-04-01T12:00:00Z')
  let ids = 0
  let seed = Number.parseInt(name, 16)
  return {
    now: () => now,
    advance: (ms) => {
      now += ms
    },
    newId: () => `00000000-0000-7000-80${name}-${(++ids).toString(16).padStart(12, '0')}`,
    random: () => 0.5,
    // Repeats itself after 2^32 bytes only: numbers made of them are to be told apart (Numerical Recipes, ranqd1).
    randomBytes: (length) =>
      new Uint8Array(length).map(() => {
        seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
        return seed >>> 24
      }),
    sleep: () => new Promise((resolve) => setImmediate(resolve)),
  }
}

const words = [
  'Lisbon',
  'garden',
  '部署',
  'naïve',
  '😀',
  'מזל',
  'snake_case',
  '\u2028',
  '"quoted"',
  '\\',
  'İ',
  '\u0007',
]

/** Some of everything: notes, tags, derived notes, turns, repeats, refusals, searches, and things forgotten. */
export async function live(
  memory: Memory,
  random: Random,
  env: { advance(ms: number): void },
  steps: number,
): Promise<void> {
  const ids: string[] = []
  const text = () => Array.from({ length: 1 + random.int(5) }, () => random.pick(words)).join(' ')
  for (let step = 0; step < steps; step++) {
    env.advance(random.int(3) * 1000)
    switch (random.int(12)) {
      case 0:
      case 1: {
        const sources = ids.length > 0 && random.int(2) === 0 ? [random.pick(ids), random.pick(ids)] : []
        const tags = Array.from({ length: random.int(3) }, () => random.pick(['work', 'Home', '旅']))
        const note = { text: `${text()} ${random.int(50)}`, sources, tags }
        const kept = await memory.capture(note).catch(() => undefined)
        if (kept !== undefined) ids.push(kept.id)
        break
      }
      case 2: {
        const from = random.int(20)
        const content = Array.from({ length: 1 + random.int(6) }, (_, i) =>
          JSON.stringify({
            role: i % 2 === 0 ? 'user' : 'assistant',
            content: `${from + i} ${words[(from + i) % words.length]}`,
            at: '2026-02-03T10:00:00Z',
            id: `m${from + i}`,
            session: `session ${random.int(3)}`,
            channel: random.int(2) === 0 ? 'chat' : undefined,
            speaker: random.int(2) === 0 ? text() : undefined,
          }),
        ).join('\n')
        await memory.import({ content, asMine: random.int(2) === 0 })
        break
      }
      case 3: {
        const { hits } = await memory.search({ question: text() })
        ids.push(...hits.map(({ id }) => id))
        break
      }
      case 4:
      case 5: {
        const id = ids.splice(random.int(ids.length), 1)[0]
        if (id !== undefined) await memory.forget({ id, verify: false }).catch(() => undefined)
        break
      }
      case 6: {
        const name = `${random.pick(['Report', 'report', '周报'])} ${random.int(4)}`
        const record = { description: 'kept', type: 'project', body: `${random.int(9)} again` } as const
        const kept = await memory.recordSave({ name, ...record }).catch(() => undefined)
        if (kept !== undefined) ids.push(kept.id)
        break
      }
      case 7: {
        const { records } = await memory.recordList({})
        if (records.length === 0) break
        const { id: which } = random.pick(records)
        if (random.int(3) > 0) await memory.recordUpdate({ which, body: `changed ${random.int(50)}` })
        else await memory.recordDelete({ which, verify: false })
        break
      }
      case 8:
      case 9:
        await liveWithDocuments(memory, random, text)
        break
      default:
        await memory.get({ id: '01890000-0000-7000-8000-000000000000' }).catch(() => undefined)
        await memory.stats({})
    }
  }
}

/** Imports, edits, reviews, attaches or deletes a document; what the moment does not allow is refused. */
async function liveWithDocuments(memory: Memory, random: Random, text: () => string): Promise<void> {
  const document = `${random.pick(['guide', '手册', 'a/b'])}.md`
  const body = `# ${text()}\n\n${text()}\n\n## ${text()}\n\n${random.int(9)} ${text()}\n`
  const refused = () => undefined
  switch (random.int(8)) {
    case 0:
    case 1:
      await memory.knowledgeImport({ content: body, source: document, keepPublished: random.int(2) === 0 })
      break
    case 2:
    case 3:
      await memory.knowledgePublish({ document }).catch(refused)
      break
    case 4:
      await memory.knowledgeEdit({ document, content: body }).catch(refused)
      break
    case 5:
      await memory.knowledgeReject({ document, note: text() }).catch(refused)
      await memory.knowledgeWithdraw({ document, note: text() }).catch(refused)
      break
    case 6:
      await memory
        .knowledgeAttach({ documents: [document], task: random.pick(['default', '任务']) })
        .catch(refused)
      break
    default:
      await memory.knowledgeDelete({ document, verify: false }).catch(refused)
  }
}

/** A forged archive whose counts and checksum are right. */
export function sealed(rows: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const row of rows) {
    const type = /^\{"type":"(\w+)"/.exec(row)?.[1]
    if (type !== undefined && type !== 'bank') counts.set(type, (counts.get(type) ?? 0) + 1)
  }
  const sha256 = createHash('sha256').update(rows.join('')).digest('hex')
  return [...rows, `${JSON.stringify({ type: 'end', counts: Object.fromEntries(counts), sha256 })}\n`]
}
