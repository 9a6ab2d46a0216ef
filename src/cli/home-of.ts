import { homeFolder } from '../config.js'
import type { GlobalFlags } from './arguments/global-flags.js'

/** The folder of the store that a command line means, as a whole path. */
export function homeOf({ home }: Pick<GlobalFlags, 'home'>): string {
  return homeFolder(home === undefined ? process.env : { RECOLLECT_HOME: home })
}

/** Whose memory a command line names: a workspace's, or a user's. */
export function ownerOf({ user, workspace }: Pick<GlobalFlags, 'user' | 'workspace'>): string {
  return workspace ?? userOf(user === undefined ? {} : { user })
}

/** Whose memory a command line means. */
export function userOf({ user }: Pick<GlobalFlags, 'user'>): string {
  return user ?? 'me'
}
