import type { z } from 'zod'
import type { Operations } from '../../operations/table.js'
import { printableLine } from '../wording/printable.js'
import { spokenCount } from '../wording/spoken-number.js'
import { table } from './table.js'
import type { View } from './view.js'

type Cost = NonNullable<z.output<Operations['stats']['output']>['cost']>

/** Which models there are, and what is left of today. */
export function costRows({ models, ceiling, usedToday, leftToday }: Cost): [string, string][] {
  return [
    ['models', modelsOf(models)],
    [
      'tokens',
      `${spokenCount(usedToday)} today (UTC), ${spokenCount(leftToday)} left of ${spokenCount(ceiling)}`,
    ],
  ]
}

/** One line for each day, role and model; nothing where no model was asked. */
export function costTable({ days }: Cost, { style }: View): string[] {
  if (days.length === 0) return []
  const head = ['day', 'role', 'model', 'calls', 'failed', 'refused', 'tokens in', 'out']
  const rows = days.map((use) => [
    use.day,
    use.role,
    printableLine(use.model),
    spokenCount(use.calls),
    spokenCount(use.failures),
    spokenCount(use.refused),
    `${use.estimated > 0 ? 'about ' : ''}${spokenCount(use.inputTokens)}`,
    spokenCount(use.outputTokens),
  ])
  return ['', ...table([head.map(style.dim), ...rows], [3, 4, 5, 6, 7])]
}

/** `ollama:qwen3`, or which role has which where they differ. */
function modelsOf(models: Cost['models']): string {
  const names = new Set(models.map(({ model }) => model))
  const [only] = names
  if (names.size === 1) return only === null || only === undefined ? 'none' : printableLine(only)
  return models.map(({ role, model }) => `${role} ${printableLine(model ?? 'none')}`).join(', ')
}
