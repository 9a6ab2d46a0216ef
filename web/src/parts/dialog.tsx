import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import './dialog.css'

export interface DialogProps {
  readonly label: string
  readonly onClose: () => void
  /** Near the top, and with a shadow: the palette. */
  readonly isHigh?: boolean
  readonly children: ComponentChildren
}

/** In front of everything: for destruction, the palette and the keys alone. Escape and a press beside it close it. */
export function Dialog({ label, onClose, isHigh, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const before = document.activeElement
    const element = dialog.current
    element?.showModal()
    element?.querySelector<HTMLElement>('[data-first]')?.focus()
    return () => {
      // While it is open, nothing behind it can have the focus.
      element?.close()
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      class={isHigh ? 'dialog dialog-high' : 'dialog'}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onPointerDown={(event) => event.target === dialog.current && onClose()}
    >
      <div class="dialog-inside">{children}</div>
    </dialog>
  )
}
