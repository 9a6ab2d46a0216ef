import { useRef } from 'preact/hooks'
import { sayDay } from '../language/dates.js'
import { Icon } from './icon.js'
import './day-picker.css'

export interface DayPickerProps {
  readonly label: string
  /** YYYY-MM-DD; '' where none is chosen. */
  readonly value: string
  readonly onChange: (value: string) => void
  /** What it says where none is chosen: "today", "any time". */
  readonly unset: string
}

/** A day, said as people say it; pressed, it opens the browser's calendar. */
export function DayPicker({ label, value, onChange, unset }: DayPickerProps) {
  const field = useRef<HTMLInputElement>(null)
  const said = value === '' ? unset : sayDay(`${value}T12:00:00`)
  return (
    <span class="day">
      <button type="button" class="day-button" onClick={() => field.current?.showPicker()}>
        <span class="meta">{label}</span>
        <span class={value === '' ? undefined : 'day-set'}>{said}</span>
        <Icon name="down" />
      </button>
      <input
        ref={field}
        class="day-field"
        type="date"
        tabIndex={-1}
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </span>
  )
}
