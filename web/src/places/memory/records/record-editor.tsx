import { useEffect, useState } from 'preact/hooks'
import { call } from '../../../api/call.js'
import { may, whose } from '../../../api/caller.js'
import { noticeChange } from '../../../api/changes.js'
import { asProblem } from '../../../api/problem.js'
import { useOperation } from '../../../api/use-operation.js'
import { sayKey } from '../../../keys/key-map.js'
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
  type DraftBase,
  draftOf,
  emptyDraft,
  keepDraft,
  keptDraft,
  problemsOf,
  type RecordDraft,
  rebased,
} from './record-draft.js'
import { RecordForm } from './record-form.js'
import type { WholeRecord } from './record-types.js'
import './records.css'
import { t } from './words.js'

/** A record while it is written: `/memory/records/edit/ID`, and `/memory/records/new`. */
export function RecordEditor({ id }: { readonly id: string | null }) {
  const record = useOperation('record.read', id === null ? null : { which: id })
  if (whose.value === '' || (id !== null && record.value === undefined)) {
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
  return (
    <Editor
      key={whose.value}
      id={id}
      there={record.value ?? null}
      isGone={record.problem?.code === 'not_found'}
    />
  )
}

interface EditorProps {
  readonly id: string | null
  /** As it stands there now, also after somebody else has changed it. */
  readonly there: WholeRecord | null
  readonly isGone: boolean
}

function Editor({ id, there, isGone }: EditorProps) {
  const reach = whose.value
  const [kept] = useState(() => keptDraft(id, reach))
  const [base, setBase] = useState<DraftBase>(
    () =>
      kept?.base ?? { draft: there === null ? emptyDraft : draftOf(there), revision: there?.revision ?? 0 },
  )
  const [draft, setDraft] = useState<RecordDraft>(kept?.draft ?? base.draft)
  const [isSaving, setIsSaving] = useState(false)
  const [isTried, setIsTried] = useState(false)
  const [isForgotten, setIsForgotten] = useState(false)

  const changes = changesOf(base.draft, draft)
  const isChanged = Object.keys(changes).length > 0
  const isNew = id === null || isGone
  const changed = there !== null && there.revision !== base.revision && !isGone ? there : null
  const joined = changed === null ? null : rebased(base.draft, draftOf(changed), draft)
  const other = joined !== null && joined.both.length > 0 ? changed : null

  useEffect(() => {
    keepDraft(id, reach, isChanged ? { draft, base } : null)
  }, [draft, base])
  // Where they and I wrote different fields, nobody has to decide.
  useEffect(() => {
    if (changed === null || joined === null || joined.both.length > 0) return
    goOnFrom(changed, joined.draft)
    notify(isChanged ? t('joined') : t('renewed'))
  }, [changed?.revision])

  const goOnFrom = (record: WholeRecord, mine: RecordDraft) => {
    setBase({ draft: draftOf(record), revision: record.revision })
    setDraft(mine)
  }
  const goBack = (to: string | null) => go(href('memory/records', to === null ? {} : { on: `record:${to}` }))
  const leave = () => {
    if (isChanged) notify(t('draftKept'))
    goBack(isGone ? null : id)
  }
  const discard = () => {
    const written = { draft, base }
    keepDraft(id, reach, null)
    goBack(isGone ? null : id)
    notify(t('discarded'), {
      undo: async () => {
        keepDraft(id, reach, written)
        go(href(id === null ? 'memory/records/new' : `memory/records/edit/${id}`))
      },
    })
  }

  const save = async (again = false) => {
    setIsTried(true)
    if (!may('memory.write') || isSaving || changed !== null || problemsOf(draft).length > 0) return
    if (!isChanged && !isNew) {
      goBack(id)
      return
    }
    setIsSaving(true)
    try {
      if (isNew) await create(draft, again)
      else await update(id, base, changes)
    } catch (error) {
      const problem = asProblem(error)
      if (isNew && problem.code === 'conflict' && /forgotten/.test(problem.message)) setIsForgotten(true)
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
    keepDraft(id, reach, null)
    noticeChange()
    notify(t('made', made.name))
    goBack(made.id)
  }
  const update = async (which: string, was: DraftBase, changed: Partial<RecordDraft>) => {
    const saved = await call('record.update', { which, ...changed, revision: was.revision })
    keepDraft(id, reach, null)
    noticeChange()
    const before = changesOf(draftOf(saved), was.draft)
    notify(t('saved', saved.name), {
      undo: async () => {
        await call('record.update', { which, ...before, revision: saved.revision })
        noticeChange()
      },
    })
    goBack(which)
  }
  useKeys({ save: () => void save(), close: leave })

  return (
    <Page
      title={isNew ? t('newTitle') : t('editTitle')}
      actions={
        <>
          {isChanged && (
            <Button kind="quiet" onClick={discard}>
              {t('discard')}
            </Button>
          )}
          <Button keyHint={sayKey('close')} onClick={leave}>
            {t('leave')}
          </Button>
          <Button
            kind="primary"
            keyHint={sayKey('save')}
            isDisabled={isSaving || other !== null || !may('memory.write')}
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
      {isForgotten && (
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
      {other !== null && joined !== null && (
        <RecordConflict
          there={other}
          mine={joined.draft}
          onMine={() => goOnFrom(other, joined.draft)}
          onTheirs={() => goOnFrom(other, draftOf(other))}
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
