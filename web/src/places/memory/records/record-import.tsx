import { useEffect, useState } from 'preact/hooks'
import { type CallProgress, call } from '../../../api/call.js'
import { noticeChange } from '../../../api/changes.js'
import type { OutputOf } from '../../../api/operation-types.js'
import { type GivenFile, unzipped } from '../../../files/dropped-files.js'
import { useKeys } from '../../../keys/use-keys.js'
import { Button } from '../../../parts/button.js'
import { DropZone } from '../../../parts/drop-zone.js'
import { attempt, notify } from '../../../parts/notice.js'
import { Progress } from '../../../parts/progress.js'
import { Select } from '../../../parts/select.js'
import { type RecordType, recordTypes } from './record-types.js'
import { t } from './words.js'

type Report = OutputOf<'record.import'>

interface Choices {
  readonly update: boolean
  readonly asMine: boolean
  readonly type: RecordType
}

/** Reads what was dropped, says what would happen, and does it when it is told to. */
export function RecordImport({
  given,
  onDone,
}: {
  readonly given: readonly GivenFile[]
  readonly onDone: () => void
}) {
  const [files, setFiles] = useState(given)
  const [choices, setChoices] = useState<Choices>({ update: false, asMine: false, type: 'reference' })
  const [report, setReport] = useState<Report>()
  const [work, setWork] = useState<{
    label: string
    startedAt: number
    progress?: CallProgress
    abort: AbortController
  }>()

  const perform = async (dryRun: boolean) => {
    const abort = new AbortController()
    const begun = { label: dryRun ? t('reading') : t('importing'), startedAt: Date.now(), abort }
    setWork(begun)
    const isDone = await attempt(async () => {
      const input = { files: await textsOf(files), ...choices, dryRun }
      const onProgress = (progress: CallProgress) => setWork({ ...begun, progress })
      const answer = await call('record.import', input, { signal: abort.signal, onProgress })
      setReport(answer)
      if (dryRun) return
      noticeChange()
      notify(t('imported', answer.added + answer.updated))
    })
    setWork(undefined)
    if (isDone && !dryRun) onDone()
    if (!isDone && dryRun) setFiles([])
  }
  useEffect(() => {
    setReport(undefined)
    if (files.length > 0) void perform(true)
  }, [files, choices])
  useKeys({ close: onDone })

  return (
    <section class="import" aria-label={t('importTitle')}>
      {files.length === 0 && (
        <DropZone title={t('importDrop')} hint={t('importKinds')} onFiles={setFiles} onCancel={onDone} />
      )}
      {work !== undefined && (
        <Progress {...work} progress={work.progress} onStop={() => work.abort.abort()} />
      )}
      {report !== undefined && work === undefined && (
        <Told
          report={report}
          choices={choices}
          onChoices={setChoices}
          onCancel={onDone}
          onImport={() => void perform(false)}
        />
      )}
    </section>
  )
}

interface ToldProps {
  readonly report: Report
  readonly choices: Choices
  readonly onChoices: (choices: Choices) => void
  readonly onCancel: () => void
  readonly onImport: () => void
}

const SHOWN = 50

function Told({ report, choices, onChoices, onCancel, onImport }: ToldProps) {
  const { added, updated, repeated, differs, forgotten, skipped, untyped, records, problems } = report
  const counts = [
    added > 0 && t('wouldAdd', added),
    updated > 0 && t('wouldUpdate', updated),
    repeated > 0 && t('wouldRepeat', repeated),
    differs > 0 && t('wouldDiffer', differs),
    forgotten > 0 && t('wereForgotten', forgotten),
    skipped > 0 && t('wouldSkip', skipped),
  ].filter((text) => text !== false)
  return (
    <>
      <p role="status">{counts.length === 0 ? t('nothingNew') : counts.join(' · ')}</p>
      <div class="import-line">
        {(differs > 0 || choices.update) && (
          <Check
            label={t('update')}
            isOn={choices.update}
            onChange={(update) => onChoices({ ...choices, update })}
          />
        )}
        <Check
          label={t('asMine')}
          hint={t('asMineHint')}
          isOn={choices.asMine}
          onChange={(asMine) => onChoices({ ...choices, asMine })}
        />
        {untyped > 0 && (
          <Select
            label={t('untyped')}
            value={choices.type}
            options={recordTypes.map((value) => ({ value, label: t(value) }))}
            onChange={(type) => onChoices({ ...choices, type })}
          />
        )}
      </div>
      <ul class="import-records">
        {records.slice(0, SHOWN).map(({ name, description, outcome, path }, index) => (
          <li key={index} title={path}>
            <span class="meta">{t(outcome)}</span>
            <span class="clip row-name">{name}</span>
            <span class="clip meta import-about">{description}</span>
          </li>
        ))}
      </ul>
      {records.length > SHOWN && <p class="meta">{t('more', records.length - SHOWN)}</p>}
      {problems.map(({ path, line, reason }, index) => (
        <p key={index} class="meta">
          {path}
          {line !== null && `:${line}`}: {reason}
        </p>
      ))}
      <div class="import-line">
        <Button kind="primary" isDisabled={added + updated === 0} onClick={onImport}>
          {added + updated === 0 ? t('nothingNew') : t('doImport', added + updated)}
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
  readonly hint?: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}

function Check({ label, hint, isOn, onChange }: CheckProps) {
  return (
    <label class="import-check" title={hint}>
      <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.currentTarget.checked)} />
      {label}
    </label>
  )
}

async function textsOf(files: readonly GivenFile[]): Promise<{ path: string; content: string }[]> {
  const texts: { path: string; content: string }[] = []
  for (const { path, bytes } of await unzipped(files)) {
    texts.push({ path, content: new TextDecoder().decode(await bytes()) })
  }
  return texts
}
