import type { ComponentChildren } from 'preact'
import { useId, useRef, useState } from 'preact/hooks'
import './menu.css'

export interface MenuProps {
  /** What the button says, and shows. */
  readonly label: string
  readonly button: ComponentChildren
  /** Buttons, links, fields. */
  readonly children: ComponentChildren
}

/** A button with choices under it, that closes by Escape and by a press elsewhere. */
export function Menu({ label, button, children }: MenuProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const box = useRef<HTMLDivElement>(null)
  return (
    <div class="menu">
      <button
        ref={opener}
        type="button"
        class="menu-button"
        aria-label={label}
        title={label}
        popovertarget={id}
      >
        {button}
      </button>
      <div
        ref={box}
        id={id}
        class="menu-box"
        popover="auto"
        role="group"
        aria-label={label}
        onBeforeToggle={(event) => {
          if (event.newState === 'open') putBeside(opener.current, box.current)
          setOpen(event.newState === 'open')
        }}
        onClick={(event) => {
          if (event.target instanceof Element && event.target.closest('[data-closes]'))
            box.current?.hidePopover()
        }}
      >
        {isOpen && children}
      </div>
    </div>
  )
}

const GAP_PX = 4

/** Under the button where there is room, else above it. */
function putBeside(opener: HTMLElement | null, box: HTMLElement | null): void {
  if (opener === null || box === null) return
  const { left, top, bottom } = opener.getBoundingClientRect()
  const isLow = bottom > innerHeight * 0.6
  box.style.setProperty('--left', `${Math.max(GAP_PX, left)}px`)
  box.style.setProperty('--from-top', isLow ? 'auto' : `${bottom + GAP_PX}px`)
  box.style.setProperty('--from-bottom', isLow ? `${innerHeight - top + GAP_PX}px` : 'auto')
}
