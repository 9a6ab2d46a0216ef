import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import autocannon from 'autocannon'
import { openMemory } from '../../src/index.js'
import { createCorpus } from '../corpus.js'

/**
 * Measures a server that searches for eight callers at once while another captures, as a table: on loopback,
 * with the program as it is installed. What asks takes its part of the same processor.
 */
export async function runServer(sizes: readonly number[], rounds: number): Promise<string> {
  const lines = [
    '| items | searches/s | p50 ms | p99 ms | captures/s beside | of the processor, ms a search | memory, MB | after |',
    '|---|---|---|---|---|---|---|---|',
  ]
  for (const size of sizes) {
    const home = mkdtempSync(join(tmpdir(), 'recollect-server-'))
    try {
      const questions = await fill(home, size)
      lines.push(...(await measure(home, size, questions, rounds)))
    } finally {
      rmSync(home, { recursive: true, force: true })
    }
  }
  return lines.join('\n')
}

async function fill(home: string, size: number): Promise<string[]> {
  const corpus = createCorpus(7)
  const texts = Array.from({ length: size }, () => corpus.text())
  const engine = await openMemory({ home, zone: 'UTC', embedder: 'off' })
  try {
    await engine.as({}).import({ content: linesOf(texts) })
  } finally {
    await engine.close()
  }
  return Array.from({ length: QUESTIONS }, (_, i) =>
    corpus.question(texts[(i * STRIDE) % texts.length] as string, i % 3 === 0 ? 3 : 8),
  )
}

const QUESTIONS = 400
const STRIDE = 251
const TURNS = 20

async function* linesOf(texts: readonly string[]): AsyncGenerator<string> {
  for (const [i, content] of texts.entries())
    yield `${JSON.stringify({
      session: `talk-${Math.floor(i / TURNS)}`,
      role: i % 2 === 0 ? 'user' : 'assistant',
      content,
      at: new Date(FIRST + i * 60_000).toISOString(),
    })}\n`
}

const FIRST = Date.UTC(2024, 0, 1)

async function measure(
  home: string,
  size: number,
  questions: readonly string[],
  rounds: number,
): Promise<string[]> {
  const server = spawn(
    process.execPath,
    ['dist/bin/recollect.js', 'serve', '--port', '0', '--home', home, '--rate', '60000', '--log', 'off'],
    { env: { ...process.env, RECOLLECT_EMBEDDER: 'off' }, stdio: 'ignore' },
  )
  try {
    const { url, token } = await running(server, join(home, 'server.json'))
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const load = (seconds: number) => searchFor(seconds, url, headers, questions)
    await load(WARM_SECONDS)
    const before = megabytes(server)
    const rows: string[] = []
    for (let round = 0; round < rounds; round++) {
      const spent = processorMs(server)
      const capturing = new AbortController()
      const captured = captureUntil(capturing.signal, url, headers, questions)
      const result = await load(SECONDS)
      capturing.abort()
      const captures = await captured
      const failed = result.non2xx + result.errors
      if (failed > 0) throw new Error(`${failed} requests failed`)
      const cells = [
        size,
        result.requests.average.toFixed(0),
        result.latency.p50.toFixed(1),
        result.latency.p99.toFixed(1),
        (captures / SECONDS).toFixed(0),
        ((processorMs(server) - spent) / result.requests.total).toFixed(2),
        before.toFixed(0),
        megabytes(server).toFixed(0),
      ]
      rows.push(`| ${cells.join(' | ')} |`)
    }
    return rows
  } finally {
    server.kill('SIGTERM')
    await once(server, 'exit')
  }
}

const WARM_SECONDS = 5
const SECONDS = 15
const CALLERS = 8

async function searchFor(
  seconds: number,
  url: string,
  headers: Record<string, string>,
  questions: readonly string[],
): Promise<autocannon.Result> {
  return autocannon({
    url,
    connections: CALLERS,
    duration: seconds,
    requests: questions.map((question) => ({
      method: 'POST',
      path: '/api/v1/memory/search',
      headers,
      body: JSON.stringify({ question, limit: 10 }),
    })),
  })
}

async function captureUntil(
  signal: AbortSignal,
  url: string,
  headers: Record<string, string>,
  questions: readonly string[],
): Promise<number> {
  let captures = 0
  while (!signal.aborted) {
    const text = `${questions[captures % questions.length]}, noted as ${captures} at ${performance.now()}`
    const body = JSON.stringify({ text })
    const answer = await fetch(`${url}/api/v1/memory/capture`, { method: 'POST', headers, body })
    if (!answer.ok) throw new Error(`a capture failed: ${answer.status}`)
    await answer.arrayBuffer()
    captures += 1
    await wait(PAUSE_MS)
  }
  return captures
}

/** A person's programs do not write without drawing breath. */
const PAUSE_MS = 20

async function running(server: ChildProcess, file: string): Promise<{ url: string; token: string }> {
  while (!existsSync(file)) {
    if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}`)
    await wait(50)
  }
  return JSON.parse(readFileSync(file, 'utf8')) as { url: string; token: string }
}

/** Of all its threads; on Linux, where the kernel counts in hundredths of a second. */
function processorMs({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

function megabytes({ pid }: ChildProcess): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}
