import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { type RunningServer, runServer, type ServerPlace } from './run-server.js'
import { type ServerUser, serverUser } from './server-user.js'
import { removeStaleClusters } from './stale-clusters.js'

/** A PostgreSQL server of this test run alone, on a temporary folder and a free loopback port. */
export interface Cluster {
  /** URL of an administrator, for a database of that name. */
  url(database: string): string
  /** URL of a role with no rights but those that it is given, for a database of that name. */
  urlOf(role: string, database: string): string
  /** The password of every role. */
  readonly password: string
  readonly server: RunningServer
  /** Starts a copy that follows this server; stopped with it. */
  addStandby(): Promise<Standby>
  /** Stops the server and removes its folder. */
  stop(): Promise<void>
}

export interface Standby extends RunningServer {
  readonly port: number
}

const CLUSTER_PREFIX = 'recollect-postgres-'

/** The folder of the newest installed server's programs, or undefined. */
export function findServer(): string | undefined {
  const versions = existsSync(DEBIAN_FOLDER) ? readdirSync(DEBIAN_FOLDER) : []
  const byNewest = versions
    .map(Number)
    .filter(Number.isFinite)
    .sort((a, b) => b - a)
  const debian = byNewest.map((version) => join(DEBIAN_FOLDER, String(version), 'bin'))
  const onPath = (process.env.PATH ?? '').split(delimiter)
  return [...debian, ...onPath].find((folder) => existsSync(join(folder, 'initdb')))
}

/** As durable as a server has to be (doctor would say otherwise), with few checkpoints. */
const USUAL = ['shared_buffers=32MB', 'max_wal_size=1GB', 'checkpoint_timeout=1h']

/** In memory, where there is enough of it: what is flushed there costs nothing. Who gives settings of its own gets a disk. */
function placeOf(settings: readonly string[]): string {
  const free = settings === USUAL && existsSync(MEMORY_FOLDER) ? statfsSync(MEMORY_FOLDER) : undefined
  return free !== undefined && free.bavail * free.bsize > ENOUGH_BYTES ? MEMORY_FOLDER : tmpdir()
}

const MEMORY_FOLDER = '/dev/shm'
const ENOUGH_BYTES = 6 * 1024 ** 3

/**
 * Makes and starts a cluster. Its locale sorts like a dictionary, not by bytes: a text column that forgot
 * `collate "C"` is found by the tests.
 */
export async function startCluster(bin: string, settings: readonly string[] = USUAL): Promise<Cluster> {
  const place = placeOf(settings)
  removeStaleClusters(place, CLUSTER_PREFIX)
  const user = serverUser()
  const folder = mkdtempSync(join(place, `${CLUSTER_PREFIX}${process.pid}-`))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', remove)
  try {
    const password = randomBytes(16).toString('hex')
    const data = await initialise(bin, folder, user, password)
    const port = await freePort()
    const launched = { bin, data, user, port, settings }
    const server = await runServer(launched)
    const standbys: Standby[] = []
    const urlOf = (role: string, database: string) =>
      `postgres://${role}:${password}@127.0.0.1:${port}/${database}`
    return {
      password,
      url: (database) => urlOf(ADMINISTRATOR, database),
      urlOf,
      server,
      addStandby: async () => {
        const standby = await standbyOf(launched, urlOf(ADMINISTRATOR, 'postgres'), folder)
        standbys.push(standby)
        return standby
      },
      stop: async () => {
        await Promise.all([...standbys, server].map((one) => one.end('SIGQUIT')))
        process.removeListener('exit', remove)
        remove()
      },
    }
  } catch (error) {
    process.removeListener('exit', remove)
    remove()
    throw error
  }
}

const DEBIAN_FOLDER = '/usr/lib/postgresql'
const ADMINISTRATOR = 'recollect'

async function initialise(bin: string, folder: string, user: ServerUser, password: string): Promise<string> {
  const data = join(folder, 'data')
  const passwordFile = join(folder, 'password')
  mkdirSync(data, { mode: 0o700 })
  writeFileSync(passwordFile, password, { mode: 0o600 })
  for (const path of [folder, data, passwordFile]) user.own(path)
  const options = [
    ...['-D', data, '-U', ADMINISTRATOR, '-A', 'scram-sha-256', `--pwfile=${passwordFile}`],
    ...['-E', 'UTF8', '--no-sync', '--locale=C.UTF-8', '--locale-provider=icu', '--icu-locale=en-US'],
  ]
  const [command, args] = user.command(join(bin, 'initdb'), options)
  await promisify(execFile)(command, args, { cwd: folder })
  rmSync(passwordFile)
  return data
}

/** A copy of a server that follows it. */
async function standbyOf(primary: ServerPlace, administrator: string, folder: string): Promise<Standby> {
  const { bin, user } = primary
  const port = await freePort()
  const data = join(folder, `standby-${port}`)
  const [command, args] = user.command(join(bin, 'pg_basebackup'), [
    ...['-D', data, '-d', administrator, '-R', '-X', 'stream', '--no-sync', '-c', 'fast'],
  ])
  await promisify(execFile)(command, args, { cwd: folder })
  const server = await runServer({ ...primary, data, port })
  return { ...server, port }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (typeof address === 'object' && address !== null ? resolve(address.port) : reject()))
    })
  })
}
