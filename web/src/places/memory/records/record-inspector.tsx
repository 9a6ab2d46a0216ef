import { call } from '../../../api/call.js'
import { may } from '../../../api/caller.js'
import { noticeChange } from '../../../api/changes.js'
import { useOperation } from '../../../api/use-operation.js'
import { InspectorFrame } from '../../../inspector/inspector-frame.js'
import { SourceChain } from '../../../inspector/source-chain.js'
import { Uses } from '../../../inspector/uses.js'
import { useKeys } from '../../../keys/use-keys.js'
import { sayKind } from '../../../language/kind-words.js'
import { go, href } from '../../../location/location.js'
import { deselect } from '../../../location/selection.js'
import { Button } from '../../../parts/button.js'
import { confirm } from '../../../parts/confirm.js'
import { Markdown } from '../../../parts/markdown.js'
import { attempt, notify } from '../../../parts/notice.js'
import { ProblemTold } from '../../../parts/problem-told.js'
import { Section } from '../../../parts/section.js'
import { Skeleton } from '../../../parts/skeleton.js'
import { Time } from '../../../parts/time.js'
import { Trust } from '../../../parts/trust.js'
import type { WholeRecord } from './record-types.js'
import './records.css'
import { t } from './words.js'

/** One record as it reads; `e` edits it, `x` deletes it. */
export function RecordInspector({ id }: { readonly id: string }) {
  const record = useOperation('record.read', { which: id })
  if (record.value === undefined) {
    return (
      <InspectorFrame head={null}>
        {record.problem === undefined ? (
          <Skeleton />
        ) : (
          <ProblemTold problem={record.problem} onAgain={record.again} />
        )}
      </InspectorFrame>
    )
  }
  return <Shown record={record.value} />
}

function Shown({ record }: { readonly record: WholeRecord }) {
  const edit = () => go(href(`memory/records/edit/${record.id}`))
  const remove = () => void attempt(() => removeRecord(record))
  const [canEdit, canDelete] = [may('memory.write'), may('memory.forget')]
  useKeys({ ...(canEdit ? { correct: edit } : {}), ...(canDelete ? { forget: remove } : {}) })
  return (
    <InspectorFrame
      head={
        <>
          <span class="inspector-kind">{sayKind('record')}</span>
          <span>{t(record.type)}</span>
          <Trust of={record.trust} isNamed />
          <Time at={record.updatedAt} />
        </>
      }
      says={
        <div class="record-says">
          <h2 class="record-name">{record.name}</h2>
          <p class="record-line">{record.description}</p>
          <Markdown text={record.body} />
        </div>
      }
      actions={
        <>
          {canEdit && (
            <Button kind="primary" icon="pen" keyHint="e" onClick={edit}>
              {t('edit')}
            </Button>
          )}
          {canDelete && (
            <Button kind="danger" icon="bin" keyHint="x" onClick={remove}>
              {t('delete')}
            </Button>
          )}
        </>
      }
    >
      <Section title={t('about')}>
        <dl class="record-about">
          <dt>{t('file')}</dt>
          <dd class="mono">{record.file}</dd>
          <dt>{t('provenance')}</dt>
          <dd>
            {t(record.provenance)}, <Time at={record.createdAt} />
          </dd>
          <dt>{t('changed')}</dt>
          <dd>
            <Time at={record.updatedAt} as="moment" />
          </dd>
          <dt>{t('revision')}</dt>
          <dd>{record.revision}</dd>
          <dt>{t('recalled')}</dt>
          <dd>
            {record.recallCount === 0 ? t('never') : t('times', record.recallCount)}
            {record.lastRecalledAt !== null && (
              <>
                , {t('last')} <Time at={record.lastRecalledAt} />
              </>
            )}
          </dd>
        </dl>
      </Section>
      <SourceChain id={record.id} />
      <Uses id={record.id} />
    </InspectorFrame>
  )
}

/** Asks first, with what goes with it. */
async function removeRecord({ id, name, revision }: WholeRecord): Promise<void> {
  const plan = await call('memory.forget', { id, preview: true })
  const others = plan.preview ? plan.items.filter((item) => item.id !== id) : []
  const isSure = await confirm({
    title: t('deleteTitle', name),
    body: (
      <>
        <p>{t('deleteBody')}</p>
        {others.length > 0 && <p>{t('alsoGoes', others.length)}</p>}
        {others.map((item) => (
          <p key={item.id} class="clip">
            {item.text}
          </p>
        ))}
      </>
    ),
    action: t('deleteAction'),
  })
  if (!isSure) return
  const receipt = await call('record.delete', { which: id, revision })
  deselect()
  noticeChange()
  notify(receipt.state === 'physical' ? `${t('deleted', name)} ${t('proven')}` : t('deleted', name))
}
