import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { environment, program } from './recollect.js'

/** A server that the built program runs, as its owner asks it. */
export interface Served {
  /** Everything it has written. */
  said(): string
  // biome-ignore lint/suspicious/noExplicitAny: each test says with expect what the answer must be
  call(operation: string, input: object): Promise<any>
  stop(): Promise<void>
}

/** Starts it, and waits until it listens. */
export async function served(argv: readonly string[], home: string): Promise<Served> {
  const child = spawn(process.execPath, [program, ...argv], { env: environment(home) })
  const ended = once(child, 'close')
  let said = ''
  const ready = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text
        if (said.includes('"pid"')) resolve()
      })
    child.once('close', () => reject(new Error(`the server ended: ${said}`)))
  })
  await ready
  const { url, token } = JSON.parse(readFileSync(join(home, 'server.json'), 'utf8'))
  return {
    said: () => said,
    call: async (operation, input) => {
      const answer = await fetch(`${url}/api/v1/${operation}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(input),
      })
      if (!answer.ok) throw new Error(`${operation}: ${answer.status} ${await answer.text()}`)
      return answer.json()
    },
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}
