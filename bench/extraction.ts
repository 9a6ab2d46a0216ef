import { extract } from '../src/user/extraction/extract.js'
import { hostilePieces, hostileText } from './hostile-texts.js'

/** What a hostile text of 50 KB may cost, in milliseconds of the processor. */
const HOSTILE_MAX_MS = 20
const HOSTILE_CHARS = 50_000

/** `npm run bench -- extraction`: a note's cost, and the worst of the hostile texts. Answers the table. */
export function runExtraction(): string {
  const lines = ['what rules cost', '']
  for (const note of notes) {
    const microseconds = (1_000 * bestOf(5, () => repeat(1_000, () => extract(note)))) / 1_000
    lines.push(`${microseconds.toFixed(1).padStart(8)} µs  ${note}`)
  }
  const hostile = hostilePieces
    .map((piece) => ({ piece, ms: costOf(piece, HOSTILE_CHARS) }))
    .sort((a, b) => b.ms - a.ms)
  const over = hostile.filter(({ ms }) => ms > HOSTILE_MAX_MS)
  lines.push('', `${hostile.length} hostile texts of ${HOSTILE_CHARS} characters, the dearest first:`)
  for (const { piece, ms } of hostile.slice(0, 5)) {
    lines.push(`${ms.toFixed(1).padStart(8)} ms  ${JSON.stringify(piece)}`)
  }
  lines.push(
    over.length === 0 ? `all within ${HOSTILE_MAX_MS} ms` : `${over.length} above ${HOSTILE_MAX_MS} ms`,
  )
  return lines.join('\n')
}

/** Milliseconds of the processor that a piece repeated to a length costs, the best of some rounds. */
export function costOf(piece: string, length: number, rounds = 5): number {
  const text = hostileText(piece, length)
  return bestOf(rounds, () => extract(text))
}

const notes = [
  'I live in Oslo and work as a nurse at St. Olav Hospital.',
  'Can you help me fix the failing test in auth.spec.ts? It says that the token is expired.',
  'Sarah Chen is my product manager; she has final say on feature scope and priorities',
  'The weather was nice yesterday, so the dogs went for a long walk along the river.',
  '我叫李明，今年30岁，住在上海，在腾讯做后端开发。',
]

function bestOf(rounds: number, work: () => unknown): number {
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round++) {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    best = Math.min(best, (user + system) / 1_000)
  }
  return best
}

function repeat(times: number, work: () => unknown): void {
  for (let count = 0; count < times; count++) work()
}
