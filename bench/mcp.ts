import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { openMemory } from '../src/index.js'
import { median } from './statistics.js'

/** What a call costs an agent beyond the operation itself. Medians, in milliseconds. */
export interface RoundTrip {
  readonly operation: string
  /** Called within this process. */
  readonly operationMs: number
  /** Asked of a server over two pipes, to the last byte of its answer. */
  readonly roundTripMs: number
  readonly overheadMs: number
}

/**
 * Reads one note, and searches for notes, within this process and over MCP in turns, `rounds` times each, so that
 * what else the machine does falls on both. The store at `home` gains a few notes; what else it holds makes the
 * search slower, and the answer larger.
 */
export async function mcpRoundTrip(home: string, rounds: number): Promise<RoundTrip[]> {
  const engine = await openMemory({ home })
  const memory = engine.as({ agent: 'bench' })
  for (const note of NOTES) await memory.capture({ text: note })
  const { hits } = await memory.search({ question: QUESTION })
  const id = hits[0]?.id ?? ''
  const server = await startServer(home)
  try {
    return [
      await compare(
        'memory.get',
        rounds,
        () => memory.get({ id }),
        () => server.call('memory_get', { id }),
      ),
      await compare(
        'memory.search',
        rounds,
        () => memory.search({ question: QUESTION }),
        () => server.call('memory_search', { question: QUESTION }),
      ),
    ]
  } finally {
    await server.close()
    await engine.close()
  }
}

const QUESTION = 'where does Mia live?'

const NOTES = [
  'Mia moved to Lisbon in March',
  'Mia lives on Rua Augusta, third floor',
  'The flat in Lisbon has no lift',
]

const WARM_UP = 30

async function compare(
  operation: string,
  rounds: number,
  here: () => Promise<unknown>,
  overMcp: () => Promise<unknown>,
): Promise<RoundTrip> {
  const operationTimes: number[] = []
  const tripTimes: number[] = []
  for (let round = -WARM_UP; round < rounds; round++) {
    const inside = await elapsedMs(here)
    const trip = await elapsedMs(overMcp)
    if (round < 0) continue
    operationTimes.push(inside)
    tripTimes.push(trip)
  }
  const operationMs = median(operationTimes)
  const roundTripMs = median(tripTimes)
  return { operation, operationMs, roundTripMs, overheadMs: roundTripMs - operationMs }
}

async function elapsedMs(call: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await call()
  return performance.now() - start
}

/** The built program, one request at a time. */
async function startServer(home: string) {
  const program = join(process.cwd(), 'dist', 'bin', 'recollect.js')
  const child = spawn(process.execPath, [program, 'mcp', '--home', home], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()))
  let id = 0

  async function request(method: string, params: object): Promise<void> {
    id += 1
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    const { value, done } = await lines.next()
    if (done === true) throw new Error('the server ended early')
    const answer = JSON.parse(value)
    if (answer.id !== id || answer.error !== undefined || answer.result.isError === true)
      throw new Error(value)
  }

  await request('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'bench', version: '1' },
  })
  return {
    call: (name: string, input: object) => request('tools/call', { name, arguments: input }),
    close: async () => {
      child.stdin.end()
      await gone
    },
  }
}
