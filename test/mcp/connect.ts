import { type ChildProcess, spawn } from 'node:child_process'
import {
  Client,
  type CreateMessageRequest,
  type CreateMessageResult,
  type Transport,
} from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { onTestFinished } from 'vitest'
import { environment, program } from '../cli/recollect.js'

export interface ConnectOptions {
  readonly user?: string
  readonly flags?: readonly string[]
  /** What the client calls itself. */
  readonly name?: string
  /** The revision without a handshake, instead of the one with. */
  readonly isModern?: boolean
  /** Lends its model: what it answers to each question. */
  readonly sampling?: (
    params: CreateMessageRequest['params'],
  ) => CreateMessageResult | Promise<CreateMessageResult>
  readonly env?: Readonly<Record<string, string>>
}

/** The official client, with the built program as its server, for one test. */
export function connect(home: string, options: ConnectOptions = {}): Promise<Client> {
  const { user = 'ann', flags = [], env: more } = options
  const env = Object.entries(environment(home, more)).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, 'mcp', '--user', user, ...flags],
    env: Object.fromEntries(env),
    stderr: 'ignore',
  })
  return clientOver(transport, options)
}

/** A client with these options at the other end of a transport, closed behind the test. */
export async function clientOver(
  transport: Transport,
  { name = 'test-client', isModern = false, sampling }: ConnectOptions,
): Promise<Client> {
  const client = new Client(
    { name, version: '1.0.0' },
    {
      ...(isModern ? { versionNegotiation: { mode: { pin: '2026-07-28' } } } : {}),
      ...(sampling === undefined ? {} : { capabilities: { sampling: {} } }),
    },
  )
  if (sampling !== undefined) {
    client.setRequestHandler('sampling/createMessage', ({ params }) => sampling(params))
  }
  await client.connect(transport)
  onTestFinished(() => client.close())
  return client
}

/** What a tool answered: its text, and the answer itself. Throws where it failed. */
export async function callTool(
  client: Client,
  name: string,
  input: Record<string, unknown> = {},
  // biome-ignore lint/suspicious/noExplicitAny: each test says with expect what the answer must be
): Promise<{ readonly text: string; readonly answer: any }> {
  const { isError, content, structuredContent } = await client.callTool({ name, arguments: input })
  const text = content.map((block) => (block.type === 'text' ? block.text : '')).join('\n')
  if (isError === true) throw new Error(text)
  return { text, answer: structuredContent }
}

/** The server at the other end of two pipes, for what a well-behaved client never sends. */
export interface RawServer {
  readonly child: ChildProcess
  send(line: string | Uint8Array): void
  request(id: number | string, method: string, params?: unknown): void
  /** Closes the client's end. */
  end(): void
  /** Resolves when a line answers this id. */
  answer(id: number | string): Promise<Message>
  /** Resolves when the process is gone. */
  ended(): Promise<Ended>
}

export interface Message {
  readonly id?: number | string | null
  readonly method?: string
  readonly params?: unknown
  // biome-ignore lint/suspicious/noExplicitAny: each test says with expect what it must be
  readonly result?: any
  readonly error?: { readonly code: number; readonly message: string }
}

export interface Ended {
  readonly code: number | null
  readonly lines: readonly string[]
  readonly messages: readonly Message[]
  readonly notes: string
}

export const handshake = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'raw', version: '1' },
}

export function startRaw(
  home: string,
  flags: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): RawServer {
  const child = spawn(process.execPath, [program, 'mcp', ...flags], { env: environment(home, env) })
  const waiting = new Map<number | string, (message: Message) => void>()
  const messages: Message[] = []
  const lines: string[] = []
  let rest = ''
  let notes = ''
  child.stderr.on('data', (chunk) => {
    notes += chunk
  })
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    const parts = (rest + chunk).split('\n')
    rest = parts.pop() ?? ''
    for (const line of parts) {
      lines.push(line)
      const message = JSON.parse(line) as Message
      messages.push(message)
      if (message.id !== undefined && message.id !== null) waiting.get(message.id)?.(message)
    }
  })
  const closed = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) =>
      resolve({ code, lines: rest === '' ? lines : [...lines, rest], messages, notes }),
    )
  })
  child.stdin.on('error', () => undefined)
  onTestFinished(() => void child.kill('SIGKILL'))
  const send = (line: string | Uint8Array) => void child.stdin.write(line)
  return {
    child,
    send,
    request: (id, method, params) => send(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`),
    end: () => child.stdin.end(),
    answer: (id) =>
      new Promise((resolve, reject) => {
        const known = messages.find((message) => message.id === id)
        if (known !== undefined) return resolve(known)
        waiting.set(id, resolve)
        void closed.then(() => reject(new Error(`no answer to ${id}: ${notes}`)))
      }),
    ended: () => closed,
  }
}
