import { useEffect, useState } from 'preact/hooks'
import type { CallProgress } from '../api/call.js'
import { sayDuration } from '../language/dates.js'
import { words } from '../language/language.js'
import { sayCount, sayFigure } from '../language/numbers.js'
import { Button } from './button.js'
import { Meter } from './meter.js'
import './progress.css'

export interface ProgressProps {
  readonly label: string
  readonly progress: CallProgress | undefined
  /** When it began, in milliseconds. */
  readonly startedAt: number
  readonly onStop?: () => void
}

/** Long work: how much is done, how fast, how long it still takes; it can be stopped. */
export function Progress({ label, progress, startedAt, onStop }: ProgressProps) {
  const now = useSeconds()
  const { done = 0, total, unit = '' } = progress ?? {}
  const seconds = Math.max(0.5, (now - startedAt) / 1000)
  const rate = done / seconds
  const left = total === undefined || rate === 0 ? undefined : ((total - done) / rate) * 1000
  return (
    <div class="progress" role="status">
      <div class="progress-line">
        <span>{label}</span>
        {onStop !== undefined && <Button onClick={onStop}>{t('stop')}</Button>}
      </div>
      <Meter isWide share={total === undefined || total === 0 ? 0 : done / total} label={label} />
      <p class="meta">
        {total === undefined ? `${sayCount(done)} ${unit}` : t('of', sayCount(done), sayCount(total), unit)}
        {rate > 0 && ` · ${t('rate', sayFigure(rate))}`}
        {left !== undefined && ` · ${t('left', sayDuration(left))}`}
      </p>
    </div>
  )
}

function useSeconds(): number {
  const [now, setNow] = useState(Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}

const t = words({
  en: {
    stop: 'Stop',
    of: (done: string, total: string, unit: string) => `${done} of ${total} ${unit}`,
    rate: (rate: string) => `${rate} a second`,
    left: (time: string) => `${time} left`,
  },
  zh: {
    stop: '停止',
    of: (done, total, unit) => `${done} / ${total} ${unit}`,
    rate: (rate) => `每秒 ${rate}`,
    left: (time) => `还需 ${time}`,
  },
})
