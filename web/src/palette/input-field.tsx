import { Field } from '../parts/field.js'
import { Select } from '../parts/select.js'
import type { FormField } from './form-fields.js'
import { t } from './words.js'

export interface InputFieldProps {
  readonly field: FormField
  readonly value: string
  readonly onInput: (value: string) => void
  readonly isFirst: boolean
}

/** One field of a form that was made out of a schema. */
export function InputField({ field, value, onInput, isFirst }: InputFieldProps) {
  const { name, kind, choices, hint, isRequired } = field
  if (kind === 'switch' || kind === 'choice') {
    const options = kind === 'switch' ? ['yes', 'no'] : choices
    const say = (option: string) => (kind === 'switch' ? t(option as 'yes' | 'no') : option)
    return (
      <Select
        label={hint === '' ? name : `${name}: ${hint}`}
        value={value}
        options={[
          { value: '', label: t('unset') },
          ...options.map((option) => ({ value: option, label: say(option) })),
        ]}
        onChange={onInput}
      />
    )
  }
  const how = kind === 'lines' ? t('lines') : kind === 'json' ? t('json') : ''
  const more = choices.length > 0 ? choices.join(', ') : ''
  return (
    <Field
      label={name}
      value={value}
      onInput={onInput}
      type={kind === 'number' ? 'number' : 'text'}
      rows={kind === 'lines' || kind === 'json' ? 3 : 1}
      isMono={kind === 'json'}
      isRequired={isRequired}
      isFirst={isFirst}
      hint={[hint, how, more].filter((part) => part !== '').join(' · ')}
    />
  )
}
