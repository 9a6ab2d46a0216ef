import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { problemsOf } from './examine.js'
import { dist, ended, start } from './processes.js'

export interface MixedLoad {
  /** Of the store, and of the logs beside it. */
  readonly folder: string
  /** Whether who has done so many rounds has done enough. */
  isEnough(rounds: number): boolean
  /** Of a library in a process of its own. */
  readonly operations: number
  readonly seed: number
}

export interface MixedReport {
  /** Rounds of each way in: a note that is kept, questions, now and then a note that is forgotten. */
  readonly rounds: Readonly<Record<'http' | 'mcp' | 'cli', number>>
  /** What was refused, by what it said; nothing where every wait was waited for. */
  readonly errors: readonly string[]
  /** What is not as it was acknowledged. */
  readonly problems: readonly string[]
  /** Of the server, in bytes, from the first round to the last. */
  readonly memory: readonly number[]
}

/** A server, an agent over standard input and output, a terminal and a library: four processes, one file. */
export async function mixLoad({ folder, isEnough, operations, seed }: MixedLoad): Promise<MixedReport> {
  const home = join(folder, 'mixed')
  const logs = ['http', 'mcp', 'cli', 'sdk'].map((name) => join(folder, `${name}.log`))
  const [http = '', mcp = '', cli = '', sdk = ''] = logs
  const errors: string[] = []
  const memory: number[] = []
  const server = await startServer(home)
  const library = ended(
    start('processes/load-process.mjs', { home, name: 'sdk', seed, operations, log: touch(sdk) }),
  )
  const repeat = (name: string, log: string, way: Way) =>
    rounds({ name, log: touch(log), way, isEnough, errors })
  try {
    const [overHttp, overMcp, inTerminal] = await Promise.all([
      repeat('http', http, sampled(server, memory)),
      withAgent(home, (way) => repeat('mcp', mcp, way)),
      repeat('cli', cli, terminalWay(home)),
    ])
    const { status, output, complaints } = await library
    if (status !== 0) errors.push(`the library failed: ${complaints}`)
    else errors.push(...JSON.parse(output.split('\n').at(-1) ?? '').errors)
    return {
      rounds: { http: overHttp, mcp: overMcp, cli: inTerminal },
      errors: [...new Set(errors)],
      problems: [...(await stopped(server.child)), ...(await problemsOf({ home }, logs))],
      memory,
    }
  } finally {
    server.child.kill('SIGKILL')
  }
}

/** One way to the memory of Ann. */
interface Way {
  keep(text: string): Promise<string>
  ask(question: string): Promise<unknown>
  forget(id: string): Promise<unknown>
}

interface Rounds extends Pick<MixedLoad, 'isEnough'> {
  readonly name: string
  readonly log: string
  readonly way: Way
  readonly errors: string[]
}

async function rounds({ name, log, way, isEnough, errors }: Rounds): Promise<number> {
  let done = 0
  const note = (entry: object) => appendFileSync(log, `${JSON.stringify(entry)}\n`)
  for (; !isEnough(done); done++) {
    const text = `${name} ${done} invoice of the winter garden, 部署 方案 ${done % 7}`
    try {
      const id = await way.keep(text)
      note({ kept: id, text })
      await way.ask(`what about the garden ${done % 5}?`)
      if (done % 2 === 0) continue
      note({ forgetting: id })
      await way.forget(id)
      note({ forgotten: id })
    } catch (error) {
      errors.push(`${name}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return done
}

interface Server {
  readonly child: ChildProcess
  readonly url: string
  readonly token: string
}

async function startServer(home: string): Promise<Server> {
  const child = spawn(
    process.execPath,
    [program(), 'serve', '--port', '0', '--home', home, '--user', 'ann'],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const failed = once(child, 'close').then(() => Promise.reject(new Error('the server did not start')))
  await Promise.race([once(child.stdout, 'data'), failed])
  // Its end is expected later on.
  failed.catch(() => undefined)
  const { url, token } = JSON.parse(readFileSync(join(home, 'server.json'), 'utf8'))
  return { child, url, token }
}

/** Ends as a service manager ends it. */
async function stopped(child: ChildProcess): Promise<string[]> {
  child.kill('SIGTERM')
  const [code] = await once(child, 'close')
  return code === 0 ? [] : [`the server ended with ${code}`]
}

function sampled({ child, url, token }: Server, memory: number[]): Way {
  const call = async (path: string, input: object) => {
    memory.push(residentBytes(child.pid ?? 0))
    const answer = await fetch(`${url}/api/v1/memory/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(input),
    })
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
    return (await answer.json()) as { readonly id: string }
  }
  return {
    keep: async (text) => (await call('capture', { text })).id,
    ask: (question) => call('search', { question }),
    forget: (id) => call('forget', { id }),
  }
}

/** As the system counts it; 0 where it does not say. */
function residentBytes(pid: number): number {
  if (process.platform !== 'linux') return 0
  return 1024 * Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
}

async function withAgent<T>(home: string, work: (way: Way) => Promise<T>): Promise<T> {
  const client = new Client({ name: 'load', version: '1' })
  const flags = ['mcp', '--allow-forget', '--home', home, '--user', 'ann']
  const env = { RECOLLECT_EMBEDDER: 'off' }
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [program(), ...flags],
      env,
      stderr: 'ignore',
    }),
  )
  const call = async (name: string, given: Record<string, unknown>) => {
    const { isError, content, structuredContent } = await client.callTool({ name, arguments: given })
    if (isError === true) throw new Error(JSON.stringify(content))
    return structuredContent as { readonly id: string }
  }
  try {
    return await work({
      keep: async (text) => (await call('memory_capture', { text })).id,
      ask: (question) => call('memory_search', { question }),
      forget: (id) => call('memory_forget', { id }),
    })
  } finally {
    await client.close()
  }
}

function terminalWay(home: string): Way {
  const run = async (...argv: readonly string[]) => {
    const child = spawn(process.execPath, [program(), ...argv, '--json', '--home', home, '--user', 'ann'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const { status, output, complaints } = await ended(child)
    if (status !== 0) throw new Error(complaints)
    return JSON.parse(output) as { readonly id: string }
  }
  return {
    keep: async (text) => (await run('capture', text)).id,
    ask: (question) => run('search', question),
    forget: (id) => run('forget', id, '--yes'),
  }
}

function program(): string {
  return join(dist, 'bin', 'recollect.js')
}

function touch(log: string): string {
  appendFileSync(log, '')
  return log
}
