import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ServerUser } from './server-user.js'

/** A server that can be treated badly. */
export interface RunningServer {
  /** Ends it: fast (clients are thrown out), `SIGQUIT` (at once, as after a crash), or `SIGKILL`. */
  end(signal?: 'SIGINT' | 'SIGQUIT' | 'SIGKILL'): Promise<void>
  /** Starts it again on what it left. */
  start(): Promise<void>
  /** Stops all of its processes in the middle of what they do. */
  freeze(): void
  thaw(): void
}

export interface ServerPlace {
  readonly bin: string
  readonly data: string
  readonly user: ServerUser
  readonly port: number
  readonly settings: readonly string[]
}

/** Starts a server on a folder that `initdb` or `pg_basebackup` made, and waits until it listens. */
export async function runServer(place: ServerPlace): Promise<RunningServer> {
  let server = await launch(place)
  const signalAll = (signal: NodeJS.Signals) => {
    for (const pid of familyOf(server.pid as number)) process.kill(pid, signal)
  }
  return {
    end: async (signal = 'SIGINT') => {
      const exited = new Promise((resolve) => server.once('exit', resolve))
      if (server.exitCode !== null || server.signalCode !== null) return
      const family = familyOf(server.pid as number)
      // The sessions of a server that was killed end when they next look for it, and keep its port until then.
      if (signal === 'SIGKILL') for (const pid of family) killIfThere(pid)
      else server.kill(signal)
      await exited
    },
    start: async () => {
      server = await launch(place)
    },
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
  }
}

async function launch({ bin, data, user, port, settings }: ServerPlace): Promise<ChildProcess> {
  const usual = [
    ...['listen_addresses=127.0.0.1', `port=${port}`, 'unix_socket_directories=', 'max_connections=100'],
    'log_min_messages=warning',
  ]
  const options = ['-D', data, ...[...usual, ...settings].flatMap((setting) => ['-c', setting])]
  const [command, args] = user.command(join(bin, 'postgres'), options)
  const server = spawn(command, args, { cwd: data, stdio: ['ignore', 'ignore', 'pipe'] })
  const kill = () => void server.kill('SIGQUIT')
  process.prependOnceListener('exit', kill)
  server.once('exit', () => process.removeListener('exit', kill))
  await new Promise<void>((resolve, reject) => {
    let log = ''
    server.stderr.setEncoding('utf8').on('data', (text: string) => {
      if (log.length < MAX_LOG) log += text
      if (/database system is ready to accept (read-only )?connections/.test(log)) resolve()
    })
    server.once('error', reject)
    server.once('exit', (code) => reject(new Error(`PostgreSQL ended with ${code}:\n${log}`)))
  })
  return server
}

const MAX_LOG = 20_000

/** A process and those that it started. */
function familyOf(parent: number): number[] {
  const children = readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && parentOf(pid) === parent)
  return [parent, ...children]
}

function parentOf(pid: number): number | undefined {
  try {
    return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    // It ended meanwhile.
    return undefined
  }
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
