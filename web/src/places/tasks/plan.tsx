import { t } from './words.js'

interface PlanProps {
  readonly steps: readonly { readonly step: string; readonly status: keyof typeof marks }[]
}

/** The steps of a plan: each with its mark, which says where it stands before the words do. */
export function Plan({ steps }: PlanProps) {
  return (
    <ol class="plan">
      {steps.map(({ step, status }, index) => (
        <li key={index} class={`plan-step plan-${status}`}>
          <span class="plan-mark" role="img" aria-label={t(status)} title={t(status)}>
            {marks[status]}
          </span>
          <span>{step}</span>
        </li>
      ))}
    </ol>
  )
}

const marks = { done: '✓', in_progress: '◐', pending: '○', dropped: '–' } as const
