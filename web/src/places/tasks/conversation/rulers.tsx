import { Time } from '../../../parts/time.js'
import { t } from './words.js'

/** Where a new day begins. */
export function DayRuler({ id, at }: { readonly id: string; readonly at: string }) {
  return (
    <li class="ruler" data-step={id}>
      <span class="ruler-text">
        <Time at={at} />
      </span>
    </li>
  )
}

/** Where something stood that was forgotten: its number is left, and nothing else. */
export function GoneRuler({ id, count }: { readonly id: string; readonly count: number }) {
  return (
    <li class="ruler ruler-gone" data-step={id}>
      <span class="ruler-text">{t('gone', count)}</span>
    </li>
  )
}
