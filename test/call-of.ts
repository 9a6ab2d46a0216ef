import type { Spine } from '../src/items/spine.js'
import type { Call } from '../src/operations/operation.js'
import type { Reach } from '../src/reach.js'
import type { ReadLog } from '../src/read-log.js'
import { createRemotes } from '../src/remote/remotes.js'
import { createDatabaseRecords } from '../src/user/records/database-records.js'
import { createRecordHome } from '../src/user/records/record-home.js'
import { noModels } from './no-models.js'

/** What an operation's handler gets, without an engine: no model, records in the database. */
export function callOf(spine: Spine, reach: Reach, readLog: ReadLog): Call {
  return {
    spine,
    reach,
    readLog,
    records: createDatabaseRecords(spine),
    recordHome: createRecordHome('/nowhere', spine.env),
    models: noModels,
    remotes: createRemotes([], spine.env, spine.zone),
    modelDailyTokens: 200_000,
    progress: undefined,
    signal: undefined,
    background: () => undefined,
  }
}
