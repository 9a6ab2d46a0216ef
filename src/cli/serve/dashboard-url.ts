import type { ServerFile } from '../../http/server-file.js'
import type { GlobalFlags } from '../arguments/global-flags.js'

type Flags = Pick<GlobalFlags, 'user' | 'workspace'>

/** Where the dashboard is for who may see its token; behind the #, it is sent to nobody. */
export function dashboardUrl({ url, token }: Pick<ServerFile, 'url' | 'token'>, flags: Flags): string {
  return `${url}/${searchOf(flags)}#token=${token}`
}

/** As the dashboard names whose memory it shows. */
export function searchOf({ user, workspace }: Flags): string {
  const query = new URLSearchParams({
    ...(user === undefined ? {} : { user }),
    ...(workspace === undefined ? {} : { workspace }),
  })
  return query.size === 0 ? '' : `?${query}`
}
