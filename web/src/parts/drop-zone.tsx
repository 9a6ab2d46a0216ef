import { useState } from 'preact/hooks'
import { chosenFiles, droppedFiles, type GivenFile } from '../../../files/dropped-files.js'
import { Button } from '../../../parts/button.js'
import { attempt, notify } from '../../../parts/notice.js'
import { t } from './words.js'

export interface DropZoneProps {
  readonly title: string
  readonly hint?: string
  readonly onFiles: (files: readonly GivenFile[]) => void
  /** One file, and no folder. */
  readonly isOne?: boolean
}

/** Where files are dropped, or chosen by a field of the browser, which is the only one that may open them. */
export function DropZone({ title, hint, onFiles, isOne = false }: DropZoneProps) {
  const [isOver, setIsOver] = useState(false)
  const take = (files: () => Promise<readonly GivenFile[]>) =>
    void attempt(async () => {
      const taken = await files()
      if (taken.length > 0) onFiles(isOne ? taken.slice(0, 1) : taken)
      else notify(t('noFiles'))
    })
  const choose = (isFolder: boolean) => {
    const field = document.createElement('input')
    field.type = 'file'
    field.multiple = !isOne
    field.webkitdirectory = isFolder
    field.addEventListener('change', () => take(async () => chosenFiles(field.files)))
    field.click()
  }
  return (
    <div
      role="group"
      aria-label={title}
      class={isOver ? 'drop-zone drop-zone-over' : 'drop-zone'}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setIsOver(false)
        const transfer = event.dataTransfer
        if (transfer !== null) take(() => droppedFiles(transfer))
      }}
    >
      <p>{title}</p>
      {hint !== undefined && <p class="meta">{hint}</p>}
      <div class="part-line">
        <Button onClick={() => choose(false)}>{t(isOne ? 'chooseFile' : 'chooseFiles')}</Button>
        {!isOne && <Button onClick={() => choose(true)}>{t('chooseFolder')}</Button>}
      </div>
    </div>
  )
}
