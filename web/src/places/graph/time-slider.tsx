import { sayDay } from '../../language/dates.js'
import { Button } from '../../parts/button.js'
import type { TimeSpanOf } from './standing.js'
import { holdTime, setTime } from './view-state.js'
import { t } from './words.js'

const DAY_MS = 86_400_000
/** More marks than this are one line. */
const MARKS_MAX = 120

/** Goes through the times at which something changed: what was not yet is hidden, what holds no more fades. */
export function TimeSlider({ span, at }: { readonly span: TimeSpanOf; readonly at: number | null }) {
  const { from, until, changes } = span
  const begin = from - DAY_MS
  const days = Math.max(1, Math.ceil((until - begin) / DAY_MS))
  const day = at === null ? days : Math.round((at - begin) / DAY_MS)
  const timeOf = (input: HTMLInputElement) =>
    Number(input.value) >= days ? null : begin + Number(input.value) * DAY_MS
  const shareOf = (time: number) => (time - begin) / (until - begin)
  const said = at === null ? t('now') : t('asOf', sayDay(new Date(at).toISOString()))
  const step = (next: number | undefined) => setTime(next === undefined ? null : next)
  return (
    <div class="time-slider" role="group" aria-label={t('time')}>
      <Button
        kind="quiet"
        icon="left"
        label={t('earlier')}
        isDisabled={at !== null && at <= from}
        onClick={() => step(changes.findLast((one) => dayOf(one) < dayOf(at ?? Number.POSITIVE_INFINITY)))}
      />
      <div class="time-track">
        <div class="time-marks" aria-hidden="true">
          {thinned(changes).map((time) => (
            <i key={time} class="time-mark" style={{ '--share': String(shareOf(time)) }} />
          ))}
        </div>
        <input
          type="range"
          class="time-range"
          min={0}
          max={days}
          value={Math.min(days, Math.max(0, day))}
          aria-label={t('time')}
          aria-valuetext={said}
          onInput={(event) => holdTime(timeOf(event.currentTarget))}
          onChange={(event) => setTime(timeOf(event.currentTarget))}
        />
      </div>
      <Button
        kind="quiet"
        icon="right"
        label={t('later')}
        isDisabled={at === null}
        onClick={() => step(changes.find((one) => dayOf(one) > dayOf(at ?? 0)))}
      />
      <output class="time-said">{said}</output>
      {at !== null && (
        <Button kind="quiet" onClick={() => setTime(null)}>
          {t('now')}
        </Button>
      )}
    </div>
  )
}

function dayOf(at: number): number {
  return Math.floor(at / DAY_MS)
}

function thinned(changes: readonly number[]): readonly number[] {
  const step = Math.ceil(changes.length / MARKS_MAX)
  return changes.filter((_, index) => index % step === 0)
}
