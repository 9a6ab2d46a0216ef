import { useEffect, useState } from 'preact/hooks'
import { useOperation } from '../../../api/use-operation.js'
import { useKeys } from '../../../keys/use-keys.js'
import { param, setParams } from '../../../location/location.js'
import { Button } from '../../../parts/button.js'
import { Field } from '../../../parts/field.js'
import { ProblemTold } from '../../../parts/problem-told.js'
import { Select } from '../../../parts/select.js'
import { Skeleton } from '../../../parts/skeleton.js'
import { DocumentsFrame } from '../documents-frame.js'
import { DEFAULT_TASK, sayTask, useTaskNames } from '../task-names.js'
import { t } from '../words.js'
import { Answer } from './answer.js'
import { FoundSections } from './found-sections.js'
import { TaskDocuments } from './task-documents.js'

/** A question to the documents of a task: `?task=…&q=…`, answered with citations, or the sections that say it. */
export function AskTab() {
  const named = param('task')
  const names = useTaskNames(named)
  const isDefaultEmpty = useOperation(
    'knowledge.list',
    named === '' ? { task: DEFAULT_TASK, limit: 1 } : null,
  )
  const first = isDefaultEmpty.value?.total === 0 ? (names[1] ?? DEFAULT_TASK) : DEFAULT_TASK
  const task = named === '' ? first : named
  const asked = param('q')
  const mode = param('find') === 'sections' ? 'sections' : 'answer'
  const documents = useOperation('knowledge.list', { task, limit: 200 })
  return (
    <DocumentsFrame
      tab="ask"
      filters={
        <>
          <Select
            label={t('task')}
            value={task}
            options={names.map((value) => ({ value, label: sayTask(value) }))}
            onChange={(value) => setParams({ task: value })}
          />
          <span class="grow" />
          <div class="ask-modes" role="group" aria-label={t('modes')}>
            <Button isOn={mode === 'answer'} kind="quiet" onClick={() => setParams({ find: null })}>
              {t('answerMode')}
            </Button>
            <Button isOn={mode === 'sections'} kind="quiet" onClick={() => setParams({ find: 'sections' })}>
              {t('sectionsMode')}
            </Button>
          </div>
        </>
      }
    >
      <div class="ask">
        <div class="ask-main">
          <Question asked={asked} task={task} action={t(mode === 'sections' ? 'findNow' : 'askNow')} />
          <div class="ask-answer" aria-live="polite">
            {asked.trim() === '' && <p class="meta ask-hint">{t('askHint')}</p>}
            {asked.trim() !== '' && mode === 'answer' && <Answer question={asked} task={task} />}
            {asked.trim() !== '' && mode === 'sections' && <FoundSections question={asked} task={task} />}
          </div>
        </div>
        <aside class="ask-aside" aria-label={t('taskDocuments')}>
          {documents.value === undefined &&
            (documents.problem === undefined ? (
              <Skeleton />
            ) : (
              <ProblemTold problem={documents.problem} onAgain={documents.again} />
            ))}
          {documents.value !== undefined && <TaskDocuments task={task} listed={documents.value} />}
        </aside>
      </div>
    </DocumentsFrame>
  )
}

interface QuestionProps {
  readonly asked: string
  readonly task: string
  readonly action: string
}

/** Asked when it is sent: a model may read for a while. */
function Question({ asked, task, action }: QuestionProps) {
  const [typed, setTyped] = useState(asked)
  useEffect(() => setTyped(asked), [asked])
  useKeys({
    search: () => document.querySelector<HTMLInputElement>('.ask-question input')?.select(),
  })
  const ask = () => setParams({ q: typed.trim(), task }, { isNewStep: true })
  return (
    <search class="ask-question">
      <Field
        label={t('question')}
        placeholder={t('question')}
        isLabelHidden
        type="search"
        value={typed}
        onInput={setTyped}
        onEnter={ask}
        isFirst={asked === '' && matchMedia('(pointer: fine)').matches}
      />
      <Button kind="primary" keyHint="⏎" onClick={ask}>
        {action}
      </Button>
    </search>
  )
}
