import type { ComponentChildren } from 'preact'
import './section.css'

export interface SectionProps {
  readonly title: string
  readonly count?: number | undefined
  /** Whether it is open when it appears. Default true. */
  readonly isOpen?: boolean
  readonly children: ComponentChildren
}

/** A named part of a page or of the inspector, that can be folded. */
export function Section({ title, count, isOpen = true, children }: SectionProps) {
  return (
    <details class="section" open={isOpen}>
      <summary class="section-head">
        <h2 class="section-title">{title}</h2>
        {count !== undefined && <span class="meta">{count}</span>}
      </summary>
      <div class="section-body">{children}</div>
    </details>
  )
}
