import { useState } from 'preact/hooks'
import type { OutputOf } from '../../../api/operation-types.js'
import { upload } from '../../../api/upload.js'
import type { GivenFile } from '../../../files/dropped-files.js'
import { sayMoment } from '../../../language/dates.js'
import { sayBytes, sayCount } from '../../../language/numbers.js'
import { Button } from '../../../parts/button.js'
import { DropZone } from '../../../parts/drop-zone.js'
import { Progress } from '../../../parts/progress.js'
import { Part } from '../shared/part.js'
import { ToldList } from '../shared/told-list.js'
import { useWork } from '../shared/use-work.js'
import { t } from './words.js'

type Report = OutputOf<'memory.import_archive'>

/** All of another store, as `export` wrote it. What is here stays, and what either has forgotten stays forgotten. */
export function ImportArchive() {
  const [file, setFile] = useState<GivenFile>()
  const work = useWork<Report>()
  const start = (given: GivenFile) =>
    work.start(async ({ signal, onProgress }) => {
      const onBytes = (bytes: number) =>
        onProgress({ done: Math.round(bytes / 1000), total: Math.round(given.size / 1000), unit: 'kB' })
      const report = await upload(
        'memory.import_archive',
        await given.bytes(),
        {},
        { signal, onBytes, onProgress },
      )
      setFile(undefined)
      return report
    })
  return (
    <Part isTitleHidden title={t('archive')} about={t('archiveAbout')}>
      {file === undefined ? (
        <DropZone isOne title={t('dropArchive')} onFiles={([given]) => setFile(given)} />
      ) : (
        !work.isRunning && (
          <div class="part-line">
            <strong>{file.path}</strong> <span class="meta">{sayBytes(file.size)}</span>
            <Button kind="primary" icon="upload" onClick={() => start(file)}>
              {t('takeIn')}
            </Button>
            <Button kind="quiet" onClick={() => setFile(undefined)}>
              {t('other')}
            </Button>
          </div>
        )
      )}
      {work.isRunning && (
        <Progress
          label={t('takingIn')}
          progress={work.progress}
          startedAt={work.startedAt}
          onStop={work.stop}
        />
      )}
      {work.result !== undefined && <Told report={work.result} />}
    </Part>
  )
}

function Told({
  report: { banks, exportedAt, added, present, leftOut, forgotten },
}: {
  readonly report: Report
}) {
  const sum = (counts: Readonly<Record<string, number>>) =>
    Object.values(counts).reduce((total, count) => total + count, 0)
  return (
    <div role="status">
      <ToldList
        rows={[
          { label: t('archiveOf'), value: `${sayMoment(exportedAt)} · ${t('banks', banks)}` },
          {
            label: t('rowsAdded'),
            value: sayCount(sum(added)),
            hint: Object.entries(added)
              .filter(([, count]) => count > 0)
              .map(([type, count]) => `${type} ${sayCount(count)}`)
              .join(' · '),
          },
          { label: t('rowsPresent'), value: sayCount(sum(present)) },
          ...(sum(leftOut) > 0 ? [{ label: t('rowsLeftOut'), value: sayCount(sum(leftOut)) }] : []),
          ...(forgotten > 0 ? [{ label: t('rowsForgotten'), value: sayCount(forgotten) }] : []),
        ]}
      />
    </div>
  )
}
