import { useState } from 'preact/hooks'
import { call } from '../../api/call.js'
import { may } from '../../api/caller.js'
import { noticeChange } from '../../api/changes.js'
import type { OutputOf } from '../../api/operation-types.js'
import { useOperation } from '../../api/use-operation.js'
import { forget, ReceiptTold, receiptOf } from '../../inspector/forget.js'
import { InspectorFrame } from '../../inspector/inspector-frame.js'
import { Uses } from '../../inspector/uses.js'
import { sayKey } from '../../keys/key-map.js'
import { useKeys } from '../../keys/use-keys.js'
import { go, href } from '../../location/location.js'
import { Button } from '../../parts/button.js'
import { Meter } from '../../parts/meter.js'
import { attempt, notify } from '../../parts/notice.js'
import { ProblemTold } from '../../parts/problem-told.js'
import { Section } from '../../parts/section.js'
import { Skeleton } from '../../parts/skeleton.js'
import { Status } from '../../parts/status.js'
import { Time } from '../../parts/time.js'
import { CloseTask } from './close-task.js'
import { Plan } from './plan.js'
import { planProgress } from './plan-progress.js'
import { reopenTask } from './reopen-task.js'
import { Outputs } from './session-inspector.js'
import { t } from './words.js'

type Shown = OutputOf<'task.show'>

/** One task: goal, plan, where it stands, what it may read, how it stood before. */
export function TaskInspector({ id }: { readonly id: string }) {
  const receipt = receiptOf('item', id)
  const { value, problem, again } = useOperation(
    'task.show',
    receipt === undefined ? { task: id, history: 20 } : null,
  )
  if (receipt !== undefined) {
    return (
      <InspectorFrame head={<span class="inspector-kind">{t('taskKind')}</span>}>
        <ReceiptTold receipt={receipt} />
      </InspectorFrame>
    )
  }
  if (value === undefined || problem?.code === 'not_found') {
    return (
      <InspectorFrame head={null}>
        {problem === undefined ? <Skeleton /> : <ProblemTold problem={problem} onAgain={again} />}
      </InspectorFrame>
    )
  }
  return <TaskShown shown={value} />
}

function TaskShown({ shown: { task, documents, history } }: { readonly shown: Shown }) {
  const [isClosing, setClosing] = useState(false)
  const { id, name, status, goal, plan, state, outcome, session, extraction } = task
  const { done, all, share } = planProgress(plan)
  const forgetIt = () => void forget({ id })
  useKeys({
    ...(may('memory.forget') ? { forget: forgetIt } : {}),
    ...(session === null ? {} : { open: () => go(href(['tasks', session])) }),
  })
  return (
    <InspectorFrame
      head={
        <>
          <span class="inspector-kind">{t('taskKind')}</span>
          <Status of={status} />
          <span>
            {t('changed')} <Time at={task.updatedAt} as="moment" />
          </span>
        </>
      }
      says={
        isClosing ? (
          <CloseTask task={task} onDone={() => setClosing(false)} />
        ) : (
          <>
            <h2 class="tasks-title">{name}</h2>
            <p>{goal}</p>
          </>
        )
      }
      actions={
        <>
          {session !== null && (
            <Button kind="primary" keyHint={sayKey('open')} href={href(['tasks', session])}>
              {t('openIt')}
            </Button>
          )}
          {may('memory.write') && status === 'open' && !isClosing && (
            <Button onClick={() => setClosing(true)}>{t('close')}</Button>
          )}
          {may('memory.write') && status === 'closed' && (
            <Button onClick={() => void openAgain(task)}>{t('reopen')}</Button>
          )}
          {may('memory.forget') && (
            <Button kind="danger" keyHint={sayKey('forget')} onClick={forgetIt}>
              {t('forget')}
            </Button>
          )}
        </>
      }
    >
      {outcome !== null && (
        <Section title={t('outcome')}>
          <p class="verbatim">{outcome}</p>
          {extraction !== null && <p class="meta">{t('extraction', extraction)}</p>}
        </Section>
      )}
      {state !== null && (
        <Section title={t('state')}>
          <p class="verbatim">{state}</p>
        </Section>
      )}
      {plan.length > 0 && (
        <Section title={t('plan')}>
          <div class="row-line">
            <Meter share={share} label={t('plan')} />
            <span class="meta">{t('stepsDone', done, all)}</span>
          </div>
          <Plan steps={plan} />
        </Section>
      )}
      {documents.length > 0 && (
        <Section title={t('documents')} count={documents.length}>
          <ul class="tasks-lines">
            {documents.map((document) => (
              <li key={document.id}>
                <a class="tasks-line" href={href('documents', { on: `document:${document.id}` })}>
                  <span class="clip">{document.title}</span>
                  <span class="meta clip">{document.source}</span>
                </a>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {session !== null && <Outputs session={session} />}
      {history.length > 0 && (
        <Section title={t('revisions')} count={history.length} isOpen={false}>
          <ol class="tasks-revisions">
            {history.map((was, index) => (
              <Revision key={was.revision} was={was} then={history[index - 1] ?? task} />
            ))}
          </ol>
        </Section>
      )}
      <Uses id={id} />
    </InspectorFrame>
  )
}

async function openAgain(task: Shown['task']): Promise<void> {
  if (!(await attempt(() => reopenTask(task)))) return
  const { id, name, outcome } = task
  notify(t('openedAgain', name), {
    undo: async () => {
      await call('task.close', { task: id, outcome: outcome ?? name })
      noticeChange()
    },
  })
}

interface RevisionProps {
  readonly was: Shown['history'][number]
  /** How it stood right after. */
  readonly then: Pick<Shown['task'], 'goal' | 'plan' | 'state' | 'outcome'>
}

/** How it stood before a change: only what changed then. */
function Revision({ was, then }: RevisionProps) {
  const { revision, at, goal, plan, state, outcome } = was
  const isOtherPlan = JSON.stringify(plan) !== JSON.stringify(then.plan)
  return (
    <li class="tasks-revision">
      <p class="meta">
        {t('revision', revision)} · <Time at={at} as="moment" />
      </p>
      {goal !== then.goal && <p>{goal}</p>}
      {state !== then.state && <p class="verbatim">{state ?? t('noState')}</p>}
      {outcome !== then.outcome && <p class="verbatim">{outcome ?? t('wasOpen')}</p>}
      {isOtherPlan && <Plan steps={plan} />}
    </li>
  )
}
