import { useEffect, useState } from 'preact/hooks'
import type { CallProgress } from '../../../api/call.js'
import { caller } from '../../../api/caller.js'
import { noticeChange } from '../../../api/changes.js'
import { asProblem } from '../../../api/problem.js'
import type { GivenFile } from '../../../files/dropped-files.js'
import { useKeys } from '../../../keys/use-keys.js'
import { Button } from '../../../parts/button.js'
import { DropZone } from '../../../parts/drop-zone.js'
import { attempt, notify, notifyProblem } from '../../../parts/notice.js'
import { Progress } from '../../../parts/progress.js'
import { t } from '../words.js'
import {
  type ImportOptions,
  type ImportTold,
  importFiles,
  type OpenedFiles,
  openFiles,
} from './import-files.js'

interface Work {
  readonly label: string
  readonly startedAt: number
  readonly progress?: CallProgress
  readonly abort: AbortController
}

/** Reads what was dropped, says what would happen and what is refused, and does it when it is told to. */
export function DocumentImport({
  given,
  onDone,
}: {
  readonly given: readonly GivenFile[]
  readonly onDone: () => void
}) {
  const [opened, setOpened] = useState<OpenedFiles>()
  const [options, setOptions] = useState<ImportOptions>({ shelf: 'personal', keepPublished: true })
  const [told, setTold] = useState<ImportTold>()
  const [work, setWork] = useState<Work>()
  useKeys({ close: onDone })

  const run = async (files: OpenedFiles, chosen: ImportOptions, isTrial: boolean) => {
    const abort = new AbortController()
    const begun = { label: t(isTrial ? 'checking' : 'importing'), startedAt: Date.now(), abort }
    setWork(begun)
    let last: ImportTold | undefined
    try {
      last = await importFiles(
        files,
        { ...chosen, isTrial },
        { signal: abort.signal, onProgress: (progress) => setWork({ ...begun, progress }) },
      )
    } catch (error) {
      if (asProblem(error).code !== 'stopped') notifyProblem(error)
    }
    setWork(undefined)
    if (isTrial) {
      if (last === undefined || abort.signal.aborted) setOpened(undefined)
      else setTold(last)
      return
    }
    noticeChange()
    const count = last === undefined ? 0 : last.counts.added + last.counts.changed
    notify(abort.signal.aborted || last === undefined ? t('importedPart', count) : t('imported', count))
    onDone()
  }
  const open = (files: readonly GivenFile[]) =>
    void attempt(async () => {
      setWork({ label: t('opening'), startedAt: Date.now(), abort: new AbortController() })
      try {
        const found = await openFiles(files)
        setWork(undefined)
        if (found.texts.length + found.long.length + found.problems.length === 0) notify(t('noFiles'))
        else setOpened(found)
      } finally {
        setWork(undefined)
      }
    })
  useEffect(() => {
    if (given.length > 0) open(given)
  }, [])
  useEffect(() => {
    setTold(undefined)
    if (opened !== undefined) void run(opened, options, true)
  }, [opened, options])

  return (
    <section class="documents-import" aria-label={t('importTitle')}>
      {opened === undefined && work === undefined && (
        <DropZone title={t('importDrop')} hint={t('importKinds')} onFiles={open} onCancel={onDone} />
      )}
      {work !== undefined && (
        <Progress
          label={work.label}
          progress={work.progress}
          startedAt={work.startedAt}
          onStop={() => work.abort.abort()}
        />
      )}
      {told !== undefined && work === undefined && opened !== undefined && (
        <Told
          told={told}
          options={options}
          onOptions={setOptions}
          onCancel={onDone}
          onImport={() => void run(opened, options, false)}
        />
      )}
    </section>
  )
}

interface ToldProps {
  readonly told: ImportTold
  readonly options: ImportOptions
  readonly onOptions: (options: ImportOptions) => void
  readonly onCancel: () => void
  readonly onImport: () => void
}

const SHOWN = 40
const outcomes = ['added', 'changed', 'moved', 'unchanged', 'forgotten'] as const

function Told({ told, options, onOptions, onCancel, onImport }: ToldProps) {
  const { counts, documents, problems, failed } = told
  const news = counts.added + counts.changed
  const sayings = [
    ...outcomes.filter((one) => counts[one] > 0).map((one) => t(`counts_${one}`, counts[one])),
    ...(failed > 0 ? [t('refused', failed)] : []),
  ]
  return (
    <>
      <p role="status">{sayings.length === 0 ? t('nothingNew') : sayings.join(' · ')}</p>
      <ul class="documents-given">
        {problems.slice(0, SHOWN).map(({ path, line, reason, hint }, index) => (
          <li key={`problem ${index}`}>
            <span class="documents-refused meta">{t('outcome_refused')}</span>
            <span class="clip mono" title={path ?? ''}>
              {path}
              {line !== null && `:${line}`}
            </span>
            <span class="meta documents-reason-told">
              {reason}
              {hint !== null && ` · ${hint}`}
            </span>
          </li>
        ))}
        {documents.slice(0, SHOWN).map(({ path, outcome, title }, index) => (
          <li key={`document ${index}`}>
            <span class="meta">{t(`outcome_${outcome}`)}</span>
            <span class="clip mono" title={path ?? ''}>
              {path}
            </span>
            <span class="clip">{title}</span>
          </li>
        ))}
      </ul>
      {documents.length + problems.length > SHOWN * 2 && (
        <p class="meta">{t('moreFiles', documents.length + problems.length - SHOWN * 2)}</p>
      )}
      <div class="documents-line">
        {counts.changed > 0 && (
          <Check
            label={t('keepPublished')}
            isOn={options.keepPublished}
            onChange={(keepPublished) => onOptions({ ...options, keepPublished })}
          />
        )}
        {caller.value?.role === 'administrator' && (
          <Check
            label={t('forAll')}
            isOn={options.shelf === 'system'}
            onChange={(isOn) => onOptions({ ...options, shelf: isOn ? 'system' : 'personal' })}
          />
        )}
      </div>
      <div class="documents-line">
        <Button kind="primary" isDisabled={news + counts.moved === 0} onClick={onImport}>
          {news + counts.moved === 0 ? t('nothingNew') : t('doImport', news + counts.moved)}
        </Button>
        <Button kind="quiet" onClick={onCancel}>
          {t('cancel')}
        </Button>
      </div>
    </>
  )
}

interface CheckProps {
  readonly label: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}

function Check({ label, isOn, onChange }: CheckProps) {
  return (
    <label class="documents-check">
      <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.currentTarget.checked)} />
      {label}
    </label>
  )
}
