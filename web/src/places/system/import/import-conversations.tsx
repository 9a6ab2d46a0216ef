import { useState } from 'preact/hooks'
import type { GivenFile } from '../../../files/dropped-files.js'
import { sayBytes } from '../../../language/numbers.js'
import { Button } from '../../../parts/button.js'
import { DropZone } from '../../../parts/drop-zone.js'
import { Field } from '../../../parts/field.js'
import { Progress } from '../../../parts/progress.js'
import { Section } from '../../../parts/section.js'
import { Check } from '../shared/check.js'
import { Part } from '../shared/part.js'
import { useWork } from '../shared/use-work.js'
import { FormatTable } from './format-table.js'
import { ImportReport } from './import-report.js'
import type { JoinedReport } from './joined-report.js'
import { type ImportChoices, runImport } from './run-import.js'
import { t } from './words.js'

const usual: ImportChoices = { asMine: false, me: '', extract: false, keepSecrets: false, dryRun: false }

/** Conversations and notes of every format that is known: chosen, tried, imported, told of. */
export function ImportConversations() {
  const [files, setFiles] = useState<readonly GivenFile[]>([])
  const [choices, setChoices] = useState(usual)
  const [report, setReport] = useState<JoinedReport>()
  const work = useWork<JoinedReport>()
  const change = (changes: Partial<ImportChoices>) => setChoices({ ...choices, ...changes })
  const take = (given: readonly GivenFile[]) => {
    setReport(undefined)
    setFiles(given)
  }
  const perform = (dryRun: boolean) => {
    setReport(undefined)
    work.start((told) => runImport(files, { ...choices, dryRun }, { ...told, onReport: setReport }))
  }
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  const isDone = report !== undefined && !report.isDryRun && !work.isRunning
  return (
    <Part isTitleHidden title={t('conversations')} about={t('conversationsAbout')}>
      {files.length === 0 || isDone ? (
        <DropZone title={t('drop')} hint={t('dropHint')} onFiles={take} />
      ) : (
        <div class="chosen">
          <p>
            <strong>{sayChosen(files)}</strong> <span class="meta">{sayBytes(bytes)}</span>
          </p>
          <Check
            label={t('asMine')}
            hint={t('asMineHint')}
            isOn={choices.asMine}
            onChange={(asMine) => change({ asMine })}
          />
          <Check
            label={t('extract')}
            hint={t('extractHint')}
            isOn={choices.extract}
            onChange={(extract) => change({ extract })}
          />
          <Check
            label={t('keepSecrets')}
            hint={t('keepSecretsHint')}
            isOn={choices.keepSecrets}
            onChange={(keepSecrets) => change({ keepSecrets })}
          />
          <Field label={t('me')} hint={t('meHint')} value={choices.me} onInput={(me) => change({ me })} />
          {!work.isRunning && (
            <div class="part-line">
              <Button kind="primary" icon="upload" onClick={() => perform(false)}>
                {t('import')}
              </Button>
              <Button onClick={() => perform(true)}>{t('try')}</Button>
              <Button kind="quiet" onClick={() => take([])}>
                {t('other')}
              </Button>
            </div>
          )}
        </div>
      )}
      {work.isRunning && (
        <Progress
          label={t('importing')}
          progress={asKilobytes(work.progress)}
          startedAt={work.startedAt}
          onStop={work.stop}
        />
      )}
      {report !== undefined && <ImportReport report={report} isRunning={work.isRunning} />}
      <Section title={t('formats')} isOpen={false}>
        <FormatTable />
      </Section>
    </Part>
  )
}

function sayChosen(files: readonly GivenFile[]): string {
  const [first] = files
  return files.length === 1 && first !== undefined ? first.path : t('files', files.length)
}

/** Bytes are too many to be read. */
function asKilobytes(progress: ReturnType<typeof useWork>['progress']) {
  if (progress === undefined) return undefined
  const { done, total, unit } = progress
  if (unit !== 'bytes') return progress
  const of = (bytes: number) => Math.round(bytes / 1000)
  return { done: of(done), unit: 'kB', ...(total === undefined ? {} : { total: of(total) }) }
}
