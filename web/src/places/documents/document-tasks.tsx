import { useState } from 'preact/hooks'
import { may } from '../../api/caller.js'
import { useOperation } from '../../api/use-operation.js'
import { href } from '../../location/location.js'
import { Button } from '../../parts/button.js'
import { Select } from '../../parts/select.js'
import { attach, detach } from './attach-deeds.js'
import type { LibraryDocument } from './document.js'
import { DEFAULT_TASK, sayTask, useTaskNames } from './task-names.js'
import { t } from './words.js'

/** Whether a task may ask this document, and the way to change that. */
export function DocumentTasks({ document }: { readonly document: LibraryDocument }) {
  const names = useTaskNames()
  const [chosen, setChosen] = useState<string>()
  const task = chosen ?? names[1] ?? DEFAULT_TASK
  const asked = useOperation('knowledge.list', { task, shelf: document.shelf, limit: 200 })
  const isAttached = asked.value?.documents.some(({ id }) => id === document.id)
  return (
    <div class="documents-tasks">
      <Select
        label={t('task')}
        isLabelHidden
        value={task}
        options={names.map((value) => ({ value, label: sayTask(value) }))}
        onChange={setChosen}
      />
      {isAttached !== undefined && (
        <>
          <span class="meta">
            {isAttached ? t(document.published === null ? 'mayAskOnceReady' : 'mayAsk') : t('mayNotAsk')}
          </span>
          {may('knowledge.write') && (
            <Button onClick={() => void (isAttached ? detach : attach)(task, document)}>
              {t(isAttached ? 'detach' : 'attach')}
            </Button>
          )}
          {isAttached && document.published !== null && (
            <Button kind="quiet" href={href('documents/ask', { task })}>
              {t('ask')}
            </Button>
          )}
        </>
      )}
    </div>
  )
}
