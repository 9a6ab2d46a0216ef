import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hashVector } from '../hash-embedder.js'

/** A server on loopback that speaks `/v1/embeddings` and Ollama's `/api/tags`. */
export interface OpenAiServer {
  readonly url: string
  /** What was asked of `/v1/embeddings`, in order. */
  readonly asked: readonly Asked[]
  /** Called as each request arrives, also such that are never answered. */
  onAsked: (asked: Asked) => void
  close(): Promise<void>
}

export interface Asked {
  readonly authorization: string | undefined
  readonly path: string
  readonly body: { readonly model: string; readonly input: readonly string[]; readonly dimensions?: number }
}

/** What the server does with a request; undefined: it makes vectors. */
export type Reply =
  | { readonly status: number; readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> }
  | 'hang'
  | 'break off'

export interface OpenAiScript {
  readonly dimensions?: number
  /** Texts of more characters are refused, as OpenAI does it. */
  readonly maxChars?: number
  /** Names that `/api/tags` lists; none: it is no Ollama. */
  readonly tags?: readonly string[]
  /** For the request of this number, from 0 on. */
  readonly reply?: (asked: Asked, number: number) => Reply | undefined
}

export async function startOpenAi(script: OpenAiScript = {}): Promise<OpenAiServer> {
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    void answer(request, response)
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? ''
    if (path === '/api/tags' && script.tags !== undefined) {
      return send(response, 200, { models: script.tags.map((name) => ({ name, size: 1 })) })
    }
    const { authorization } = request.headers
    const one: Asked = { authorization, path, body: JSON.parse((await textOf(request)) || '{}') }
    asked.push(one)
    handle.onAsked(one)
    const reply = script.reply?.(one, asked.length - 1)
    if (reply === 'hang') return
    if (reply === 'break off') return void request.socket.destroy()
    if (reply !== undefined) return send(response, reply.status, reply.body, reply.headers)
    if (path !== '/v1/embeddings') return send(response, 404, 'page not found')
    const { input, dimensions = script.dimensions ?? 8 } = one.body
    if (input.some(({ length }) => length > (script.maxChars ?? 10_000))) {
      const message = `This model's maximum context length is 8192 tokens, you sent: ${input.join(' ')}`
      return send(response, 400, { error: { message, type: 'invalid_request_error' } })
    }
    // Not of unit length, and not in order: neither is promised.
    const data = input.map((text, index) => ({
      object: 'embedding',
      index,
      embedding: [...hashVector(text, dimensions)].map((value) => value * 3),
    }))
    send(response, 200, { object: 'list', data: data.reverse(), model: one.body.model })
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const handle: OpenAiServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    onAsked: () => undefined,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return handle
}

function send(response: ServerResponse, status: number, body: unknown = '', headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(typeof body === 'string' ? body : JSON.stringify(body))
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
