import { join } from 'node:path'
import { STORE_FILE } from './config.js'
import type { ConfigFile } from './config-file.js'
import { MemoryError } from './errors.js'
import { readAddress } from './store/postgres/connection/address.js'

/** Where a store is: in a file, or in a database of a PostgreSQL server. */
export type StorePlace =
  | { readonly engine: 'sqlite'; readonly file: string }
  | { readonly engine: 'postgres'; readonly url: string }

export interface StoreSetting {
  /** What the program said: `postgres://…`, or `file`. */
  readonly given: string | undefined
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The settings of the home folder. */
  readonly file: Pick<ConfigFile, 'get' | 'place'>
  readonly home: string
}

/**
 * The setting of the program, else `RECOLLECT_STORE`, else `store` in `config.json`, else the file of the home folder.
 * Throws `invalid_input`, without quoting: a password may stand in it.
 */
export function readStoreSetting({ given, environment, file, home }: StoreSetting): StorePlace {
  const said = environment['RECOLLECT_STORE']
  const inFile = { engine: 'sqlite', file: join(home, STORE_FILE) } as const
  if (given !== undefined) return placeAt(given, 'the option store') ?? inFile
  if (said !== undefined && said !== '') return placeAt(said, 'RECOLLECT_STORE') ?? inFile
  const kept = file.get('store')
  return (kept === undefined ? undefined : placeAt(kept, file.place('store'))) ?? inFile
}

/** As people may read it: without a password. */
export function nameOfStore(place: StorePlace): string {
  return place.engine === 'sqlite' ? place.file : readAddress(place.url).location
}

/** Whether a password stands in it. */
export function holdsPassword(url: string): boolean {
  return /^[^:/]+:\/\/[^@/?#]*:[^@]+@/.test(url) || /[?&](?:ssl)?password=/i.test(url)
}

export function isPostgresUrl(text: string): boolean {
  return /^postgres(?:ql)?:\/\//i.test(text)
}

/** Undefined: the file of the home folder. */
function placeAt(setting: unknown, saidBy: string): StorePlace | undefined {
  if (setting === 'file') return undefined
  if (typeof setting === 'string' && isPostgresUrl(setting)) return { engine: 'postgres', url: setting }
  throw new MemoryError(
    'invalid_input',
    `${saidBy} is no store`,
    'give postgres://USER:PASSWORD@HOST:PORT/DATABASE, where other characters than letters and digits are written ' +
      'as in addresses (%40 for @), or file: the one of the home folder, which --home or RECOLLECT_HOME names',
  )
}
