import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A server on loopback that speaks OpenAI's chat completions and Anthropic's messages, and does as it is told. */
export interface ChatServer {
  /** Without a path: `openai-compatible:${url}/v1#some-model`. */
  readonly url: string
  /** What was asked, in order, also what was never answered. */
  readonly asked: readonly AskedChat[]
  /** What it does with the next questions, one each; after them it does as before. */
  next(...replies: readonly ChatReply[]): void
  /** What it does with every question from now on. */
  always(reply: ChatReply): void
  /** Resolves once so many questions have arrived. */
  askedTimes(count: number): Promise<void>
  close(): Promise<void>
}

export interface AskedChat {
  readonly protocol: Protocol
  readonly path: string
  /** The key, from whichever header the protocol has for it. */
  readonly key: string | undefined
  readonly model: string
  readonly system: string
  readonly prompt: string
  readonly maxTokens: number | undefined
  /** How the answer was bound to a shape. */
  readonly format: 'schema' | 'json' | 'tool' | 'none'
  /** Names of the tools it may call. */
  readonly tools: readonly string[]
  /** The tool it has to call. */
  readonly forced: string | undefined
  /** What its tools answered, of all steps, oldest first. */
  readonly results: readonly string[]
  readonly body: Readonly<Record<string, unknown>>
}

export type Protocol = 'openai' | 'anthropic'

/** A string is the text of a proper answer; a function decides when it sees the question. */
export type ChatReply = string | Said | Calls | Failed | Misbehaved | ((asked: AskedChat) => ChatReply)

/** Calls tools, all at once. A string stands for arguments as they are, also where they are no JSON. */
export interface Calls {
  readonly calls: readonly (readonly [tool: string, input: object | string])[]
  /** Default 100 and 20; null leaves the field out. */
  readonly usage?: Said['usage']
}

/** A proper answer of the protocol. */
export interface Said {
  readonly text: string
  /** Why it ended. Default `whole`. */
  readonly ending?: 'whole' | 'cut' | 'refused'
  /** Default 100 and 20; null leaves the field out. */
  readonly usage?: { readonly input: number; readonly output: number } | null
  readonly contentType?: string
}

/** An answer of HTTP, as it is. */
export interface Failed {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/**
 * `stall`: the request is never answered; `stall-half`: half of an answer, and then nothing more; `close`: the
 * connection is closed before the answer; `cut`: in the middle of it; `ends early`: the answer is half of its JSON, and
 * properly closed.
 */
export type Misbehaved = { readonly does: 'stall' | 'stall-half' | 'close' | 'cut' | 'ends early' }

export interface ChatServerOptions {
  readonly always?: ChatReply
  /** Whether a request may bind the answer to a schema; else such requests are refused with 400. Default true. */
  readonly knowsSchemas?: boolean
}

/** For one test; closed when it ends. */
export async function startChatServer(options: ChatServerOptions = {}): Promise<ChatServer> {
  const { knowsSchemas = true } = options
  const asked: AskedChat[] = []
  const queue: ChatReply[] = []
  const waiting: { readonly count: number; readonly resolve: () => void }[] = []
  const sockets = new Set<Socket>()
  let usual: ChatReply = options.always ?? '{}'

  const server = createServer((request, response) => void answer(request, response))
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const one = await read(request)
    if (one === undefined) return send(response, 404, 'page not found')
    asked.push(one)
    for (const { count, resolve } of waiting) if (asked.length >= count) resolve()
    if (one.format !== 'none' && !knowsSchemas) {
      return send(response, 400, { error: { message: 'unknown field response_format', type: 'invalid' } })
    }
    let reply = queue.shift() ?? usual
    while (typeof reply === 'function') reply = reply(one)
    perform(reply, one, response)
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      for (const socket of sockets) socket.destroy()
    })
  onTestFinished(close)
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    next: (...replies) => void queue.push(...replies),
    always: (reply) => {
      usual = reply
    },
    askedTimes: (count) =>
      new Promise((resolve) => {
        if (asked.length >= count) resolve()
        else waiting.push({ count, resolve })
      }),
    close,
  }
}

function perform(
  reply: Exclude<ChatReply, (...args: never) => unknown>,
  asked: AskedChat,
  to: ServerResponse,
) {
  if (typeof reply !== 'string' && 'status' in reply) {
    return send(to, reply.status, reply.body ?? errorOf(asked.protocol, reply.status), reply.headers)
  }
  if (typeof reply !== 'string' && 'calls' in reply) {
    return send(
      to,
      200,
      asked.protocol === 'openai' ? callingOpenAi(reply, asked) : callingAnthropic(reply, asked),
    )
  }
  const said: Said = typeof reply === 'string' ? { text: reply } : 'does' in reply ? HONEST : reply
  const whole = JSON.stringify(
    asked.protocol === 'openai' ? completionOf(said, asked) : messageOf(said, asked),
  )
  if (typeof reply === 'string' || !('does' in reply)) {
    return send(to, 200, whole, { 'content-type': said.contentType ?? 'application/json' })
  }
  const half = whole.slice(0, whole.length / 2) // slice-ok: of ASCII
  if (reply.does === 'close') return void to.socket?.destroy()
  if (reply.does === 'ends early') return send(to, 200, half)
  if (reply.does === 'stall') return
  to.writeHead(200, { 'content-type': 'application/json', 'content-length': String(whole.length) })
  to.write(half, () => {
    if (reply.does === 'cut') to.socket?.destroy()
  })
}

const HONEST: Said = { text: '{"value":"something long enough to be cut in the middle of its text"}' }

async function read(request: IncomingMessage): Promise<AskedChat | undefined> {
  const path = request.url ?? ''
  const protocol = path.endsWith('/chat/completions')
    ? 'openai'
    : path.endsWith('/messages')
      ? 'anthropic'
      : undefined
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  if (protocol === undefined) return undefined
  // biome-ignore lint/suspicious/noExplicitAny: what a client sends is looked into, not trusted
  const body: any = JSON.parse(Buffer.concat(chunks).toString('utf8'))
  const { authorization } = request.headers
  const shared = { protocol, path, model: body.model, body } as const
  if (protocol === 'anthropic') {
    return {
      ...shared,
      key: request.headers['x-api-key']?.toString(),
      system: textOf(body.system),
      prompt: textOf(body.messages.at(-1)?.content),
      maxTokens: body.max_tokens,
      format:
        body.output_config?.format !== undefined
          ? 'schema'
          : body.tools?.[0]?.name === 'json'
            ? 'tool'
            : 'none',
      tools: namesOf(body.tools ?? []),
      forced: body.tool_choice?.name,
      results: body.messages.flatMap(({ content }: { content: unknown }) => resultsOf(content)),
    }
  }
  return {
    ...shared,
    key: authorization?.replace(/^Bearer /, ''),
    system: textOf(body.messages.find((message: { role: string }) => message.role === 'system')?.content),
    prompt: textOf(body.messages.at(-1)?.content),
    maxTokens: body.max_completion_tokens ?? body.max_tokens,
    format:
      body.response_format === undefined
        ? 'none'
        : body.response_format.type === 'json_schema'
          ? 'schema'
          : 'json',
    tools: namesOf((body.tools ?? []).map((tool: { function: object }) => tool.function)),
    forced: body.tool_choice?.function?.name,
    results: body.messages
      .filter(({ role }: { role: string }) => role === 'tool')
      .map(({ content }: { content: unknown }) => textOf(content)),
  }
}

const namesOf = (tools: readonly { readonly name: string }[]) => tools.map(({ name }) => name)

function resultsOf(content: unknown): string[] {
  if (!Array.isArray(content)) return []
  return content.filter(({ type }) => type === 'tool_result').map((part) => textOf(part.content))
}

/** Of a string, or of a list of parts with text. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  return Array.isArray(content) ? content.map(({ text = '' }) => text).join('') : ''
}

function completionOf({ text, ending = 'whole', usage = USAGE }: Said, { model }: AskedChat) {
  const message =
    ending === 'refused'
      ? { role: 'assistant', content: null, refusal: text }
      : { role: 'assistant', content: text }
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_700_000_000,
    model,
    choices: [{ index: 0, message, finish_reason: ending === 'cut' ? 'length' : 'stop' }],
    ...(usage === null
      ? {}
      : {
          usage: {
            prompt_tokens: usage.input,
            completion_tokens: usage.output,
            total_tokens: usage.input + usage.output,
          },
        }),
  }
}

function messageOf({ text, ending = 'whole', usage = USAGE }: Said, { model, format }: AskedChat) {
  const isTool = format === 'tool' && ending === 'whole' && isJson(text)
  return {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model,
    content: isTool
      ? [{ type: 'tool_use', id: 'toolu_1', name: 'json', input: JSON.parse(text) }]
      : [{ type: 'text', text }],
    stop_reason: isTool ? 'tool_use' : { whole: 'end_turn', cut: 'max_tokens', refused: 'refusal' }[ending],
    stop_sequence: null,
    ...(usage === null ? {} : { usage: { input_tokens: usage.input, output_tokens: usage.output } }),
  }
}

const USAGE = { input: 100, output: 20 }

function callingOpenAi({ calls, usage }: Calls, asked: AskedChat) {
  const { choices, ...rest } = completionOf({ text: '', ...(usage === undefined ? {} : { usage }) }, asked)
  const tool_calls = calls.map(([name, input], index) => ({
    id: `call_${asked.results.length}_${index}`,
    type: 'function',
    function: { name, arguments: typeof input === 'string' ? input : JSON.stringify(input) },
  }))
  const message = { role: 'assistant', content: null, tool_calls }
  return { ...rest, choices: [{ index: 0, message, finish_reason: 'tool_calls' }] }
}

function callingAnthropic({ calls, usage }: Calls, asked: AskedChat) {
  return {
    ...messageOf({ text: '', ...(usage === undefined ? {} : { usage }) }, asked),
    content: calls.map(([name, input], index) => ({
      type: 'tool_use',
      id: `toolu_${asked.results.length}_${index}`,
      name,
      input,
    })),
    stop_reason: 'tool_use',
  }
}

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}

function errorOf(protocol: Protocol, status: number) {
  const error = { type: 'some_error', message: `this server answers ${status}` }
  return protocol === 'openai' ? { error } : { type: 'error', error }
}

function send(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}
