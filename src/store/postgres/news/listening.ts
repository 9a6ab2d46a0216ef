import type { Socket } from 'node:net'
import postgres from 'postgres'
import type { ServerAddress } from '../connection/address.js'
import { openSocket } from '../connection/open-socket.js'
import { CHANNEL } from './news-room.js'

export interface Listening {
  readonly address: ServerAddress
  readonly connectTimeoutMs: number
  onWord(word: string): void
  onEnd(): void
}

/**
 * A session that only hears, at the first host that lets it: a standby takes no `listen`. It is one connection for good:
 * once that has ended, nothing is heard any more.
 */
export async function openListening(listening: Listening): Promise<{ end(): Promise<void> }> {
  let failure: unknown
  for (const host of listening.address.hosts) {
    try {
      const socket = await openSocket(host, listening.address.tls, listening.connectTimeoutMs)
      return await listenOver(socket, listening)
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

async function listenOver(socket: Socket, { address, onWord, onEnd }: Listening) {
  const { user, password, database } = address
  const client = postgres({
    socket: () => socket,
    user,
    pass: password,
    database,
    max: 1,
    ssl: false,
    target_session_attrs: undefined,
    idle_timeout: null,
    max_lifetime: null,
    fetch_types: false,
    onclose: onEnd,
    onnotice: () => undefined,
    onnotify: (_channel: string, word: string) => onWord(word),
    connection: { application_name: 'recollect news', default_transaction_read_only: true },
  } as unknown as postgres.Options<Record<string, never>>)
  const end = async () => {
    await client.end({ timeout: 1 })
    socket.destroy()
  }
  try {
    await client.unsafe(`listen ${CHANNEL}`)
  } catch (error) {
    await end()
    throw error
  }
  return { end }
}
