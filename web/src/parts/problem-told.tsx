import type { Problem } from '../api/problem.js'
import { words } from '../language/language.js'
import { Button } from './button.js'
import { Empty } from './empty.js'

/** A failure where the answer would have been: what happened, what to do, and once more where that is safe. */
export function ProblemTold({
  problem,
  onAgain,
}: {
  readonly problem: Problem
  readonly onAgain?: () => void
}) {
  if (problem.code === 'not_found') return <Empty title={t('gone')} hint={t('goneHint')} />
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
    gone: 'This is not here',
    goneHint: 'It was forgotten or deleted since, or is in the memory of somebody else.',
  },
  zh: {
    unreachable: 'Recollect 没有响应',
    unreachableHint: '它还在运行吗？请重新启动：recollect serve',
    again: '重试',
    gone: '这里没有这一项',
    goneHint: '它可能已被遗忘或删除，或属于他人的记忆。',
  },
})
