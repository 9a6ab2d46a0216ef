import type { OutputOf } from '../../api/operation-types.js'
import { usePages } from '../../api/use-pages.js'
import { param, setParams } from '../../location/location.js'
import { select, selection } from '../../location/selection.js'
import { Button } from '../../parts/button.js'
import { Empty } from '../../parts/empty.js'
import { List } from '../../parts/list.js'
import { Meter } from '../../parts/meter.js'
import { ProblemTold } from '../../parts/problem-told.js'
import { Select } from '../../parts/select.js'
import { Skeleton } from '../../parts/skeleton.js'
import { Status } from '../../parts/status.js'
import { Time } from '../../parts/time.js'
import { planProgress } from './plan-progress.js'
import { TasksFrame } from './tasks-frame.js'
import { t } from './words.js'

type Task = OutputOf<'task.list'>['tasks'][number]

/** Tasks, the one that changed last first: what is to be reached, and how far each is. */
export function TaskList() {
  const status = (['open', 'closed'] as const).find((one) => one === param('status'))
  const pages = usePages('task.list', [{ limit: 60, ...(status === undefined ? {} : { status }) }], {
    read: ({ tasks, next }) => ({ rows: tasks as readonly Task[], next }),
    keyOf: ({ id }) => id,
  })
  const { rows } = pages
  return (
    <TasksFrame
      view="tasks"
      filters={
        <Select
          isLabelHidden
          isQuiet
          label={t('status')}
          value={status ?? ''}
          options={[
            { value: '', label: t('all') },
            { value: 'open', label: t('openOnes') },
            { value: 'closed', label: t('closedOnes') },
          ]}
          onChange={(value) => setParams({ status: value })}
        />
      }
    >
      {rows === undefined ? (
        pages.problem === undefined ? (
          <Skeleton isRows lines={6} />
        ) : (
          <ProblemTold problem={pages.problem} onAgain={pages.again} />
        )
      ) : (
        <List
          label={t('tasks')}
          rows={rows}
          keyOf={({ id }) => id}
          rowHeight={76}
          selected={selection.value?.kind === 'task' ? selection.value.id : null}
          onSelect={({ id }) => select('task', id)}
          onEnd={pages.more}
          row={(task) => <TaskRow task={task} />}
          empty={
            status === undefined ? (
              <Empty title={t('noTasks')} hint={t('noTasksHint')} />
            ) : (
              <Empty title={t('noneFound')}>
                <Button onClick={() => setParams({ status: null })}>{t('clear')}</Button>
              </Empty>
            )
          }
        />
      )}
    </TasksFrame>
  )
}

function TaskRow({ task }: { readonly task: Task }) {
  const { name, goal, plan, status, outcome, state, updatedAt } = task
  const { done, all, share } = planProgress(plan)
  return (
    <div class="row-two">
      <div class="row-line">
        <span class="row-grow clip tasks-name">{name}</span>
        <Status of={status} />
      </div>
      <div class="clip">{outcome ?? state ?? goal}</div>
      <div class="row-line meta">
        {all > 0 && (
          <>
            <Meter share={share} label={t('plan')} />
            <span>{t('stepsDone', done, all)}</span>
          </>
        )}
        <span class="row-grow" />
        <Time at={updatedAt} as="moment" />
      </div>
    </div>
  )
}
