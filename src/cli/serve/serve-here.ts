import { availableParallelism } from 'node:os'
import { systemEnv } from '../../clock.js'
import { MemoryError } from '../../errors.js'
import { createAuthenticate } from '../../http/authenticate.js'
import { createReaders } from '../../http/readers/readers.js'
import { refuseOpenBind } from '../../http/refuse-open-bind.js'
import { DEFAULT_HOST, type ServeOptions, serveHttp } from '../../http/serve-http.js'
import { newOwnerToken, removeServerFile, type ServerFile, writeServerFile } from '../../http/server-file.js'
import { mcpMount } from '../../mcp/mount.js'
import { nameOfStore } from '../../store-place.js'
import type { CommandCall } from '../command.js'
import { homeOf, storeOf } from '../home-of.js'
import { packageFile } from '../package-file.js'
import { packageVersion } from '../package-version.js'
import { typedAs } from '../typed-as.js'
import { logLines } from './log-lines.js'
import { runningHere } from './running-here.js'

export type ServeHereOptions = Omit<
  ServeOptions,
  'engine' | 'authenticate' | 'mounts' | 'web' | 'env' | 'readers' | 'command'
>

/** A server of the memory that a command line means, known to `recollect open` until it is closed. */
export interface ServedHere extends Pick<ServerFile, 'url' | 'token'> {
  close(): Promise<void>
}

/**
 * Serves the dashboard, the API and MCP. Throws `conflict` where this memory is served already, and where the port is
 * taken; `denied` where others could reach what nobody has a key for.
 */
export async function serveHere(call: CommandCall, options: ServeHereOptions): Promise<ServedHere> {
  const { flags, terminal, open } = call
  const home = homeOf(flags)
  const env = systemEnv()
  const running = await runningHere(flags)
  const typed = typedAs(flags)
  if (running !== undefined) throw servedAlready(running, typed.here)
  const { engine } = await open()
  const { host = DEFAULT_HOST, log = logLines(terminal, 'mistakes') } = options
  await refuseOpenBind(engine, host)
  const token = newOwnerToken(env)
  const { user } = flags
  const readers = createReaders({
    memory: {
      home,
      ...(flags.store === undefined ? {} : { store: flags.store }),
      ...(flags.zone === undefined ? {} : { zone: flags.zone }),
    },
    threads: Math.max(1, availableParallelism() - 1),
  })
  const server = await serveHttp({
    ...options,
    host,
    log,
    engine,
    env,
    readers,
    authenticate: createAuthenticate({
      engine,
      env,
      owner: { token, ...(user === undefined ? {} : { user }) },
    }),
    web: packageFile('dist/web'),
    mounts: [mcpMount({ engine, env, version: packageVersion(), log })],
    command: typed.anywhere,
  }).catch(async (error: unknown) => {
    await readers.close()
    throw error
  })
  const url = reachable(server.url)
  const close = async () => {
    await server.close()
    await readers.close()
  }
  try {
    writeServerFile(home, { url, token, store: nameOfStore(storeOf(flags)) }, env)
  } catch (error) {
    await close()
    throw error
  }
  return {
    url,
    token,
    close: () => {
      removeServerFile(home, token)
      return close()
    },
  }
}

function servedAlready({ url, pid }: ServerFile, typed: string): MemoryError {
  return new MemoryError(
    'conflict',
    `this memory is served already, at ${url} (process ${pid})`,
    `${typed} open opens it; end the other one first to start another`,
  )
}

/** Who listens at all addresses is reached at this machine's own. */
function reachable(url: string): string {
  return url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:')
}
