import { caller } from '../../api/caller.js'
import type { OutputOf } from '../../api/operation-types.js'
import type { StatusOf } from '../../parts/status.js'

export type LibraryDocument = OutputOf<'knowledge.list'>['documents'][number]
export type ShownDocument = OutputOf<'knowledge.show'>

export const documentStatuses = ['pending', 'ready', 'rejected', 'withdrawn'] as const
export const shelves = ['personal', 'system'] as const

/** Whoever asks may review it: one's own documents are one's own, those for all are the administrator's. */
export function mayReview({ shelf }: Pick<LibraryDocument, 'shelf'>): boolean {
  const { value } = caller
  if (value === null || value.role === 'reader') return false
  return shelf === 'personal' || value.role === 'administrator'
}

/** What is true of it at once: a version answers, and a newer one waits or was rejected. */
export function standingsOf({
  status,
  published,
}: Pick<LibraryDocument, 'status' | 'published'>): readonly StatusOf[] {
  const latest = status === 'ready' ? 'published' : status
  return published === null || latest === 'published' ? [latest] : ['published', latest]
}
