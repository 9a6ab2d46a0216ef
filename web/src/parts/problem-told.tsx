import type { Problem } from '../api/problem.js'
import { words } from '../language/language.js'
import { Button } from './button.js'
import './empty.css'

/** A failure where the answer would have been: what happened, what to do, and once more where that is safe. */
export function ProblemTold({
  problem,
  onAgain,
}: {
  readonly problem: Problem
  readonly onAgain?: () => void
}) {
  const isUnreachable = problem.code === 'unreachable'
  return (
    <div class="empty problem" role="alert">
      <h2 class="empty-title">{isUnreachable ? t('unreachable') : problem.message}</h2>
      {(isUnreachable || problem.hint !== undefined) && (
        <p class="empty-hint">{isUnreachable ? t('unreachableHint') : problem.hint}</p>
      )}
      <p class="meta mono">{problem.code}</p>
      {onAgain !== undefined && (
        <div class="empty-actions">
          <Button onClick={onAgain}>{t('again')}</Button>
        </div>
      )}
    </div>
  )
}

const t = words({
  en: {
    unreachable: 'Recollect does not answer',
    unreachableHint: 'Is it still running? Start it again with: recollect serve',
    again: 'Try again',
  },
  zh: {
    unreachable: 'Recollect 没有响应',
    unreachableHint: '它还在运行吗？请重新启动：recollect serve',
    again: '重试',
  },
})
