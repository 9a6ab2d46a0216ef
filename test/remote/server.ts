import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

export interface Asked {
  readonly method: string
  readonly path: string
  readonly authorization: string | undefined
  readonly body: string
}

/** A server on this machine that answers as a test says, and keeps what it was asked. */
export async function serverThat(
  answers: (response: ServerResponse, asked: Asked) => void,
): Promise<{ readonly url: string; readonly asked: Asked[] }> {
  const asked: Asked[] = []
  const server = createServer((request: IncomingMessage, response) => {
    void text(request).then((body) => {
      const one = {
        method: request.method ?? '',
        path: request.url ?? '',
        authorization: request.headers.authorization,
        body,
      }
      asked.push(one)
      answers(response, one)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

/** Answers what a Recollect would. */
export const telling =
  (...memories: unknown[]) =>
  (response: ServerResponse): void => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ version: 1, memories }))
  }
