import type { ConfigFile } from './config-file.js'
import { MemoryError } from './errors.js'
import { readAddress } from './store/postgres/connection/address.js'

/** How a store on PostgreSQL uses its servers; what is undefined is as it is by itself. */
export interface ServerSetting {
  /** Addresses of standbys, for what only reads. */
  readonly replicas?: readonly string[]
  readonly poolSize?: number
  readonly statementTimeoutMs?: number
}

export interface ServerSettings {
  readonly given: ServerSetting
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly file: Pick<ConfigFile, 'get' | 'place'>
}

/**
 * The option of the program, else the variable, else `config.json`, each by itself. Throws `invalid_input`, without quoting:
 * passwords may stand in addresses.
 */
export function readServerSetting({ given, environment, file }: ServerSettings): ServerSetting {
  const number = (name: 'poolSize' | 'statementTimeoutMs', variable: string) => {
    const said = environment[variable] || undefined
    if (given[name] !== undefined) return { [name]: wholeNumber(given[name], `the option ${name}`) }
    if (said !== undefined) return { [name]: wholeNumber(Number(said), variable) }
    const kept = file.get(name)
    return kept === undefined ? {} : { [name]: wholeNumber(kept, file.place(name)) }
  }
  return {
    ...readReplicas({ given, environment, file }),
    ...number('poolSize', 'RECOLLECT_POSTGRES_POOL_SIZE'),
    ...number('statementTimeoutMs', 'RECOLLECT_POSTGRES_STATEMENT_TIMEOUT_MS'),
  }
}

function readReplicas({ given, environment, file }: ServerSettings): Pick<ServerSetting, 'replicas'> {
  const said = environment['RECOLLECT_POSTGRES_REPLICAS']?.trim() || undefined
  if (given.replicas !== undefined) return { replicas: addresses(given.replicas, 'the option replicas') }
  // Not by commas: an address may name several hosts.
  if (said !== undefined) return { replicas: addresses(said.split(/\s+/), 'RECOLLECT_POSTGRES_REPLICAS') }
  const kept = file.get('replicas')
  return kept === undefined ? {} : { replicas: addresses(kept, file.place('replicas')) }
}

function addresses(list: unknown, saidBy: string): readonly string[] {
  if (!Array.isArray(list) || !list.every((url) => typeof url === 'string')) {
    throw new MemoryError(
      'invalid_input',
      `${saidBy} is no list of addresses`,
      'give one address for each standby, postgres://USER:PASSWORD@HOST:PORT/DATABASE; in a variable with spaces between',
    )
  }
  // What cannot be read is refused before there is a store that would have to be closed.
  for (const url of list) readAddress(url)
  return list
}

function wholeNumber(value: unknown, saidBy: string): number {
  if (Number.isSafeInteger(value) && (value as number) > 0) return value as number
  throw new MemoryError('invalid_input', `${saidBy} is no whole number above 0`, 'e.g. 10')
}
