import type { Socket } from 'node:net'
import type { ServerAddress } from '../connection/address.js'
import { openClient } from '../connection/open-client.js'
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

async function listenOver(socket: Socket, { address, connectTimeoutMs, onWord, onEnd }: Listening) {
  const client = openClient(address, socket, {
    connectTimeoutMs,
    onEnd,
    onWord,
    settings: { application_name: 'recollect news', default_transaction_read_only: 'on' },
  })
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
