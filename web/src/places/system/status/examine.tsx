import { call } from '../../../api/call.js'
import type { OutputOf } from '../../../api/operation-types.js'
import { Button } from '../../../parts/button.js'
import { Section } from '../../../parts/section.js'
import { useWork } from '../shared/use-work.js'
import { Elapsed } from './elapsed.js'
import { t } from './words.js'

type Report = OutputOf<'memory.doctor'>

/** Looks at everything, when it is asked to: file, index, counters, the log. */
export function Examine() {
  const work = useWork<Report>()
  const start = () => work.start((options) => call('memory.doctor', {}, options))
  return (
    <>
      {work.isRunning ? (
        <Elapsed label={t('examining')} startedAt={work.startedAt} onStop={work.stop} />
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
  const wrong = findings.filter(({ isOk }) => !isOk)
  const sound = findings.filter(({ isOk }) => isOk)
  return (
    <div role="status">
      <p class="findings-head">
        <strong>
          {isHealthy ? t('allSound', findings.length) : t('wrong', wrong.length, findings.length)}
        </strong>
      </p>
      {wrong.length > 0 && <List of={wrong} />}
      <Section title={t('whatIsSound')} count={sound.length} isOpen={false}>
        <List of={sound} />
      </Section>
    </div>
  )
}

function List({ of }: { readonly of: Report['findings'] }) {
  return (
    <ul class="findings">
      {of.map(({ check, isOk, detail, hint }) => (
        <li key={check} class="finding">
          <span class={`health-mark health-${isOk ? 'good' : 'bad'}`} aria-hidden="true" />
          <div>
            <span class="only-heard">{t(isOk ? 'sound' : 'unsound')}: </span>
            <span class={isOk ? undefined : 'finding-name'}>{check}</span> <span class="meta">{detail}</span>
            {hint !== null && <p class="meta">{hint}</p>}
          </div>
        </li>
      ))}
    </ul>
  )
}
