import type { ComponentChildren } from 'preact'
import './button.css'
import { Icon, type IconName } from './icon.js'

export interface ButtonProps {
  readonly children?: ComponentChildren
  /** primary: what one came for, at most one in sight. danger: destroys. quiet: without an outline. */
  readonly kind?: 'plain' | 'primary' | 'danger' | 'quiet'
  readonly icon?: IconName
  /** Its name where it shows an icon alone; said aloud, and shown when pointed at. */
  readonly label?: string
  /** The key that does the same, shown beside the word. */
  readonly keyHint?: string
  readonly onClick?: (event: MouseEvent) => void
  /** A link that looks like a button. */
  readonly href?: string
  readonly isDisabled?: boolean
  /** Pressed or not, for a switch; absent for all else. */
  readonly isOn?: boolean
  readonly submits?: boolean
  /** Has the focus when the dialog opens that it stands in. */
  readonly isFirst?: boolean
}

export function Button({
  children,
  kind = 'plain',
  icon,
  label,
  keyHint,
  onClick,
  href,
  isDisabled,
  isOn,
  submits,
  isFirst,
}: ButtonProps) {
  const inside = (
    <>
      {icon && <Icon name={icon} />}
      {children}
      {keyHint && (
        <span class="key" aria-hidden="true">
          {keyHint}
        </span>
      )}
    </>
  )
  const look = `button button-${kind}${children === undefined ? ' button-bare' : ''}`
  if (href !== undefined) {
    return (
      <a class={look} href={href} aria-label={label} title={label} onClick={onClick}>
        {inside}
      </a>
    )
  }
  return (
    <button
      type={submits ? 'submit' : 'button'}
      class={look}
      aria-label={label}
      title={label}
      aria-pressed={isOn}
      disabled={isDisabled}
      data-first={isFirst}
      onClick={onClick}
    >
      {inside}
    </button>
  )
}
