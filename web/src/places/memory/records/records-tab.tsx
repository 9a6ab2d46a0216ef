import { useState } from 'preact/hooks'
import { may } from '../../../api/caller.js'
import type { OutputOf } from '../../../api/operation-types.js'
import { useOperation } from '../../../api/use-operation.js'
import { usePages } from '../../../api/use-pages.js'
import { droppedFiles, type GivenFile } from '../../../files/dropped-files.js'
import { useKeys } from '../../../keys/use-keys.js'
import { go, href, param, setParams } from '../../../location/location.js'
import { select, selection } from '../../../location/selection.js'
import { Button } from '../../../parts/button.js'
import { Empty } from '../../../parts/empty.js'
import { List } from '../../../parts/list.js'
import { attempt } from '../../../parts/notice.js'
import { Select } from '../../../parts/select.js'
import { Time } from '../../../parts/time.js'
import { Trust } from '../../../parts/trust.js'
import { Waiting } from '../facts/fact-list.js'
import { MemoryFrame } from '../memory-frame.js'
import { t as memory } from '../words.js'
import { RecordImport } from './record-import.js'
import './records.css'
import { provenances, recordTypes } from './record-types.js'
import { t } from './words.js'

type ListedRecord = OutputOf<'record.list'>['records'][number]

/** Pages of Markdown about what stays true, the last used or changed first. Files dropped on it are imported. */
export function RecordsTab() {
  const type = recordTypes.find((one) => one === param('type'))
  const provenance = provenances.find((one) => one === param('made'))
  const filter = {
    ...(type === undefined ? {} : { type }),
    ...(provenance === undefined ? {} : { provenance }),
  }
  const pages = usePages('record.list', [{ ...filter, limit: 100 }], {
    read: ({ records, next }) => ({ rows: records as readonly ListedRecord[], next }),
    keyOf: ({ id }) => id,
  })
  const counted = useOperation('record.list', { ...filter, limit: 1 })
  const [given, setGiven] = useState<readonly GivenFile[]>([])
  const [isOver, setIsOver] = useState(false)
  const canWrite = may('memory.write')
  const isImport = canWrite && param('import') === 'yes'
  const create = () => go(href('memory/records/new'))
  useKeys(canWrite ? { create } : {})
  const drop = async (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    const transfer = event.dataTransfer
    if (transfer === null || !canWrite) return
    await attempt(async () => {
      setGiven(await droppedFiles(transfer))
      setParams({ import: 'yes' })
    })
  }
  const problems = counted.value?.problems ?? []
  return (
    <MemoryFrame
      tab="records"
      actions={
        canWrite && (
          <>
            <Button
              icon="upload"
              onClick={() => setParams({ import: isImport ? null : 'yes' })}
              isOn={isImport}
            >
              {t('import')}
            </Button>
            <Button kind="primary" icon="plus" keyHint="n" onClick={create}>
              {t('create')}
            </Button>
          </>
        )
      }
      filters={
        <>
          <Select
            label={t('type')}
            value={type ?? ''}
            options={[
              { value: '', label: memory('all') },
              ...recordTypes.map((value) => ({ value, label: t(value) })),
            ]}
            onChange={(value) => setParams({ type: value })}
          />
          <Select
            label={t('provenance')}
            value={provenance ?? ''}
            options={[
              { value: '', label: memory('all') },
              ...provenances.map((value) => ({ value, label: t(value) })),
            ]}
            onChange={(value) => setParams({ made: value })}
          />
          <span class="grow" />
          {counted.value !== undefined && <span class="meta">{t('count', counted.value.total)}</span>}
          {problems.length > 0 && (
            <span
              class="meta record-problems"
              title={problems.map(({ file, reason }) => `${file}: ${reason}`).join('\n')}
            >
              {t('problems', problems.length)}
            </span>
          )}
        </>
      }
    >
      {isImport && (
        <RecordImport
          key={given.map(({ path }) => path).join('\n')}
          given={given}
          onDone={() => {
            setGiven([])
            setParams({ import: null })
          }}
        />
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a button does the same */}
      <div
        class={isOver ? 'record-drop record-drop-over' : 'record-drop'}
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(canWrite)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => void drop(event)}
      >
        {pages.rows === undefined ? (
          <Waiting pages={pages} />
        ) : (
          <List
            label={t('listLabel')}
            rows={pages.rows}
            keyOf={({ id }) => id}
            rowHeight={56}
            row={(record) => <RecordRow record={record} />}
            selected={selection.value?.id ?? null}
            onSelect={({ id }) => select('record', id)}
            onOpen={({ id }) => go(href(`memory/records/edit/${id}`))}
            onEnd={pages.more}
            empty={
              type === undefined && provenance === undefined ? (
                <Empty title={t('noRecords')} hint={t('noRecordsHint')}>
                  {canWrite && (
                    <>
                      <Button kind="primary" onClick={create}>
                        {t('create')}
                      </Button>
                      <Button onClick={() => setParams({ import: 'yes' })}>{t('import')}</Button>
                    </>
                  )}
                </Empty>
              ) : (
                <Empty title={memory('nothing')}>
                  <Button onClick={() => setParams({ type: null, made: null })}>{memory('clear')}</Button>
                </Empty>
              )
            }
          />
        )}
      </div>
    </MemoryFrame>
  )
}

function RecordRow({ record }: { readonly record: ListedRecord }) {
  return (
    <div class="row-two">
      <div class="row-line">
        <Trust of={record.trust} />
        <span class="row-name clip row-grow">{record.name}</span>
        <span class="meta">{t(record.type)}</span>
      </div>
      <div class="row-line meta record-meta">
        <span class="row-grow clip">{record.description}</span>
        <Time at={record.activeAt} />
      </div>
    </div>
  )
}
