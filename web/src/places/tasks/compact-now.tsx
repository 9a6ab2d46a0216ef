import { useState } from 'preact/hooks'
import { call } from '../../api/call.js'
import { noticeChange } from '../../api/changes.js'
import { useOperation } from '../../api/use-operation.js'
import { sayCount } from '../../language/numbers.js'
import { Button } from '../../parts/button.js'
import { attempt, notify } from '../../parts/notice.js'
import { ProblemTold } from '../../parts/problem-told.js'
import { Skeleton } from '../../parts/skeleton.js'
import { TextBox } from './text-box.js'
import { t } from './words.js'

/** What a summary would say and save, before it stands: nothing is kept until somebody wants it. */
export function CompactNow({ session, onDone }: { readonly session: string; readonly onDone: () => void }) {
  const { value, problem, again } = useOperation('transcript.compact', { session, preview: true })
  const [isBusy, setBusy] = useState(false)
  if (value === undefined)
    return problem === undefined ? <Skeleton /> : <ProblemTold problem={problem} onAgain={again} />
  const keep = async () => {
    setBusy(true)
    const isDone = await attempt(async () => {
      const made = await call('transcript.compact', { session, force: true })
      notify(made.outcome === 'compacted' ? t('compacted') : t('nothingToCompact'))
    })
    setBusy(false)
    if (!isDone) return
    noticeChange()
    onDone()
  }
  if (value.outcome !== 'preview') return <p>{t('nothingToCompact')}</p>
  return (
    <>
      <p>
        {t('compactPlan', sayCount(value.events), sayCount(value.tokensBefore), sayCount(value.tokensAfter))}
      </p>
      {value.tokensAfter >= value.tokensBefore && <p class="tasks-bad">{t('wouldGrow')}</p>}
      <p class="meta">{t('compactHint')}</p>
      <TextBox label={t('compactTitle')} text={value.text ?? ''} wraps />
      <div>
        <Button kind="primary" isDisabled={isBusy} onClick={() => void keep()}>
          {t('compactKeep')}
        </Button>
      </div>
    </>
  )
}
