import postgres from 'postgres'
import { CHANNEL } from './news-room.js'

export interface Listening {
  readonly url: string
  readonly connectTimeoutMs: number
  onWord(word: string): void
  onEnd(): void
}

/** A session that only hears. It is one connection for good: once that has ended, nothing is heard any more. */
export async function openListening({ url, connectTimeoutMs, onWord, onEnd }: Listening) {
  const client = postgres(url, {
    max: 1,
    connect_timeout: Math.max(1, Math.ceil(connectTimeoutMs / 1000)),
    max_lifetime: null,
    fetch_types: false,
    onclose: onEnd,
    onnotice: () => undefined,
    onnotify: (_channel: string, word: string) => onWord(word),
    connection: { application_name: 'recollect news', default_transaction_read_only: true } as object,
  } as postgres.Options<Record<string, never>>)
  const end = () => client.end({ timeout: 1 })
  try {
    await client.unsafe(`listen ${CHANNEL}`)
  } catch (error) {
    await end()
    throw error
  }
  return { end }
}
