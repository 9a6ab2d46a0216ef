import './tabs.css'

export interface Tab {
  readonly id: string
  readonly label: string
  readonly href: string
  readonly count?: number | undefined
}

/** The views of one place. Each is an address, so these are links and not switches. */
export function Tabs({
  label,
  tabs,
  current,
}: {
  readonly label: string
  readonly tabs: readonly Tab[]
  readonly current: string
}) {
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map(({ id, label, href, count }) => (
        <a key={id} class="tab" href={href} aria-current={id === current ? 'page' : undefined}>
          {label}
          {count !== undefined && count > 0 && <span class="tab-count">{count}</span>}
        </a>
      ))}
    </nav>
  )
}
