/** The list that a call of a to-do tool leaves behind, or what it does to one point of it. */
export interface TodoChange {
  /** All points before are gone. */
  readonly replaces: boolean
  readonly points: readonly TodoPoint[]
}

export interface TodoPoint {
  readonly text: string
  readonly ref: string | null
  readonly isOpen: boolean
}

/**
 * What a tool call does to a list of work, as coding agents keep one: `TodoWrite`, `todo_write`, `write_todos` and
 * `update_plan` send all of it, `TaskCreate` and `TaskUpdate` a point each. Null for every other call.
 */
export function todoChange(tool: string, text: string): TodoChange | null {
  if (!/todo|plan|task/i.test(tool)) return null
  const args = objectOf(text)
  if (args === null) return null
  const list = [args['todos'], args['plan'], args['items'], args['tasks']].find(Array.isArray)
  if (list !== undefined) {
    const points = list.map(pointOf).filter((point) => point !== null)
    return { replaces: args['merge'] !== true, points }
  }
  if (/^task_?(?:create|update)$/i.test(tool)) {
    const point = pointOf(args)
    return point === null ? null : { replaces: false, points: [point] }
  }
  return null
}

function pointOf(value: unknown): TodoPoint | null {
  if (typeof value === 'string') return { text: value, ref: null, isOpen: true }
  if (typeof value !== 'object' || value === null) return null
  const fields = value as Record<string, unknown>
  const text = ['content', 'step', 'subject', 'title', 'description', 'text', 'task']
    .map((name) => fields[name])
    .find((one) => typeof one === 'string')
  const ref = [fields['id'], fields['taskId']].find(
    (one) => typeof one === 'string' || typeof one === 'number',
  )
  const status = fields['status']
  const isOpen = !(
    typeof status === 'string' && /^(?:completed?|done|cancell?ed|deleted|finished)$/i.test(status)
  )
  if (typeof text !== 'string' && ref === undefined) return null
  return { text: typeof text === 'string' ? text : '', ref: ref === undefined ? null : String(ref), isOpen }
}

function objectOf(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch (error) {
    // Cut or wrongly written arguments: the call did nothing to the list.
    if (error instanceof SyntaxError) return null
    throw error
  }
}
