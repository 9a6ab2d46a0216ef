import type { Value } from '../../store/sql.js'

export type Row = Readonly<Record<string, Value>>

/** Where a table's rows go on: the key of the last one. */
export type Key = readonly Value[]
