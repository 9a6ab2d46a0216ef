import { pathOf } from '../../../api/call.js'
import { isAdministrator, may } from '../../../api/caller.js'
import { download } from '../../../api/download.js'
import { user, workspace } from '../../../api/session.js'
import { useOperation } from '../../../api/use-operation.js'
import { saveFile } from '../../../files/save-file.js'
import { writeZip } from '../../../files/write-zip.js'
import { sayBytes } from '../../../language/numbers.js'
import { href } from '../../../location/location.js'
import { Button } from '../../../parts/button.js'
import { notify } from '../../../parts/notice.js'
import { Progress } from '../../../parts/progress.js'
import { CopyBlock } from '../shared/copy-block.js'
import { NotYours } from '../shared/not-yours.js'
import { Part } from '../shared/part.js'
import { useWork, type Work } from '../shared/use-work.js'
import { SystemFrame } from '../system-frame.js'
import { exportName } from './export-name.js'
import { t } from './words.js'

/** What goes out: everything as an archive, the records as files, a backup of the store. */
export function ExportTab() {
  const work = useWork<void>()
  return (
    <SystemFrame tab="export">
      <Archive work={work} />
      <Records work={work} />
      {work.isRunning && (
        <div class="export-progress">
          <Progress
            label={t('exporting')}
            progress={work.progress ?? { done: 0, unit: 'kB' }}
            startedAt={work.startedAt}
            onStop={work.stop}
          />
        </div>
      )}
      {isAdministrator() && <Backup />}
    </SystemFrame>
  )
}

interface Working {
  readonly work: Work<void>
}

function Archive({ work }: Working) {
  // The log is part of it.
  if (!may('audit.read')) {
    return (
      <Part title={t('archive')} about={t('archiveAbout')}>
        <NotYours />
      </Part>
    )
  }
  const whose = workspace.value ?? user.value
  const save = (all: boolean) =>
    work.start(async ({ signal, onProgress }) => {
      const onBytes = (bytes: number) => onProgress({ done: Math.round(bytes / 1000), unit: 'kB' })
      const content = await download(`${pathOf('memory.export')}${all ? '?all=true' : ''}`, {
        signal,
        onBytes,
      })
      saveFile(exportName(all ? 'all' : (whose ?? 'memory'), 'jsonl', Date.now()), content)
      notify(t('saved', sayBytes(content.size)))
    })
  return (
    <Part title={t('archive')} about={t('archiveAbout')}>
      <div class="part-line">
        <Button icon="download" isDisabled={work.isRunning} onClick={() => save(false)}>
          {whose === null ? t('exportMine') : t('exportOf', whose)}
        </Button>
        {isAdministrator() && (
          <Button icon="download" isDisabled={work.isRunning} onClick={() => save(true)}>
            {t('exportAll')}
          </Button>
        )}
      </div>
      {isAdministrator() && (
        <p>
          <a class="link" href={href('system/import', { what: 'archive' })}>
            {t('takeIn')}
          </a>
        </p>
      )}
    </Part>
  )
}

function Records({ work }: Working) {
  const counted = useOperation('record.list', { limit: 1 })
  const total = counted.value?.total
  const save = (format: 'markdown' | 'server-memory') =>
    work.start(async ({ signal, onProgress }) => {
      const onBytes = (bytes: number) => onProgress({ done: Math.round(bytes / 1000), unit: 'kB' })
      const lines = await download(`${pathOf('record.export')}?format=${format}`, { signal, onBytes })
      const content = format === 'markdown' ? writeZip(filesOf(await lines.text())) : lines
      const ending = format === 'markdown' ? 'zip' : 'jsonl'
      saveFile(exportName('records', ending, Date.now()), content)
      notify(t('saved', sayBytes(content.size)))
    })
  const isNone = total === 0 || work.isRunning
  return (
    <Part title={t('records')} about={t('recordsAbout')}>
      <div class="part-line">
        <Button icon="download" isDisabled={isNone} onClick={() => save('markdown')}>
          {t('asMarkdown')}
        </Button>
        <Button icon="download" isDisabled={isNone} onClick={() => save('server-memory')}>
          {t('asServerMemory')}
        </Button>
        {total !== undefined && <span class="meta">{t('recordCount', total)}</span>}
      </div>
    </Part>
  )
}

function Backup() {
  return (
    <Part title={t('backup')} about={t('backupAbout')}>
      <CopyBlock label={t('backup')} text="recollect backup ~/memory.backup" />
      <p class="meta">{t('restore')}</p>
      <CopyBlock label={t('restore')} text="recollect restore ~/memory.backup" />
    </Part>
  )
}

/** A file a line. */
function filesOf(lines: string): { path: string; content: string }[] {
  return lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { path: string; content: string })
}
