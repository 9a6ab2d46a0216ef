import type { Socket } from 'node:net'
import postgres from 'postgres'
import type { ServerAddress } from './address.js'

export interface ClientOptions {
  /** What the session is told at its start. */
  readonly settings: Readonly<Record<string, string>>
  readonly connectTimeoutMs: number
  /** How many statements may be on their way before the first is answered. */
  readonly pipeline?: number
  readonly types?: Readonly<Record<string, postgres.PostgresType>>
  onEnd(): void
  onWord?(word: string): void
}

/**
 * The client library over a socket of ours: one connection for good. By itself it would connect again, and run the rest of
 * a transaction outside of it.
 */
export function openClient(
  { user, password, database }: ServerAddress,
  socket: Socket,
  { settings, connectTimeoutMs, pipeline, types, onEnd, onWord }: ClientOptions,
): postgres.Sql {
  return postgres({
    socket: () => socket,
    user,
    pass: password,
    database,
    max: 1,
    ...(pipeline === undefined ? {} : { max_pipeline: pipeline }),
    // The socket has it already, as the address asks for it.
    ssl: false,
    target_session_attrs: undefined,
    // Seconds; null means that only we end a session.
    connect_timeout: Math.ceil(connectTimeoutMs / 1000),
    idle_timeout: null,
    max_lifetime: null,
    fetch_types: false,
    types,
    onclose: onEnd,
    onnotice: () => undefined,
    onnotify: (_channel: string, word: string) => onWord?.(word),
    connection: settings,
  } as object)
}
