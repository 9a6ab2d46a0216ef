import { type ErrorCode, MemoryError } from '../../../errors.js'

/** Why running a transaction again, from its start, can succeed; `away`: once the server is there. */
export type RetryReason = 'serialization' | 'duplicate' | 'lost' | 'away'

export function retryReason(error: unknown): RetryReason | undefined {
  const state = sqlState(error)
  if (state === undefined) return undefined
  if (state === '40001' || state === '40P01' || state === '55P03') return 'serialization'
  if (state === '23505') return isRace(error) ? 'duplicate' : undefined
  if (isLoss(error)) return 'lost'
  return state === STARTING || state === NO_ROOM || isAway.test(state) ? 'away' : undefined
}

/** The server, or the way to it, ended the session: what was under way is known to be done or not by nobody. */
export function isLoss(error: unknown): boolean {
  const state = sqlState(error)
  return state !== undefined && (losses.has(state) || ENDED.test(state))
}

const losses = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'ECONNRESET',
  'EPIPE',
])

/** Shut down by somebody, ended by a crash of another session, or idle in a transaction for too long. */
const ENDED = /^(57P01|57P02|57P05|25P03)$/

const STARTING = '57P03'
const NO_ROOM = '53300'
const isAway =
  /^(ECONNREFUSED|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ETIMEDOUT|EAI_AGAIN|CONNECT_TIMEOUT|CONNECT_NO_PRIMARY)$/

/**
 * Where two transactions can both look for a key, both miss it and both insert it: the second run of the later one sees
 * the row of the first. A duplicate of any other key is no race, and told at once.
 */
function isRace(error: unknown): boolean {
  const { constraint_name } = error as { constraint_name?: unknown }
  return typeof constraint_name === 'string' && racedIndexes.has(constraint_name)
}

const racedIndexes = new Set(['fact_holder'])

/**
 * Turns what the server or the connection says into an error of ours; anything else passes unchanged. The
 * server's own texts quote the values of rows, so that only its code and names of constants are kept.
 */
export function translate(error: unknown, location: string): unknown {
  const state = sqlState(error)
  if (state === undefined) return error
  const known = isWriteOnStandby(error) ? READ_ONLY : state
  const row = table.find(([prefix]) => known.startsWith(prefix)) ?? fallback
  const [, code, message, hint] = row
  return new MemoryError(code, `${message} (${location}, ${state})`, hint, {
    cause: withoutValues(error, state),
    isPassing: IS_PASSING.test(state),
  })
}

const READ_ONLY = '25006'

/** A standby does not even begin what writes, and answers the code of a feature that it lacks. */
function isWriteOnStandby(error: unknown): boolean {
  const { code, routine } = error as { code?: unknown; routine?: unknown }
  return code === '0A000' && /^call_\w+_check_hook$/.test(String(routine))
}

/** The server, or the way to it, is away. Where the commit was on its way, that is told otherwise (../transact.ts). */
const IS_PASSING = /^(CONNECT|ECONN|EPIPE|EHOST|ENET|ETIMEDOUT|EAI_AGAIN)/

/** The SQLSTATE of a server error, or the name of a connection error such as `ECONNREFUSED`. */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error) || error instanceof MemoryError || !('code' in error)) return undefined
  const { code } = error
  return typeof code === 'string' && /^([0-9A-Z]{5}|E[A-Z]+|E?CONN[A-Z_]+|SASL_[A-Z_]+)$/.test(code)
    ? code
    : undefined
}

/** The session has ended under a statement. */
export function connectionLost(): Error {
  return Object.assign(new Error('the connection to the server was lost'), { code: 'CONNECTION_CLOSED' })
}

type Row = readonly [prefix: string, code: ErrorCode, message: string, hint: string]

const startServer = 'check that the server runs and that host and port in the URL are right'
const credentials = 'check user and password (PGPASSWORD, or in the URL), and pg_hba.conf on the server'
const tryAgain = 'try again; nothing of this call was written'

const table: readonly Row[] = [
  ['40', 'store_busy', 'other transactions were in the way', tryAgain],
  ['55P03', 'store_busy', 'another transaction holds a lock', tryAgain],
  [
    '57014',
    'store_busy',
    'a statement took too long, or somebody cancelled it',
    'ask for less at once, or raise statementTimeoutMs (RECOLLECT_POSTGRES_STATEMENT_TIMEOUT_MS)',
  ],
  ['57P', 'store_busy', 'the server is stopping or starting', tryAgain],
  [
    '53300',
    'store_busy',
    'the server has no connection left',
    'raise max_connections, or use fewer processes',
  ],
  [
    '53100',
    'store_full',
    'the disk of the server is full',
    'free some space; nothing of this call was written',
  ],
  [
    '53',
    'store_full',
    'the server is out of memory or over a limit of its settings',
    'see the log of the server',
  ],
  ['23', 'conflict', 'the store refused a row that breaks a rule', 'read again and retry'],
  [
    '22',
    'invalid_input',
    'the store cannot hold or compare a value',
    'NUL characters and mistyped values are refused',
  ],
  ['54', 'too_large', 'the text is larger than the store can hold', 'split it'],
  ['XX00', 'store_corrupt', 'the server found damaged data', 'see the log of the server; restore a backup'],
  ['58', 'store_failed', 'reading or writing the disk of the server failed', 'see the log of the server'],
  [READ_ONLY, 'store_failed', 'the server only reads', 'connect to the primary, not to a standby'],
  ['28', 'store_failed', 'the server refused the login', credentials],
  ['SASL', 'store_failed', 'the server refused the login', credentials],
  [
    '3D000',
    'store_failed',
    'the database does not exist',
    'create it: createdb --encoding UTF8 --template template0 --owner OWNER NAME',
  ],
  [
    '42501',
    'store_failed',
    'the role of the URL may not do this',
    'as the owner of the database: recollect prepare --store postgres://OWNER@HOST/DATABASE --role ROLE',
  ],
  [
    'CONNECT_NO_PRIMARY',
    'store_failed',
    'none of the servers takes writes',
    'wait until one has taken over, or name the primary in the URL',
  ],
  ['CONNECT_TIMEOUT', 'store_failed', 'the server does not answer', startServer],
  ['CONNECTION', 'store_failed', 'the connection to the server was lost', startServer],
  ['ECONNRESET', 'store_failed', 'the connection to the server was lost', startServer],
  ['EPIPE', 'store_failed', 'the connection to the server was lost', startServer],
  ['E', 'store_failed', 'the server cannot be reached', startServer],
]

const fallback: Row = ['', 'store_failed', 'the store failed', 'see the log of the server']

function withoutValues(error: unknown, state: string): Error {
  const { routine, table_name, constraint_name, position, message } = error as Partial<Record<string, string>>
  // Class 42 is about the text of a statement, which is ours and holds no value of a caller.
  const text = state.startsWith('42') || state.length !== 5 ? message : undefined
  const named = Object.entries({ routine, table_name, constraint_name, position, text })
  const told = named.filter(([, value]) => value !== undefined).map(([name, value]) => `${name}: ${value}`)
  return new Error(`SQLSTATE ${state}; ${told.join(', ')}`)
}
