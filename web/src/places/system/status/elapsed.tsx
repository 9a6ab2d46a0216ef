import { useEffect, useState } from 'preact/hooks'
import { sayDuration } from '../../../language/dates.js'
import { Button } from '../../../parts/button.js'
import { t } from './words.js'

export interface ElapsedProps {
  readonly label: string
  /** When it began, in milliseconds. */
  readonly startedAt: number
  readonly onStop: () => void
}

/** Work that cannot say how much is left: how long it takes so far, and the way to stop it. */
export function Elapsed({ label, startedAt, onStop }: ElapsedProps) {
  const [now, setNow] = useState(Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return (
    <div class="part-line" role="status">
      <span>{label}</span>
      <span class="meta">{sayDuration(Math.max(0, now - startedAt))}</span>
      <Button onClick={onStop}>{t('stop')}</Button>
    </div>
  )
}
