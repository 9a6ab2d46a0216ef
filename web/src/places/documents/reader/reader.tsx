import { useMemo } from 'preact/hooks'
import { useOperation } from '../../../api/use-operation.js'
import { ReceiptTold } from '../../../inspector/forget.js'
import { useKeys } from '../../../keys/use-keys.js'
import { go, href, hrefHere, param } from '../../../location/location.js'
import { selection } from '../../../location/selection.js'
import { Button } from '../../../parts/button.js'
import { Empty } from '../../../parts/empty.js'
import { Page as Frame } from '../../../parts/page.js'
import { ProblemTold } from '../../../parts/problem-told.js'
import { Skeleton } from '../../../parts/skeleton.js'
import { Tabs } from '../../../parts/tabs.js'
import { deletionOf } from '../delete-document.js'
import type { ShownDocument } from '../document.js'
import '../documents.css'
import { ReviewActions } from '../review-actions.js'
import { Standing } from '../standing.js'
import { t } from '../words.js'
import { ChangesTab } from './changes-tab.js'
import { chunksOf } from './chunks.js'
import { HistoryTab } from './history-tab.js'
import { ReadTab } from './read-tab.js'

/** One document: its text beside its outline, what is new in it, and its history. `?version=2&anchor=fees&quote=…`. */
export function Reader({ id }: { readonly id: string }) {
  const deleted = deletionOf(id)
  const version = Number.parseInt(param('version'), 10)
  const shown = useOperation(
    'knowledge.show',
    deleted === undefined ? { document: id, outline: true, ...(version > 0 ? { version } : {}) } : null,
  )
  useKeys({ close: () => go(href('documents', { on: `document:${id}` })) })
  if (deleted !== undefined) {
    return (
      <Frame title={t('document')} isText>
        <ReceiptTold receipt={deleted === 'going' ? 'going' : { ...deleted, preview: false }} />
        <Button href={href('documents')}>{t('toLibrary')}</Button>
      </Frame>
    )
  }
  if (shown.value !== undefined) return <Shown shown={shown.value} />
  return (
    <Frame title={t('document')}>
      {shown.problem === undefined && <Skeleton lines={10} />}
      {shown.problem?.code === 'not_found' && (
        <Empty title={t('gone')} hint={t('goneHint')}>
          <Button href={href('documents')}>{t('toLibrary')}</Button>
        </Empty>
      )}
      {shown.problem !== undefined && shown.problem.code !== 'not_found' && (
        <ProblemTold problem={shown.problem} onAgain={shown.again} />
      )}
    </Frame>
  )
}

function Shown({ shown }: { readonly shown: ShownDocument }) {
  const { document, version, outline, versions } = shown
  const tab = (['changes', 'history'] as const).find((one) => one === param('tab')) ?? 'read'
  const chunks = useMemo(
    () => chunksOf(outline?.sections ?? [], version?.chars ?? 0),
    [document.id, version?.number, outline?.sections.length],
  )
  const onlyText = { version: null, anchor: null, quote: null, against: null, on: null }
  // What is selected in the inspector has the keys.
  const isAlone = selection.value === null
  return (
    <Frame
      title={document.title}
      head={
        <div class="reader-head">
          <Button
            kind="quiet"
            icon="left"
            label={t('toLibrary')}
            href={href('documents', { on: `document:${document.id}` })}
          />
          <span class="page-title">{version?.title ?? document.title}</span>
          <Standing document={document} />
        </div>
      }
      toolbar={
        <>
          <Tabs
            label={document.title}
            current={tab}
            tabs={[
              { id: 'read', label: t('read'), href: hrefHere({ ...onlyText, tab: null }) },
              ...(versions.length > 1
                ? [{ id: 'changes', label: t('changes'), href: hrefHere({ ...onlyText, tab: 'changes' }) }]
                : []),
              {
                id: 'history',
                label: t('history'),
                href: hrefHere({ ...onlyText, tab: 'history' }),
                count: versions.length > 1 ? versions.length : undefined,
              },
            ]}
          />
          <div class="reader-actions">{isAlone && <ReviewActions shown={shown} />}</div>
        </>
      }
    >
      {tab === 'read' && version !== null && (
        <ReadTab key={version.number} shown={shown} version={version} chunks={chunks} />
      )}
      {tab === 'changes' && <ChangesTab shown={shown} />}
      {tab === 'history' && <HistoryTab shown={shown} />}
    </Frame>
  )
}
