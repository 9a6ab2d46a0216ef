import { useId } from 'preact/hooks'
import './field.css'

export interface SelectProps<V extends string> {
  readonly label: string
  readonly value: V
  readonly options: readonly { readonly value: V; readonly label: string }[]
  readonly onChange: (value: V) => void
  readonly isLabelHidden?: boolean
  /** Without an outline, for toolbars. */
  readonly isQuiet?: boolean
}

export function Select<V extends string>({
  label,
  value,
  options,
  onChange,
  isLabelHidden,
  isQuiet,
}: SelectProps<V>) {
  const id = useId()
  return (
    <div class="field">
      <label class={isLabelHidden ? 'only-heard' : 'field-label'} for={id}>
        {label}
      </label>
      <select
        id={id}
        class={isQuiet ? 'select select-quiet' : 'select'}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value as V)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  )
}
