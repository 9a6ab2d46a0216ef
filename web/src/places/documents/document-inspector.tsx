import type { ComponentChildren } from 'preact'
import { useOperation } from '../../api/use-operation.js'
import { ReceiptTold } from '../../inspector/forget.js'
import { InspectorFrame } from '../../inspector/inspector-frame.js'
import { sayCount } from '../../language/numbers.js'
import { href } from '../../location/location.js'
import { Button } from '../../parts/button.js'
import { Empty } from '../../parts/empty.js'
import { ProblemTold } from '../../parts/problem-told.js'
import { Section } from '../../parts/section.js'
import { Skeleton } from '../../parts/skeleton.js'
import { Time } from '../../parts/time.js'
import { deletionOf } from './delete-document.js'
import type { ShownDocument } from './document.js'
import './documents.css'
import { DocumentEvents } from './document-events.js'
import { DocumentTasks } from './document-tasks.js'
import { ReviewActions } from './review-actions.js'
import { Standing } from './standing.js'
import { t } from './words.js'

/** One document: what it is about, where it stands, who did what, and which tasks may ask it. */
export function DocumentInspector({ id }: { readonly id: string }) {
  const deleted = deletionOf(id)
  const shown = useOperation('knowledge.show', deleted === undefined ? { document: id } : null)
  if (deleted !== undefined) {
    return (
      <InspectorFrame head={<span class="inspector-kind">{t('document')}</span>}>
        <ReceiptTold receipt={deleted === 'going' ? 'going' : { ...deleted, preview: false }} />
      </InspectorFrame>
    )
  }
  if (shown.value === undefined) {
    return (
      <InspectorFrame head={<span class="inspector-kind">{t('document')}</span>}>
        {shown.problem === undefined && <Skeleton />}
        {shown.problem?.code === 'not_found' && <Empty title={t('gone')} hint={t('goneHint')} />}
        {shown.problem !== undefined && shown.problem.code !== 'not_found' && (
          <ProblemTold problem={shown.problem} onAgain={shown.again} />
        )}
      </InspectorFrame>
    )
  }
  return <Shown shown={shown.value} />
}

function Shown({ shown }: { readonly shown: ShownDocument }) {
  const { document, version, versions, events } = shown
  const { id, title, published, latest } = document
  const hasNews = published !== null && published !== latest
  return (
    <InspectorFrame
      head={
        <>
          <span class="inspector-kind">{t('document')}</span>
          <span>{t(`shelf_${document.shelf}`)}</span>
          <Standing document={document} />
          <Time at={document.updatedAt} />
        </>
      }
      says={
        <>
          <h2 class="documents-title">
            <a href={href(`documents/${id}`)}>{title}</a>
          </h2>
          {version?.summary != null && (
            <p class="documents-summary" title={sayAuthor(version.summaryBy)}>
              {version.summary}
            </p>
          )}
          <div class="documents-open">
            <Button icon="documents" keyHint="⏎" href={href(`documents/${id}`)}>
              {t('read')}
            </Button>
            {hasNews && <Button href={href(`documents/${id}`, { tab: 'changes' })}>{t('seeChanges')}</Button>}
          </div>
        </>
      }
      actions={<ReviewActions shown={shown} />}
    >
      <Section title={t('about')}>
        <dl class="details">
          {document.source !== null && <Detail name={t('source')}>{document.source}</Detail>}
          {version !== null && (
            <Detail name={t('size')}>
              {t('sections', version.sections)} · {t('tokens', sayCount(version.tokens))} ·{' '}
              {t('words', sayCount(version.chars))}
            </Detail>
          )}
          <Detail name={t('answers')}>
            {published === null ? t('answersNone') : t('version', published)}
          </Detail>
          <Detail name={t('came')}>
            <Time at={document.createdAt} as="moment" />
          </Detail>
          <Detail name={t('changed')}>
            <Time at={document.updatedAt} as="moment" />
          </Detail>
        </dl>
      </Section>
      <Section title={t('tasks')}>
        <DocumentTasks document={document} />
      </Section>
      {events.length > 0 && (
        <Section title={t('events')} count={events.length}>
          <DocumentEvents events={events.slice(0, 8)} />
          {(events.length > 8 || versions.length > 1) && (
            <a class="link" href={href(`documents/${id}`, { tab: 'history' })}>
              {t('history')}
            </a>
          )}
        </Section>
      )}
    </InspectorFrame>
  )
}

function Detail({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div class="detail">
      <dt class="meta">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function sayAuthor(by: string | null): string {
  return by === null ? t('summaryOwn') : t('summaryBy', by)
}
