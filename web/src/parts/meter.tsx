import './marks.css'

export interface MeterProps {
  /** From 0 to 1. */
  readonly share: number
  /** What it measures; said aloud with the share. */
  readonly label: string
  readonly isWide?: boolean
  readonly kind?: 'plain' | 'care'
}

/** A small bar: how much of something there is. The number itself stands beside it, in text. */
export function Meter({ share, label, isWide, kind = 'plain' }: MeterProps) {
  const within = Math.min(1, Math.max(0, Number.isFinite(share) ? share : 0))
  return (
    <span
      class={`meter meter-${kind}${isWide ? ' meter-wide' : ''}`}
      role="img"
      aria-label={`${label}: ${Math.round(within * 100)} %`}
      style={{ '--share': String(within) }}
    />
  )
}
