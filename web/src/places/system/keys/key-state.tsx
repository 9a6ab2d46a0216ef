import '../../../parts/marks.css'
import type { ApiKey } from './api-key.js'
import { t } from './words.js'

const looks = { usable: 'holds', expired: 'waits', revoked: 'gone' } as const

/** Whether a key opens anything: solid, dashed where its time is over, struck through where it was revoked. */
export function KeyState({ of }: { readonly of: ApiKey['state'] }) {
  return <span class={`status status-${looks[of]}`}>{t(of)}</span>
}
