import type { ComponentChildren } from 'preact'
import './empty.css'

/** What stands where nothing is: what would be here, and what can be done about it. */
export function Empty({
  title,
  hint,
  children,
}: {
  /** Absent where the page says it. */
  readonly title?: string
  readonly hint?: ComponentChildren
  readonly children?: ComponentChildren
}) {
  return (
    <div class="empty">
      {title !== undefined && <h2 class="empty-title">{title}</h2>}
      {hint !== undefined && <p class="empty-hint">{hint}</p>}
      {children !== undefined && <div class="empty-actions">{children}</div>}
    </div>
  )
}
