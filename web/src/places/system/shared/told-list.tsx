import type { ComponentChildren } from 'preact'

export interface Told {
  readonly label: string
  readonly value: ComponentChildren
  /** How it is changed, or what it means. */
  readonly hint?: ComponentChildren
}

/** Names and what they are, one a line; under each other on a phone. */
export function ToldList({ rows }: { readonly rows: readonly Told[] }) {
  return (
    <dl class="told-list">
      {rows.map(({ label, value, hint }) => (
        <div key={label} class="told-row">
          <dt>{label}</dt>
          <dd>
            {value}
            {hint !== undefined && <div class="meta told-hint">{hint}</div>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
