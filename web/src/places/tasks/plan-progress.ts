interface PlanStep {
  readonly status: 'pending' | 'in_progress' | 'done' | 'dropped'
}

/** How far a plan is. What was dropped will not be done, and counts for nothing; what is being done counts half. */
export function planProgress(plan: readonly PlanStep[]): {
  readonly done: number
  readonly all: number
  readonly share: number
} {
  const kept = plan.filter(({ status }) => status !== 'dropped')
  const done = kept.filter(({ status }) => status === 'done').length
  const begun = kept.filter(({ status }) => status === 'in_progress').length
  return { done, all: kept.length, share: kept.length === 0 ? 0 : (done + begun / 2) / kept.length }
}
