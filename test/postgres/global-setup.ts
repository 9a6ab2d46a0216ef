import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import postgres from 'postgres'
import type { TestProject } from 'vitest/node'
import { type Cluster, findServer, startCluster } from './cluster.js'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Port where a test file asks for a database of its own; undefined where no server is installed. */
    postgresPort: number | undefined
  }
}

/**
 * Hands out databases. The server is started when the first one is asked for: a run that needs none does not
 * wait for it.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const bin = findServer()
  if (bin === undefined) {
    process.stderr.write('No PostgreSQL server is installed here: its tests are skipped.\n')
    project.provide('postgresPort', undefined)
    return async () => undefined
  }
  let starting: Promise<Cluster> | undefined
  let count = 0
  const start = () => {
    starting ??= startCluster(bin)
    return starting
  }
  const desk = createServer((socket) => void answer(socket, start, `test_${++count}`))
  desk.listen(0, '127.0.0.1')
  await once(desk, 'listening')
  const address = desk.address()
  project.provide('postgresPort', typeof address === 'object' ? address?.port : undefined)
  return async () => {
    desk.close()
    const cluster = await starting?.catch(() => undefined)
    await cluster?.stop()
  }
}

async function answer(socket: Socket, start: () => Promise<Cluster>, name: string): Promise<void> {
  try {
    const cluster = await start()
    const administrator = postgres(cluster.url('postgres'), { max: 1, onnotice: () => undefined })
    // A role that is no superuser: what the product does, it does behind row-level security.
    await administrator.unsafe(`create role ${name} login password '${cluster.password}'`)
    await administrator.unsafe(`create database ${name} owner ${name}`)
    await administrator.end()
    socket.end(JSON.stringify({ url: cluster.urlOf(name, name), administrator: cluster.url(name) }))
  } catch (error) {
    socket.end(JSON.stringify({ error: error instanceof Error ? error.message : String(error) }))
  }
}
