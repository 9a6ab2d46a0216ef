import { type Env, systemEnv } from './clock.js'
import { homeFolder, keepsRecalls } from './config.js'
import { readConfigFile } from './config-file.js'
import { MemoryError } from './errors.js'
import type { MemoryOptions } from './memory-options.js'
import { type ChatSettings, readChatSettings } from './model/chat/chat-setting.js'
import { readEmbedderSetting } from './model/embedder-setting.js'
import { readRemoteSettings } from './remote/remote-setting.js'
import { createRemotes, type Remotes } from './remote/remotes.js'
import { readServerSetting } from './server-setting.js'
import { readStoreSetting, type StorePlace } from './store-place.js'
import { isZone, LOCAL_ZONE } from './text/zone.js'
import { createRecordHome, type RecordHome } from './user/records/record-home.js'
import { type RecordPlace, readRecordsSetting } from './user/records/record-place.js'

/** The options of a memory with all that the environment and `config.json` add to them. */
export type Settled = Omit<MemoryOptions, 'home' | 'store' | 'records'> & {
  readonly env: Env
  readonly zone: string
  readonly recallLog: boolean
  readonly home: string
  readonly place: StorePlace
  /** Undefined where nobody said anything. */
  readonly records: RecordPlace | undefined
  readonly recordHome: RecordHome
  readonly chat: ChatSettings
  readonly asked: Remotes
  /** The folder by which processes of this machine share an embedder. */
  readonly sharedIn: string | undefined
}

/** Throws `invalid_input` for what cannot be: before there is a store that would have to be closed, or was made for nothing. */
export function settleOptions(options: MemoryOptions): Settled {
  const { env = systemEnv(), zone = LOCAL_ZONE, recallLog = keepsRecalls(process.env) } = options
  if (!isZone(zone)) {
    throw new MemoryError('invalid_input', `not a time zone: ${zone}`, 'give an IANA name like Europe/Lisbon')
  }
  if ('postgres' in options) throw new TypeError('the option postgres is called store')
  readEmbedderSetting(options.embedder, process.env)
  const home = options.home ?? homeFolder(process.env)
  const file = readConfigFile(home)
  const chat = readChatSettings({
    model: options.model,
    dailyTokens: options.modelDailyTokens,
    environment: process.env,
    file,
  })
  const records = readRecordsSetting(options.records, process.env, file, home)
  const place = readStoreSetting({ given: options.store, environment: process.env, file, home })
  return {
    ...options,
    ...readServerSetting({ given: options, environment: process.env, file }),
    env,
    zone,
    recallLog,
    home,
    place,
    records,
    recordHome: createRecordHome(home, env),
    chat,
    asked: createRemotes(readRemoteSettings(options.remotes, file, process.env), env, zone),
    // A program with a database and no folder of its own leaves nothing in anyone's.
    sharedIn: place.engine === 'postgres' ? options.home : home,
  }
}
