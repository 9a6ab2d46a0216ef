import { randomBytes } from 'node:crypto'
import { ownerToken } from '../../http/owner-token.js'
import { serveHttp } from '../../http/serve-http.js'
import type { CommandCall, ExitCode } from '../command.js'
import { packageFile } from '../package-file.js'

/** Serves the API and the dashboard until the process is asked to end. */
export async function runServe({ terminal, flags, input, open }: CommandCall): Promise<ExitCode> {
  const stop = new AbortController()
  const interrupt = () => stop.abort()
  for (const signal of SIGNALS) process.once(signal, interrupt)
  try {
    const { engine } = await open()
    const token = randomBytes(TOKEN_BYTES).toString('base64url')
    const server = await serveHttp({
      engine,
      authenticate: ownerToken(token, flags.user),
      web: packageFile('dist/web'),
      ...(typeof input['host'] === 'string' ? { host: input['host'] } : {}),
      ...(typeof input['port'] === 'number' ? { port: input['port'] } : {}),
    })
    terminal.out(`${server.url}/#token=${token}`)
    await aborted(stop.signal)
    await server.close()
    return 0
  } finally {
    for (const signal of SIGNALS) process.off(signal, interrupt)
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

const TOKEN_BYTES = 32

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
