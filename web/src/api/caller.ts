import { batch, computed, effect, signal } from '@preact/signals'
import type { Capability } from '../../../src/reach.js'
import { isReachable, send } from './call.js'
import { reachKey, token } from './session.js'

export interface Caller {
  /** Of the key, or the owner's token. */
  readonly name: string
  readonly user: string
  readonly workspace: string | null
  readonly role: 'administrator' | 'member' | 'reader'
  readonly workspaces: readonly string[] | 'any'
  readonly capabilities: readonly Capability[]
  /** What is typed on the machine of the server to run it; null for who may sit at another. */
  readonly command: string | null
}

/** Who asks, as the server understood it; null until it said so. */
export const caller = signal<Caller | null>(null)

/** The reach of which it was said. */
const saidOf = signal('')

/** Whose memory is looked at, whatever the token: what is being written is kept under it. '' until the server said so. */
export const whose = computed(() => {
  const said = saidOf.value === reachKey.value ? caller.value : null
  return said === null ? '' : JSON.stringify([said.user, said.workspace])
})

/**
 * Whether it is worth offering; the server says it again when it is asked. Until the server has said who asks, everything is:
 * what somebody presses as soon as a page is there must not be lost.
 */
export function may(capability: Capability): boolean {
  return caller.value?.capabilities.includes(capability) !== false
}

export function isAdministrator(): boolean {
  return caller.value?.role === 'administrator' && may('admin')
}

/** Keeps it right when somebody else signs in, or is looked at; once in the page. */
export function followCaller(): void {
  effect(() => {
    const of = reachKey.value
    if (token.value === null) {
      caller.value = null
      return
    }
    // Asked again as soon as the server is back.
    if (!isReachable.value && saidOf.peek() === of) return
    send('/api/v1/caller')
      .then((response) => response.json() as Promise<Caller>)
      .then(
        (told) => {
          if (of !== reachKey.value) return
          batch(() => {
            saidOf.value = of
            caller.value = told
          })
        },
        // What is shown asks as well, and says what failed.
        () => undefined,
      )
  })
}
