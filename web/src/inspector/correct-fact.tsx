import { useState } from 'preact/hooks'
import { call } from '../api/call.js'
import { noticeChange } from '../api/changes.js'
import type { InputOf, Item } from '../api/operation-types.js'
import { asProblem, type Problem } from '../api/problem.js'
import { select } from '../location/selection.js'
import { Button } from '../parts/button.js'
import { Field } from '../parts/field.js'
import { notify } from '../parts/notice.js'
import { t } from './words.js'

interface CorrectFactProps {
  readonly item: Item
  readonly onDone: () => void
  /** Does it in the place of what is done here. */
  readonly onSave?: (input: InputOf<'memory.correct'>) => Promise<void>
}

/** Puts what is true in the place of a fact that is wrong. It can be undone: the old one holds again. */
export function CorrectFact({ item, onDone, onSave = correct }: CorrectFactProps) {
  const [text, setText] = useState(item.text)
  const [value, setValue] = useState('')
  const [problem, setProblem] = useState<Problem>()
  const save = async () => {
    try {
      await onSave({ id: item.id, text, ...(value.trim() === '' ? {} : { value }) })
      onDone()
    } catch (error) {
      setProblem(asProblem(error))
    }
  }
  return (
    <form
      class="correct"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Field
        label={t('truth')}
        value={text}
        onInput={setText}
        rows={3}
        isFirst
        onEnter={() => void save()}
        onEscape={onDone}
        problem={
          problem === undefined ? undefined : `${problem.message}${problem.hint ? `. ${problem.hint}` : ''}`
        }
      />
      {item.fact?.key != null && (
        <Field
          label={t('value')}
          value={value}
          onInput={setValue}
          placeholder={item.fact.value ?? ''}
          hint={t('valueHint', item.fact.key)}
          onEnter={() => void save()}
          onEscape={onDone}
        />
      )}
      <div class="correct-actions">
        <Button submits kind="primary" isDisabled={text.trim() === ''}>
          {t('save')}
        </Button>
        <Button onClick={onDone}>{t('cancel')}</Button>
      </div>
    </form>
  )
}

async function correct(input: InputOf<'memory.correct'>): Promise<void> {
  const { id } = await call('memory.correct', input)
  select('item', id)
  notify(t('corrected'), { undo: () => call('memory.restore', { id: input.id }) })
  noticeChange()
}
