import { useState } from 'preact/hooks'
import { call } from '../../api/call.js'
import { noticeChange } from '../../api/changes.js'
import type { OutputOf } from '../../api/operation-types.js'
import { sayKey } from '../../keys/key-map.js'
import { useKeys } from '../../keys/use-keys.js'
import { Button } from '../../parts/button.js'
import { Field } from '../../parts/field.js'
import { attempt, notify } from '../../parts/notice.js'
import { reopenTask } from './reopen-task.js'
import { t } from './words.js'

interface CloseTaskProps {
  readonly task: OutputOf<'task.show'>['task']
  readonly onDone: () => void
}

/** Ends a task with its outcome; undo opens it again as it stood. */
export function CloseTask({ task, onDone }: CloseTaskProps) {
  const [outcome, setOutcome] = useState('')
  const isReady = outcome.trim() !== ''
  const close = async () => {
    if (!isReady) return
    const isDone = await attempt(() =>
      call('task.close', { task: task.id, outcome: outcome.trim(), expectedRevision: task.revision }),
    )
    if (!isDone) return
    noticeChange()
    notify(t('closedNow', task.name), { undo: () => reopenTask(task) })
    onDone()
  }
  useKeys({ close: onDone, save: () => void close() })
  return (
    <div class="tasks-form">
      <h2 class="tasks-title">{task.name}</h2>
      <Field
        label={t('outcomeAsked')}
        value={outcome}
        onInput={setOutcome}
        rows={4}
        isFirst
        onEnter={() => void close()}
        onEscape={onDone}
      />
      <div class="row-line">
        <Button kind="primary" keyHint={sayKey('save')} isDisabled={!isReady} onClick={() => void close()}>
          {t('close')}
        </Button>
        <Button onClick={onDone}>{t('cancel')}</Button>
      </div>
    </div>
  )
}
