export interface CheckProps {
  readonly label: string
  readonly hint?: string
  readonly isOn: boolean
  readonly isDisabled?: boolean
  readonly onChange: (isOn: boolean) => void
}

/** Yes or no, with what it means beneath. */
export function Check({ label, hint, isOn, isDisabled, onChange }: CheckProps) {
  return (
    <label class="system-check">
      <input
        type="checkbox"
        checked={isOn}
        disabled={isDisabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>
        {label}
        {hint !== undefined && <span class="meta system-check-hint">{hint}</span>}
      </span>
    </label>
  )
}
