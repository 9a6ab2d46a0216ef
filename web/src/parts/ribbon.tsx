import { saySpan } from '../language/dates.js'
import './ribbon.css'

export interface RibbonSpan {
  readonly id: string
  readonly label: string
  /** ISO 8601. */
  readonly from: string
  /** null: until now. */
  readonly until: string | null
  /** Filled: what holds now. */
  readonly isActive: boolean
  readonly href?: string
}

/** The values of one thing over time, oldest first: each as long as it held, at least as wide as can be pointed at. */
export function Ribbon({
  label,
  spans,
  now = Date.now(),
}: {
  readonly label: string
  readonly spans: readonly RibbonSpan[]
  readonly now?: number
}) {
  const ordered = spans.toSorted((a, b) => Date.parse(a.from) - Date.parse(b.from))
  return (
    <div class="ribbon" role="group" aria-label={label}>
      <div class="ribbon-track" aria-hidden="true">
        {ordered.map((span) => (
          <span
            key={span.id}
            class={span.isActive ? 'ribbon-span ribbon-active' : 'ribbon-span'}
            style={{ '--length': String(lengthOf(span, now)) }}
          />
        ))}
      </div>
      <ol class="ribbon-values">
        {ordered.toReversed().map((span) => (
          <li key={span.id} class={span.isActive ? 'ribbon-value ribbon-value-active' : 'ribbon-value'}>
            {span.href === undefined ? (
              <span class="ribbon-label">{span.label}</span>
            ) : (
              <a class="ribbon-label" href={span.href}>
                {span.label}
              </a>
            )}
            <span class="meta">{saySpan(span.from, span.until)}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}

/** The square root: a week beside ten years stays in sight. */
function lengthOf({ from, until }: RibbonSpan, now: number): number {
  const ms = (until === null ? now : Date.parse(until)) - Date.parse(from)
  return Math.max(1, Math.sqrt(Math.max(0, ms) / 86_400_000))
}
