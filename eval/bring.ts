import type { Memory } from '../src/index.js'
import type { Unit } from './sets.js'

/** A user's memory, and which unit each of its items is. */
export interface User {
  readonly memory: Memory
  /** By `session seq` of a turn, or by the id of a note. */
  readonly units: ReadonlyMap<string, string>
}

/** Conversations are imported, texts without one are captured as notes. */
export async function bring(memory: Memory, units: readonly Unit[], extract: boolean): Promise<User> {
  const names = new Map<string, string>()
  const positions = new Map<string, number>()
  const lines: string[] = []
  for (const { id, text, at, session, role, speaker } of units) {
    if (session === null) {
      const { id: item } = await memory.capture({ text })
      names.set(item, id)
      continue
    }
    const position = (positions.get(session) ?? 0) + 1
    positions.set(session, position)
    names.set(placeOf(session, position), id)
    lines.push(JSON.stringify({ role, content: text, at, session, speaker, id: `${position}` }))
  }
  if (lines.length > 0) {
    const report = await memory.import({ content: lines.join('\n'), asMine: true, extract, zone: 'UTC' })
    if (report.added !== lines.length) throw new Error(`imported ${report.added} of ${lines.length} messages`)
  }
  return { memory, units: names }
}

/** The unit that an item is. */
export function unitOf({ units }: Pick<User, 'units'>, { id, turn }: Brought): string {
  return units.get(turn === null ? id : placeOf(turn.session, turn.seq)) ?? ''
}

export interface Brought {
  readonly id: string
  readonly turn: { readonly session: string; readonly seq: number } | null
}

function placeOf(session: string, position: number): string {
  return `${session} ${position}`
}
