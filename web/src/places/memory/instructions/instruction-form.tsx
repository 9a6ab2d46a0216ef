import { useState } from 'preact/hooks'
import { call } from '../../../api/call.js'
import { noticeChange } from '../../../api/changes.js'
import type { InputOf } from '../../../api/operation-types.js'
import { Button } from '../../../parts/button.js'
import { Field } from '../../../parts/field.js'
import { attempt, notify } from '../../../parts/notice.js'
import { Select } from '../../../parts/select.js'
import { type Instruction, instructionScopes, termsOf } from './instruction.js'
import './instructions.css'
import { t } from './words.js'

export interface InstructionFormProps {
  /** The one that is changed; null: a new one. */
  readonly of: Instruction | null
  readonly onDone: (id: string | null) => void
}

/** What is to be done always, where, how much it weighs, and until when. */
export function InstructionForm({ of, onDone }: InstructionFormProps) {
  const [text, setText] = useState(of?.text ?? '')
  const [scope, setScope] = useState(of?.scope ?? 'global')
  const [scopeName, setScopeName] = useState(of?.scopeName ?? '')
  const [priority, setPriority] = useState(String(of?.priority ?? 50))
  const [expires, setExpires] = useState((of?.fact?.expiresAt ?? '').slice(0, 10))
  const [isTried, setIsTried] = useState(false)
  const isTextMissing = text.trim() === ''
  const isNameMissing = scope !== 'global' && scopeName.trim() === ''
  const weight = Number(priority)
  const isWeightWrong = !Number.isInteger(weight) || weight < 1 || weight > 100

  const save = async () => {
    setIsTried(true)
    if (isTextMissing || isNameMissing || isWeightWrong) return
    const terms: InputOf<'memory.instruct'> = {
      action: 'add',
      text: text.trim(),
      scope,
      priority: weight,
      ...(scope === 'global' ? {} : { scopeName: scopeName.trim() }),
      ...(expires === '' ? {} : { expiresAt: endOf(expires) }),
    }
    await attempt(async () => {
      const { id } = await call('memory.instruct', terms)
      const isOther = of !== null && id !== of.id
      if (isOther && of.isEnabled) await call('memory.instruct', { action: 'disable', id: of.id })
      noticeChange()
      notify(of === null ? t('added') : t('changed'), {
        undo: async () => {
          if (of === null || isOther) await call('memory.instruct', { action: 'disable', id })
          if (of !== null) await call('memory.instruct', termsOf(of))
          noticeChange()
        },
      })
      onDone(id)
    })
  }
  const enter = () => void save()

  return (
    <div class="instruction-form">
      <Field
        label={t('what')}
        placeholder={t('example')}
        value={text}
        isFirst
        isRequired
        rows={2}
        {...(of !== null && text.trim() !== of.text ? { hint: t('wordsChanged') } : {})}
        problem={isTried && isTextMissing ? t('textMissing') : undefined}
        onInput={setText}
        onEnter={enter}
        onEscape={() => onDone(null)}
      />
      <div class="instruction-terms">
        <Select
          label={t('scope')}
          value={scope}
          options={instructionScopes.map((value) => ({ value, label: t(value) }))}
          onChange={setScope}
        />
        {scope !== 'global' && (
          <Field
            label={t('scopeName')}
            value={scopeName}
            problem={isTried && isNameMissing ? t('nameMissing') : undefined}
            onInput={setScopeName}
            onEnter={enter}
          />
        )}
        <Field
          label={t('priority')}
          type="number"
          value={priority}
          problem={isTried && isWeightWrong ? t('priorityHint') : undefined}
          onInput={setPriority}
          onEnter={enter}
        />
        <Field label={t('expires')} type="date" value={expires} onInput={setExpires} onEnter={enter} />
      </div>
      <div class="instruction-buttons">
        <Button kind="primary" keyHint="Ctrl ⏎" onClick={enter}>
          {of === null ? t('save') : t('saveChanges')}
        </Button>
        <Button kind="quiet" onClick={() => onDone(null)}>
          {t('cancel')}
        </Button>
      </div>
    </div>
  )
}

/** To the end of that day, where the person is. */
function endOf(day: string): string {
  return new Date(`${day}T23:59:59`).toISOString()
}
