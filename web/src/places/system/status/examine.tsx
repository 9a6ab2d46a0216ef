import { call } from '../../../api/call.js'
import type { OutputOf } from '../../../api/operation-types.js'
import { Button } from '../../../parts/button.js'
import { Progress } from '../../../parts/progress.js'
import { useWork } from '../shared/use-work.js'
import { t } from './words.js'

type Report = OutputOf<'memory.doctor'>

/** Looks at everything, when it is asked to: file, index, counters, the log. */
export function Examine() {
  const work = useWork<Report>()
  const start = () => work.start((options) => call('memory.doctor', {}, options))
  return (
    <>
      {work.isRunning ? (
        <Progress
          label={t('examining')}
          progress={work.progress ?? { done: 0, unit: '' }}
          startedAt={work.startedAt}
          onStop={work.stop}
        />
      ) : (
        <div class="part-line">
          <Button onClick={start}>{t(work.result === undefined ? 'examine' : 'examineAgain')}</Button>
          <span class="meta">{t('examineAbout')}</span>
        </div>
      )}
      {work.result !== undefined && <Findings report={work.result} />}
    </>
  )
}

function Findings({ report: { isHealthy, findings } }: { readonly report: Report }) {
  // What is wrong stands first.
  const sorted = [...findings].sort((a, b) => Number(a.isOk) - Number(b.isOk))
  const wrong = findings.filter(({ isOk }) => !isOk).length
  return (
    <div role="status">
      <p class="findings-head">
        <strong>{isHealthy ? t('allSound', findings.length) : t('wrong', wrong, findings.length)}</strong>
      </p>
      <ul class="findings">
        {sorted.map(({ check, isOk, detail, hint }) => (
          <li key={check} class="finding">
            <span class={`health-mark health-${isOk ? 'good' : 'bad'}`} aria-hidden="true" />
            <div>
              <span class="only-heard">{t(isOk ? 'sound' : 'unsound')}: </span>
              <span class={isOk ? undefined : 'finding-name'}>{check}</span>{' '}
              <span class="meta">{detail}</span>
              {hint !== null && <p class="meta">{hint}</p>}
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}
