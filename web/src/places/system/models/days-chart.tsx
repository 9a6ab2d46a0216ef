import { sayDay } from '../../../language/dates.js'
import { sayCount } from '../../../language/numbers.js'
import type { DayOfUse } from './use-by-day.js'
import { t } from './words.js'

/** Tokens by day: what was read below, what was written above. Each day is told when pointed at; the table says all. */
export function DaysChart({ days }: { readonly days: readonly DayOfUse[] }) {
  const most = Math.max(1, ...days.map(({ input, output }) => input + output))
  const [first, last] = [days[0], days.at(-1)]
  return (
    <figure class="days">
      <div class="days-bars" role="img" aria-label={t('chart', sayCount(most))}>
        {days.map(({ day, input, output, calls, troubles }) => (
          <span
            key={day}
            class="days-day"
            title={t('dayTold', sayDay(day), sayCount(input), sayCount(output), calls, troubles)}
          >
            <span class="days-output" style={{ '--share': String(output / most) }} />
            <span class="days-input" style={{ '--share': String(input / most) }} />
          </span>
        ))}
      </div>
      <figcaption class="days-foot meta">
        <span>{first && sayDay(first.day)}</span>
        <span class="days-key">
          <i class="days-swatch days-input" aria-hidden="true" /> {t('input')}{' '}
          <i class="days-swatch days-output" aria-hidden="true" /> {t('output')} · {t('most', sayCount(most))}
        </span>
        <span>{last && sayDay(last.day)}</span>
      </figcaption>
    </figure>
  )
}
