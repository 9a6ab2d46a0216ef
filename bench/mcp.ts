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
 * Reads one note, and searches for notes, within this process and then over MCP, `rounds` times each one after the
 * other. The store at `home` gains a few notes; what else it holds makes the search slower, and the answer larger.
 */
export async function mcpRoundTrip(home: string, rounds: number): Promise<RoundTrip[]> {
  const engine = await openMemory({ home })
  const memory = engine.as({ agent: 'bench' })
  for (const note of NOTES) await memory.capture({ text: note })
  const { hits } = await memory.search({ question: QUESTION })
  const id = hits[0]?.id ?? ''
  const get = await medianMs(rounds, () => memory.get({ id }))
  const search = await medianMs(rounds, () => memory.search({ question: QUESTION }))
  await engine.close()
  const server = await startServer(home)
  try {
    const getTrip = await medianMs(rounds, () => server.call('memory_get', { id }))
    const searchTrip = await medianMs(rounds, () => server.call('memory_search', { question: QUESTION }))
    return [roundTrip('memory.get', get, getTrip), roundTrip('memory.search', search, searchTrip)]
  } finally {
    await server.close()
  }
}

const QUESTION = 'where does Mia live?'

const NOTES = [
  'Mia moved to Lisbon in March',
  'Mia lives on Rua Augusta, third floor',
  'The flat in Lisbon has no lift',
]

const WARM_UP = 30

function roundTrip(operation: string, operationMs: number, roundTripMs: number): RoundTrip {
  return { operation, operationMs, roundTripMs, overheadMs: roundTripMs - operationMs }
}

async function medianMs(rounds: number, call: () => Promise<unknown>): Promise<number> {
  for (let round = 0; round < WARM_UP; round++) await call()
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const start = performance.now()
    await call()
    times.push(performance.now() - start)
  }
  return median(times)
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
