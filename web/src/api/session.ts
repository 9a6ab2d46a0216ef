import { batch, computed, signal } from '@preact/signals'
import { params, setParams } from '../location/location.js'

const TOKEN_KEY = 'recollect.token'

/** The token of this tab; null: nobody is signed in. */
export const token = signal<string | null>(takeToken())

/** As whom the owner looks, and in which workspace; null: the caller's own. Both stand in the URL. */
export const user = computed(() => params.value.get('user'))
export const workspace = computed(() => params.value.get('workspace'))

/** How often the token changed: what is keyed by it need not hold the token itself. */
const round = signal(0)

/** Changes whenever other memory would be seen: what was loaded before is not of this reach. */
export const reachKey = computed(() => JSON.stringify([round.value, user.value, workspace.value]))

/** Whether the door was shut because the key is good no more. */
export const isShutOut = signal(false)

/** How often somebody left: what they had not saved goes with them. */
export const departures = signal(0)

export function signIn(given: string): void {
  sessionStorage.setItem(TOKEN_KEY, given)
  isShutOut.value = false
  holdToken(given)
}

/** The token is good no more. What was being written stays for when its writer is back. */
export function signOut({ isRevoked = false }: { readonly isRevoked?: boolean } = {}): void {
  sessionStorage.removeItem(TOKEN_KEY)
  isShutOut.value = isRevoked
  holdToken(null)
}

/** A person leaves: nothing of theirs stays in this tab. */
export function leave(): void {
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith('recollect.draft')) sessionStorage.removeItem(key)
  departures.value += 1
  signOut()
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

function holdToken(next: string | null): void {
  batch(() => {
    round.value += 1
    token.value = next
  })
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
