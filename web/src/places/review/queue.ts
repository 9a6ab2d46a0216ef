import type { Entry, Side } from './entry.js'

interface Keyed {
  readonly key: string
}

/** What is looked at once `key` is decided: the one below it, else the one above; null where nothing is left. */
export function keyAfter(entries: readonly Keyed[], key: string): string | null {
  const at = entries.findIndex((entry) => entry.key === key)
  if (at === -1) return entries[0]?.key ?? null
  return (entries[at + 1] ?? entries[at - 1])?.key ?? null
}

/** Whether several may be decided in one go: nothing is deleted, and nobody is asked why. */
export function isSafeTogether(entry: Entry, side: Side): boolean {
  if (entry.kind === 'workspace_conflict') return false
  // Nothing is kept of what a declined proposal says.
  if (entry.kind === 'workspace_proposal' && side === 'reject') return false
  const deed = entry[side]
  return deed !== null && !deed.isDestructive
}
