import type { WorkspaceNote } from '../user/workspace/note.js'
import { workspaceNotes } from '../user/workspace/notes-for-prompt.js'
import { type Gathered, memoryItem, type PromptWorld } from './gathered.js'

/** What was noted about the project; what nobody has decided yet stands on both sides. */
export async function workspaceBlock({ spine, reach }: PromptWorld, ask: string): Promise<Gathered> {
  const notes = await workspaceNotes(spine, reach, ask, NOTES_MAX)
  return { items: notes.map((note) => noteItem(note, spine.zone)) }
}

const NOTES_MAX = 40

function noteItem(note: Awaited<ReturnType<typeof workspaceNotes>>[number], zone: string) {
  return memoryItem({ ...note, text: contestedText(note) }, zone, {
    authority: 'workspace',
    score: note.importance,
  })
}

/** Both sides stand there, as no one has yet decided: neither may pass for what holds. */
export function contestedText({ text, conflicts }: Pick<WorkspaceNote, 'text' | 'conflicts'>): string {
  return conflicts.length === 0 ? text : `(contested, a person has yet to decide) ${text}`
}
