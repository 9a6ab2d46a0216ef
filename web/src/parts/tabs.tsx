import { useEffect, useRef } from 'preact/hooks'
import './tabs.css'

export interface Tab {
  readonly id: string
  readonly label: string
  readonly href: string
  readonly count?: number | undefined
}

/**
 * The views of one place. Each is an address, so these are links and not switches; where they do not fit beside each other,
 * they move until the current one is seen.
 */
export function Tabs({
  label,
  tabs,
  current,
}: {
  readonly label: string
  readonly tabs: readonly Tab[]
  readonly current: string
}) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    box.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [current, tabs.length])
  return (
    <nav ref={box} class="tabs" aria-label={label}>
      {tabs.map(({ id, label, href, count }) => (
        <a key={id} class="tab" href={href} aria-current={id === current ? 'page' : undefined}>
          {label}
          {count !== undefined && count > 0 && <span class="tab-count">{count}</span>}
        </a>
      ))}
    </nav>
  )
}
