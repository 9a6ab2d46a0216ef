import { homeFolder } from '../config.js'
import { readConfigFile } from '../config-file.js'
import { nameOfStore, readStoreSetting, type StorePlace } from '../store-place.js'
import type { GlobalFlags } from './arguments/global-flags.js'

/** The folder of the store that a command line means, as a whole path. */
export function homeOf({ home }: Pick<GlobalFlags, 'home'>): string {
  return homeFolder(home === undefined ? process.env : { RECOLLECT_HOME: home })
}

/** Where the store is that a command line means. */
export function storeOf(flags: Pick<GlobalFlags, 'home' | 'store'>): StorePlace {
  const home = homeOf(flags)
  return readStoreSetting({ given: flags.store, environment: process.env, file: readConfigFile(home), home })
}

/** For people: the folder of a file, or the address of a database. */
export function nameOfPlace(flags: Pick<GlobalFlags, 'home' | 'store'>): string {
  const place = storeOf(flags)
  return place.engine === 'sqlite' ? homeOf(flags) : nameOfStore(place)
}

/** Whose memory a command line names: a workspace's, or a user's. */
export function ownerOf({ user, workspace }: Pick<GlobalFlags, 'user' | 'workspace'>): string {
  return workspace ?? userOf(user === undefined ? {} : { user })
}

/** Whose memory a command line means. */
export function userOf({ user }: Pick<GlobalFlags, 'user'>): string {
  return user ?? 'me'
}
