import { useState } from 'preact/hooks'
import { type CallProgress, call } from '../api/call.js'
import { noticeChange } from '../api/changes.js'
import type { OperationName } from '../api/operation-types.js'
import { asProblem, type Problem } from '../api/problem.js'
import { Button } from '../parts/button.js'
import { confirm } from '../parts/confirm.js'
import { ProblemTold } from '../parts/problem-told.js'
import { Progress } from '../parts/progress.js'
import { type FormField, formFields, inputOf } from './form-fields.js'
import { InputField } from './input-field.js'
import type { KnownOperation } from './known-operations.js'
import { sayOperation } from './operation-titles.js'
import { Told } from './told.js'
import { t } from './words.js'

interface Run {
  readonly startedAt: number
  readonly progress?: CallProgress
  readonly abort: AbortController
}

/** An operation with a form made out of its schema, and what it answered. */
export function OperationForm({
  operation,
  onBack,
}: {
  readonly operation: KnownOperation
  readonly onBack: () => void
}) {
  const fields = formFields(operation.input)
  const needed = fields.filter(({ isRequired }) => isRequired)
  const optional = fields.filter(({ isRequired }) => !isRequired)
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map())
  const [run, setRun] = useState<Run>()
  const [told, setTold] = useState<{ answer: unknown } | { problem: Problem }>()

  const start = async () => {
    const abort = new AbortController()
    try {
      const input = inputOf(fields, typed)
      if (operation.effect === 'destructive' && input['preview'] !== true) {
        const isSure = await confirm({
          title: t('sure', sayOperation(operation.name, operation.title)),
          body: t('sureBody'),
          action: t('run'),
        })
        if (!isSure) return
      }
      const startedAt = Date.now()
      setRun({ startedAt, abort })
      const onProgress = (progress: CallProgress) => setRun({ startedAt, abort, progress })
      // The names come from the server, so their types are not known here.
      const answer = await call(operation.name as OperationName, input as never, {
        signal: abort.signal,
        onProgress,
      })
      setTold({ answer })
      if (operation.effect !== 'read') noticeChange()
    } catch (error) {
      const problem = asProblem(error)
      if (problem.code !== 'stopped') setTold({ problem })
    }
    setRun(undefined)
  }

  return (
    <form
      class="palette-form"
      onSubmit={(event) => {
        event.preventDefault()
        void start()
      }}
    >
      <header class="palette-head">
        <Button kind="quiet" icon="left" label={t('back')} onClick={onBack} />
        <h2 class="palette-label clip">{sayOperation(operation.name, operation.title)}</h2>
        <code class="meta">{operation.name}</code>
      </header>
      <div class="palette-body">
        <p class="meta">{operation.description}</p>
        <Inputs fields={needed} typed={typed} onInput={setTyped} isFirst />
        {optional.length > 0 && (
          <details open={needed.length === 0}>
            <summary class="meta">{t('optional', optional.length)}</summary>
            <div class="palette-optional">
              <Inputs fields={optional} typed={typed} onInput={setTyped} />
            </div>
          </details>
        )}
        {run !== undefined && (
          <Progress
            label={t('running')}
            progress={run.progress}
            startedAt={run.startedAt}
            onStop={() => run.abort.abort()}
          />
        )}
        {told !== undefined &&
          ('answer' in told ? <Told value={told.answer} /> : <ProblemTold problem={told.problem} />)}
      </div>
      <footer class="palette-foot">
        <Button
          submits
          kind={operation.effect === 'destructive' ? 'danger' : 'primary'}
          isDisabled={run !== undefined}
        >
          {t(told === undefined ? 'run' : 'again')}
        </Button>
      </footer>
    </form>
  )
}

function Inputs({
  fields,
  typed,
  onInput,
  isFirst = false,
}: {
  readonly fields: readonly FormField[]
  readonly typed: ReadonlyMap<string, string>
  readonly onInput: (typed: ReadonlyMap<string, string>) => void
  readonly isFirst?: boolean
}) {
  return (
    <>
      {fields.map((field, index) => (
        <InputField
          key={field.name}
          field={field}
          isFirst={isFirst && index === 0}
          value={typed.get(field.name) ?? ''}
          onInput={(value) => onInput(new Map(typed).set(field.name, value))}
        />
      ))}
    </>
  )
}
