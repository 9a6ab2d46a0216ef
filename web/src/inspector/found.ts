import { signal } from '@preact/signals'
import type { OutputOf } from '../api/operation-types.js'

export type Hit = OutputOf<'memory.search'>['hits'][number]

/** What the search in sight found, by id: so that the inspector can say why. */
export const found = signal<{ readonly recallId: string; readonly hits: ReadonlyMap<string, Hit> } | null>(
  null,
)
