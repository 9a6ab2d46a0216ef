import { useState } from 'preact/hooks'
import { may } from '../../api/caller.js'
import { sayKey } from '../../keys/key-map.js'
import { useKeys } from '../../keys/use-keys.js'
import { go, href } from '../../location/location.js'
import { Button } from '../../parts/button.js'
import { Field } from '../../parts/field.js'
import { deleteDocument } from './delete-document.js'
import { mayReview, type ShownDocument } from './document.js'
import { publish, reject, withdraw } from './review-deeds.js'
import { t } from './words.js'

/** What can be done with a document as it stands: publish, reject with a reason, withdraw, edit, delete. */
export function ReviewActions({ shown }: { readonly shown: ShownDocument }) {
  const { document } = shown
  const { id, status, published, latest } = document
  const [asked, setAsked] = useState<'reject' | 'withdraw'>()
  const isMine = mayReview(document)
  const canJudge = isMine && may('knowledge.publish')
  const canEdit = isMine && may('knowledge.write')
  const canDelete = isMine && may('memory.forget')
  const canPublish = canJudge && status !== 'ready'
  const canReject = canJudge && status === 'pending'
  const canWithdraw = canJudge && published !== null
  const edit = () => go(href(`documents/${id}/edit`))
  const remove = () => void deleteDocument(shown)
  useKeys({
    ...(canPublish ? { accept: () => void publish(document) } : {}),
    ...(canReject ? { reject: () => setAsked('reject') } : {}),
    ...(canWithdraw ? { restore: () => setAsked('withdraw') } : {}),
    ...(canEdit ? { correct: edit } : {}),
    ...(canDelete ? { forget: remove } : {}),
  })
  if (!isMine) return null
  if (asked !== undefined) {
    return (
      <ReasonForm
        action={t(asked)}
        onCancel={() => setAsked(undefined)}
        onDone={(note) => {
          setAsked(undefined)
          void (asked === 'reject' ? reject : withdraw)(document, note)
        }}
      />
    )
  }
  return (
    <>
      {canPublish && (
        <Button kind="primary" icon="check" keyHint={sayKey('accept')} onClick={() => void publish(document)}>
          {status === 'withdrawn' && t('publishAgain')}
          {status !== 'withdrawn' && (latest > 1 ? t('publishVersion', latest) : t('publish'))}
        </Button>
      )}
      {canReject && (
        <Button keyHint={sayKey('reject')} onClick={() => setAsked('reject')}>
          {t('reject')}
        </Button>
      )}
      {canEdit && (
        <Button icon="pen" keyHint={sayKey('correct')} onClick={edit}>
          {t('edit')}
        </Button>
      )}
      {canWithdraw && (
        <Button keyHint={sayKey('restore')} onClick={() => setAsked('withdraw')}>
          {t('withdraw')}
        </Button>
      )}
      {canDelete && (
        <Button kind="danger" icon="bin" keyHint={sayKey('forget')} onClick={remove}>
          {t('delete')}
        </Button>
      )}
    </>
  )
}

interface ReasonFormProps {
  readonly action: string
  readonly onDone: (note: string) => void
  readonly onCancel: () => void
}

function ReasonForm({ action, onDone, onCancel }: ReasonFormProps) {
  const [note, setNote] = useState('')
  useKeys({ close: onCancel })
  return (
    <div class="documents-reason">
      <Field
        label={t('why')}
        value={note}
        onInput={setNote}
        isFirst
        onEnter={() => onDone(note)}
        onEscape={onCancel}
      />
      <Button kind="primary" onClick={() => onDone(note)}>
        {action}
      </Button>
      <Button kind="quiet" onClick={onCancel}>
        {t('cancel')}
      </Button>
    </div>
  )
}
