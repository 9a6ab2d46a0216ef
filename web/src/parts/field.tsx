import { useId } from 'preact/hooks'
import './field.css'

export interface FieldProps {
  readonly label: string
  readonly value: string
  readonly onInput: (value: string) => void
  readonly isLabelHidden?: boolean
  readonly type?: 'text' | 'search' | 'password' | 'number' | 'date' | 'datetime-local'
  /** More than 1: a field of so many lines. */
  readonly rows?: number
  readonly placeholder?: string
  readonly hint?: string
  /** What is wrong with the value. */
  readonly problem?: string | undefined
  readonly isMono?: boolean
  readonly isRequired?: boolean
  readonly isReadOnly?: boolean
  /** Takes the focus when it appears. */
  readonly isFirst?: boolean
  /** Enter; in a field of several lines Ctrl or ⌘ with it. */
  readonly onEnter?: () => void
  readonly onEscape?: () => void
}

export function Field(props: FieldProps) {
  const { label, value, isLabelHidden, type = 'text', rows = 1, hint, problem, isMono, isFirst } = props
  const id = useId()
  const shared = {
    id,
    value,
    placeholder: props.placeholder,
    required: props.isRequired,
    readOnly: props.isReadOnly,
    autofocus: isFirst,
    autocomplete: 'off',
    spellcheck: rows > 1,
    class: `field-input${isMono ? ' mono' : ''}`,
    'aria-invalid': problem === undefined ? undefined : true,
    'aria-describedby': hint || problem ? `${id}-told` : undefined,
    onInput: (event: Event) => props.onInput((event.currentTarget as HTMLInputElement).value),
    onKeyDown: (event: KeyboardEvent) => pressed(event, rows, props),
    ref: isFirst ? focusOnce : null,
  }
  return (
    <div class="field">
      <label class={isLabelHidden ? 'only-heard' : 'field-label'} for={id}>
        {label}
      </label>
      {rows > 1 ? <textarea {...shared} rows={rows} /> : <input {...shared} type={type} />}
      {(problem ?? hint) && (
        <p id={`${id}-told`} class={problem ? 'field-problem' : 'meta'}>
          {problem ?? hint}
        </p>
      )}
    </div>
  )
}

function pressed(event: KeyboardEvent, rows: number, { onEnter, onEscape }: FieldProps): void {
  // Enter also ends what an input method composes, such as Chinese.
  if (event.isComposing) return
  if (event.key === 'Enter' && onEnter && (rows === 1 || event.ctrlKey || event.metaKey)) {
    event.preventDefault()
    onEnter()
  }
  if (event.key === 'Escape' && onEscape) {
    event.stopPropagation()
    onEscape()
  }
}

function focusOnce(element: HTMLInputElement | HTMLTextAreaElement | null): void {
  if (element === null || element.dataset['met'] === 'yes') return
  element.dataset['met'] = 'yes'
  element.focus()
}
