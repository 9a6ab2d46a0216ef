import { useEffect, useState } from 'preact/hooks'
import { call } from '../../../api/call.js'
import { noticeChange } from '../../../api/changes.js'
import { asProblem, type Problem } from '../../../api/problem.js'
import { reachKey } from '../../../api/session.js'
import { useOperation } from '../../../api/use-operation.js'
import { useKeys } from '../../../keys/use-keys.js'
import { go, href } from '../../../location/location.js'
import { Button } from '../../../parts/button.js'
import { notify, notifyProblem } from '../../../parts/notice.js'
import { Page } from '../../../parts/page.js'
import { ProblemTold } from '../../../parts/problem-told.js'
import { Skeleton } from '../../../parts/skeleton.js'
import { RecordConflict } from './record-conflict.js'
import {
  changesOf,
  draftOf,
  emptyDraft,
  keepDraft,
  keptDraft,
  problemsOf,
  type RecordDraft,
} from './record-draft.js'
import { RecordForm } from './record-form.js'
import type { WholeRecord } from './record-types.js'
import './records.css'
import { t } from './words.js'

/** A record while it is written: `/memory/records/edit/ID`, and `/memory/records/new`. */
export function RecordEditor({ id }: { readonly id: string | null }) {
  const record = useOperation('record.read', id === null ? null : { which: id })
  if (id !== null && record.value === undefined) {
    return (
      <Page title={t('editTitle')}>
        {record.problem === undefined ? (
          <Skeleton lines={8} />
        ) : (
          <ProblemTold problem={record.problem} onAgain={record.again} />
        )}
      </Page>
    )
  }
  return <Editor id={id} there={record.value ?? null} isGone={record.problem?.code === 'not_found'} />
}

interface EditorProps {
  readonly id: string | null
  /** As it stands there now, also after somebody else has changed it. */
  readonly there: WholeRecord | null
  readonly isGone: boolean
}

function Editor({ id, there, isGone }: EditorProps) {
  const reach = reachKey.value
  const kept = keptDraft(id, reach)
  const [base, setBase] = useState({
    draft: there === null ? emptyDraft : draftOf(there),
    revision: there?.revision ?? 0,
  })
  const [draft, setDraft] = useState<RecordDraft>(kept?.draft ?? base.draft)
  const [isSaving, setIsSaving] = useState(false)
  const [isTried, setIsTried] = useState(false)
  const [forgotten, setForgotten] = useState<Problem>()

  const changes = changesOf(base.draft, draft)
  const isChanged = Object.keys(changes).length > 0
  const isNew = id === null || isGone
  const other = there !== null && there.revision !== base.revision && !isGone ? there : null

  useEffect(() => {
    keepDraft(id, reach, isChanged ? draft : null, base.revision)
  }, [draft, base])
  // Nothing was written yet: what others write is what one goes on from.
  useEffect(() => {
    if (other !== null && !isChanged) accept(draftOf(other), other.revision)
  }, [other?.revision])

  const accept = (mine: RecordDraft, revision: number) => {
    if (there !== null) setBase({ draft: draftOf(there), revision })
    setDraft(mine)
  }
  const leave = (to: string | null) => go(href('memory/records', to === null ? {} : { on: `record:${to}` }))
  const discard = () => {
    keepDraft(id, reach, null, 0)
    leave(isGone ? null : id)
  }

  const save = async (again = false) => {
    setIsTried(true)
    if (isSaving || other !== null || problemsOf(draft).length > 0) return
    if (!isChanged && !isNew) {
      leave(id)
      return
    }
    setIsSaving(true)
    try {
      if (isNew) await create(draft, again)
      else await update(id, base, changes)
      keepDraft(id, reach, null, 0)
    } catch (error) {
      const problem = asProblem(error)
      if (isNew && problem.code === 'conflict' && /forgotten/.test(problem.message)) setForgotten(problem)
      else {
        notifyProblem(problem)
        // Somebody was faster: what they wrote is read, and shown beside.
        if (problem.status === 409 || problem.status === 412) noticeChange()
      }
    } finally {
      setIsSaving(false)
    }
  }
  const create = async (given: RecordDraft, again: boolean) => {
    const made = await call('record.save', { ...given, ...(again ? { again: true } : {}) })
    noticeChange()
    notify(t('made', made.name))
    leave(made.id)
  }
  const update = async (which: string, was: typeof base, changed: Partial<RecordDraft>) => {
    const saved = await call('record.update', { which, ...changed, revision: was.revision })
    noticeChange()
    const before = changesOf(draftOf(saved), was.draft)
    notify(t('saved', saved.name), {
      undo: async () => {
        await call('record.update', { which, ...before, revision: saved.revision })
        noticeChange()
      },
    })
    leave(which)
  }
  useKeys({ save: () => void save(), close: discard })

  return (
    <Page
      title={isNew ? t('newTitle') : t('editTitle')}
      actions={
        <>
          <Button keyHint="Esc" onClick={discard}>
            {isChanged ? t('discard') : t('leave')}
          </Button>
          <Button
            kind="primary"
            keyHint="Ctrl S"
            isDisabled={isSaving || other !== null}
            onClick={() => void save()}
          >
            {t('save')}
          </Button>
        </>
      }
    >
      {isGone && (
        <p class="record-told" role="alert">
          {t('gone')}
        </p>
      )}
      {forgotten !== undefined && (
        <p class="record-told" role="alert">
          {t('forgottenBefore')}{' '}
          <button type="button" class="link" onClick={() => void save(true)}>
            {t('again')}
          </button>
        </p>
      )}
      {kept !== null && isChanged && other === null && (
        <p class="record-told" role="status">
          {t('draft')}
        </p>
      )}
      {other !== null && isChanged && (
        <RecordConflict
          there={other}
          mine={draft}
          onMine={() => accept(draft, other.revision)}
          onTheirs={() => accept(draftOf(other), other.revision)}
        />
      )}
      <RecordForm
        draft={draft}
        onChange={setDraft}
        problems={isTried ? problemsOf(draft) : []}
        isNew={isNew}
      />
    </Page>
  )
}
