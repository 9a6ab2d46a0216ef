import { useState } from 'preact/hooks'
import { chosenFiles, droppedFiles, type GivenFile } from '../files/dropped-files.js'
import { words } from '../language/language.js'
import { Button } from './button.js'
import './drop-zone.css'
import { attempt, notify } from './notice.js'

export interface DropZoneProps {
  readonly title: string
  readonly hint?: string
  readonly onFiles: (files: readonly GivenFile[]) => void
  /** One file, and no folder. */
  readonly isOne?: boolean
  readonly onCancel?: () => void
}

/** Where files are dropped, or chosen by a field of the browser, which is the only one that may open them. */
export function DropZone({ title, hint, onFiles, isOne = false, onCancel }: DropZoneProps) {
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
      <div class="drop-zone-line">
        <Button onClick={() => choose(false)}>{t(isOne ? 'chooseFile' : 'chooseFiles')}</Button>
        {!isOne && <Button onClick={() => choose(true)}>{t('chooseFolder')}</Button>}
        {onCancel !== undefined && (
          <Button kind="quiet" onClick={onCancel}>
            {t('cancel')}
          </Button>
        )}
      </div>
    </div>
  )
}

const t = words({
  en: {
    noFiles: 'There is no file in it',
    chooseFile: 'Choose a file',
    chooseFiles: 'Choose files',
    chooseFolder: 'Choose a folder',
    cancel: 'Cancel',
  },
  zh: {
    noFiles: '其中没有文件',
    chooseFile: '选择文件',
    chooseFiles: '选择文件',
    chooseFolder: '选择文件夹',
    cancel: '取消',
  },
})
