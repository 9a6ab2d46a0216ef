import { useEffect, useState } from 'preact/hooks'
import { may } from '../../api/caller.js'
import { useOperation } from '../../api/use-operation.js'
import { usePages } from '../../api/use-pages.js'
import { droppedFiles, type GivenFile } from '../../files/dropped-files.js'
import { useKeys } from '../../keys/use-keys.js'
import { sayCount } from '../../language/numbers.js'
import { go, href, param, setParams } from '../../location/location.js'
import { select, selection } from '../../location/selection.js'
import { Button } from '../../parts/button.js'
import { Empty } from '../../parts/empty.js'
import { Field } from '../../parts/field.js'
import { List } from '../../parts/list.js'
import { attempt } from '../../parts/notice.js'
import { ProblemTold } from '../../parts/problem-told.js'
import { Select } from '../../parts/select.js'
import { Skeleton } from '../../parts/skeleton.js'
import { Time } from '../../parts/time.js'
import { documentStatuses, type LibraryDocument, shelves } from './document.js'
import { DocumentsFrame } from './documents-frame.js'
import { DocumentImport } from './import/document-import.js'
import { Standing } from './standing.js'
import { t } from './words.js'

const TYPING_MS = 180

/** Every document one may look after, in the order in which they came. Files dropped on it are imported. */
export function LibraryTab() {
  const filter = readFilter()
  const pages = usePages('knowledge.list', [{ ...filter, limit: 100 }], {
    read: ({ documents, next }) => ({ rows: documents as readonly LibraryDocument[], next }),
    keyOf: ({ id }) => id,
  })
  const counted = useOperation('knowledge.list', { ...filter, limit: 1 })
  const [given, setGiven] = useState<readonly GivenFile[]>([])
  const [isOver, setIsOver] = useState(false)
  const canImport = may('knowledge.write')
  const isImport = canImport && param('import') === 'yes'
  const isFiltered = Object.keys(filter).length > 0
  const startImport = () => setParams({ import: 'yes' })
  useKeys(canImport ? { create: startImport } : {})
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    const transfer = event.dataTransfer
    if (transfer === null || !canImport) return
    void attempt(async () => {
      setGiven(await droppedFiles(transfer))
      startImport()
    })
  }
  return (
    <DocumentsFrame
      tab="library"
      actions={
        canImport && (
          <Button kind="primary" icon="upload" keyHint="n" onClick={startImport}>
            {t('import')}
          </Button>
        )
      }
      filters={<Filters total={counted.value?.total} />}
    >
      {isImport && (
        <DocumentImport
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
        class={isOver ? 'documents-drop documents-drop-over' : 'documents-drop'}
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(canImport)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        {pages.rows === undefined && pages.problem === undefined && <Skeleton isRows lines={8} />}
        {pages.rows === undefined && pages.problem !== undefined && (
          <ProblemTold problem={pages.problem} onAgain={pages.again} />
        )}
        {pages.rows !== undefined && (
          <List
            label={t('listLabel')}
            rows={pages.rows}
            keyOf={({ id }) => id}
            rowHeight={56}
            row={(document) => <DocumentRow document={document} />}
            selected={selection.value?.kind === 'document' ? selection.value.id : null}
            onSelect={({ id }) => select('document', id)}
            onOpen={({ id }) => go(href(`documents/${id}`))}
            onEnd={pages.more}
            empty={
              isFiltered ? (
                <Empty title={t('nothing')}>
                  <Button onClick={() => setParams({ status: null, shelf: null, contains: null })}>
                    {t('clear')}
                  </Button>
                </Empty>
              ) : (
                !isImport && (
                  <Empty title={t('noDocuments')} hint={t('noDocumentsHint')}>
                    {canImport && (
                      <Button kind="primary" onClick={startImport}>
                        {t('import')}
                      </Button>
                    )}
                  </Empty>
                )
              )
            }
          />
        )}
      </div>
    </DocumentsFrame>
  )
}

function readFilter() {
  const status = documentStatuses.find((one) => one === param('status'))
  const shelf = shelves.find((one) => one === param('shelf'))
  const contains = param('contains').trim()
  return {
    ...(status === undefined ? {} : { status }),
    ...(shelf === undefined ? {} : { shelf }),
    ...(contains === '' ? {} : { contains }),
  }
}

function Filters({ total }: { readonly total: number | undefined }) {
  const [typed, setTyped] = useState(param('contains'))
  useEffect(() => {
    if (typed === param('contains')) return
    const timer = setTimeout(() => setParams({ contains: typed }), TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed])
  useEffect(() => setTyped(param('contains')), [param('contains')])
  return (
    <>
      <div class="grow">
        <Field
          label={t('contains')}
          placeholder={t('contains')}
          isLabelHidden
          type="search"
          value={typed}
          onInput={setTyped}
        />
      </div>
      <Select
        label={t('status')}
        value={param('status')}
        options={[
          { value: '', label: t('all') },
          ...documentStatuses.map((value) => ({ value, label: t(`status_${value}`) })),
        ]}
        onChange={(status) => setParams({ status })}
      />
      <Select
        label={t('shelf')}
        value={param('shelf')}
        options={[
          { value: '', label: t('all') },
          ...shelves.map((value) => ({ value, label: t(`shelf_${value}`) })),
        ]}
        onChange={(shelf) => setParams({ shelf })}
      />
      {total !== undefined && <span class="meta documents-total">{t('count', total)}</span>}
    </>
  )
}

function DocumentRow({ document }: { readonly document: LibraryDocument }) {
  const { title, source, shelf, sections, tokens, updatedAt, status, published } = document
  const isGone = status === 'withdrawn' && published === null
  return (
    <div class="row-two">
      <div class="row-line">
        <span class={isGone ? 'documents-name clip row-grow row-past' : 'documents-name clip row-grow'}>
          {title}
        </span>
        <Standing document={document} />
      </div>
      <div class="row-line meta documents-meta">
        <span>{t(`shelf_${shelf}`)}</span>
        {source !== null && <span class="clip row-grow">{source}</span>}
        {source === null && <span class="row-grow" />}
        <span class="documents-size">{t('sections', sections)}</span>
        <span class="documents-size">{t('tokens', sayCount(tokens))}</span>
        <Time at={updatedAt} />
      </div>
    </div>
  )
}
