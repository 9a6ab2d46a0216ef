import { useMemo, useState } from 'preact/hooks'
import type { OutputOf } from '../../api/operation-types.js'
import { sayDay } from '../../language/dates.js'
import { sayKind, sayKinds } from '../../language/kind-words.js'
import { sayCount } from '../../language/numbers.js'
import { sayList } from '../../language/say-list.js'
import { hrefHere } from '../../location/location.js'
import { Tabs } from '../../parts/tabs.js'
import { lazy } from '../../shell/lazy.js'
import type { GrowthChartProps } from './growth-chart.js'
import { steps as allSteps, type By, growthSteps, type Step, stepBeside } from './growth-steps.js'
import { t } from './words.js'

const GrowthChart = lazy<GrowthChartProps>(
  async () => (await import('./growth-chart.js')).GrowthChart,
  () => <div class="growth-chart" />,
)

/** When it came to know what it knows: bars for the eye, arrows for the keyboard, a table for everyone. */
export function Growth({ growth, by }: { readonly growth: OutputOf<'memory.growth'>; readonly by: By }) {
  const steps = useMemo(() => growthSteps(growth), [growth])
  const [at, setAt] = useState<number | null>(null)
  const shown = at === null ? undefined : steps[at]
  const last = steps.length - 1
  return (
    <section class="overview-part" aria-label={t('growth')}>
      <header class="growth-head">
        <h2 class="overview-title">{t('growth')}</h2>
        <Tabs
          label={t('by')}
          current={by}
          tabs={allSteps.map((one) => ({
            id: one,
            label: t(one),
            href: hrefHere({ by: one === 'week' ? null : one }),
          }))}
        />
      </header>
      <div
        class="growth"
        role="slider"
        tabIndex={0}
        aria-label={t('growth')}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, last)}
        aria-valuenow={at ?? Math.max(0, last)}
        aria-valuetext={sayStep(steps[at ?? last], by)}
        onKeyDown={(event) => {
          const by = moves.get(event.key)
          if (by === undefined) return
          event.preventDefault()
          setAt(stepBeside(steps.length, at ?? last + (by < 0 ? 1 : 0), by))
        }}
        onBlur={() => setAt(null)}
      >
        <GrowthChart steps={steps} at={at} onMove={setAt} />
      </div>
      <p class="growth-told meta">
        <span class="growth-key growth-key-kept">{t('kept')}</span>
        <span class="growth-key growth-key-heard">{t('heard')}</span>
        <span class="growth-step">{shown !== undefined && sayStep(shown, by)}</span>
      </p>
      <GrowthTable steps={steps} by={by} />
    </section>
  )
}

const moves = new Map([
  ['ArrowLeft', -1],
  ['ArrowRight', 1],
  ['ArrowDown', -1],
  ['ArrowUp', 1],
  ['PageDown', -10],
  ['PageUp', 10],
  ['Home', Number.NEGATIVE_INFINITY],
  ['End', Number.POSITIVE_INFINITY],
])

/** "Week of 3 November: 12 new: 8 messages, 4 facts" */
function sayStep(step: Step | undefined, by: By): string {
  if (step === undefined) return t('nothingNew')
  const kinds = step.kinds.map(
    ({ kind, count }) => `${sayCount(count)} ${count === 1 ? sayKind(kind) : sayKinds(kind)}`,
  )
  return t('stepTold', sayFrom(step, by), kinds.length === 0 ? t('nothingNew') : sayList(kinds))
}

function sayFrom({ at, from }: Step, by: By): string {
  if (by === 'month') return from.substring(0, 7)
  const day = sayDay(new Date(at).toISOString())
  return by === 'week' ? t('weekOf', day) : day
}

function GrowthTable({ steps, by }: { readonly steps: readonly Step[]; readonly by: By }) {
  const told = steps.filter(({ total }) => total > 0).toReversed()
  return (
    <details class="growth-table">
      <summary class="meta">{t('table')}</summary>
      <div class="growth-rows" tabIndex={0} role="group" aria-label={t('table')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t(by)}</th>
              <th scope="col">{t('kept')}</th>
              <th scope="col">{t('heard')}</th>
            </tr>
          </thead>
          <tbody>
            {told.map((step) => (
              <tr key={step.from}>
                <th scope="row">{sayFrom(step, by)}</th>
                <td>{sayCount(step.kept)}</td>
                <td>{sayCount(step.heard)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
