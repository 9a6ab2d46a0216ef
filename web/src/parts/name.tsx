import { seen } from './seen.js'

/** What somebody else named: a user, a workspace, a key, a session. It cannot pass for another, nor turn the line around. */
export function Name({ of }: { readonly of: string }) {
  return <bdi>{seen(of)}</bdi>
}
