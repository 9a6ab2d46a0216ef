import { computed, signal } from '@preact/signals'
import { params, setParams } from '../location/location.js'

const TOKEN_KEY = 'recollect.token'

/** The token of this tab; null: nobody is signed in. */
export const token = signal<string | null>(takeToken())

/** As whom the owner looks, and in which workspace; null: the caller's own. Both stand in the URL. */
export const user = computed(() => params.value.get('user'))
export const workspace = computed(() => params.value.get('workspace'))

/** Changes whenever other memory would be seen: what was loaded before is not of this reach. */
export const reachKey = computed(() => JSON.stringify([token.value, user.value, workspace.value]))

/** Whose memory is looked at, without the token: what is being written is kept under it. */
export const whose = computed(() => JSON.stringify([user.value, workspace.value]))

export function signIn(given: string): void {
  sessionStorage.setItem(TOKEN_KEY, given)
  token.value = given
}

export function signOut(): void {
  sessionStorage.removeItem(TOKEN_KEY)
  // What was being written is not for who signs in next.
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith('recollect.draft')) sessionStorage.removeItem(key)
  token.value = null
}

/** Looks as another user, or into a workspace; null goes back to the caller's own. */
export function switchTo(to: { user?: string | null; workspace?: string | null }): void {
  setParams({ user: to.user ?? null, workspace: to.workspace ?? null, on: null }, { isNewStep: true })
}

/** Says who asks. The reach is narrowed by headers, never widened. */
export function sessionHeaders(): Record<string, string> {
  return {
    ...(token.value === null ? {} : { Authorization: `Bearer ${token.value}` }),
    ...(user.value === null ? {} : { 'Recollect-User': encodeHeader(user.value) }),
    ...(workspace.value === null ? {} : { 'Recollect-Workspace': encodeHeader(workspace.value) }),
  }
}

/** A header holds Latin letters only; names hold any. */
function encodeHeader(name: string): string {
  return encodeURIComponent(name)
}

/** From the fragment of the address, which no server sees; it does not stay there, where it could be read over a shoulder. */
function takeToken(): string | null {
  const given = new URLSearchParams(location.hash.replace(/^#/, '')).get('token')
  if (given === null) return sessionStorage.getItem(TOKEN_KEY)
  sessionStorage.setItem(TOKEN_KEY, given)
  history.replaceState(history.state, '', location.pathname + location.search)
  return given
}
