import { z } from 'zod'
import { verdicts } from '../user/workspace/note-conflict.js'
import {
  listNoteConflicts,
  type NoteConflict,
  resolveNoteConflict,
} from '../user/workspace/resolve-conflict.js'
import { byTheUser } from './by-the-user.js'
import { showMoment } from './moment.js'
import { defineOperation } from './operation.js'
import { requireWorkspace } from './require-workspace.js'
import { noteShape, showNote } from './workspace-notes.js'

export const noteConflictShape = z.object({
  id: z.string(),
  at: z.string(),
  first: noteShape.describe('the older one'),
  second: noteShape,
  keep: z.enum(verdicts).nullable().describe('null while it waits'),
  decidedAt: z.string().nullable(),
  decidedBy: z.string().nullable().describe('null where what a person said stood against what an agent did'),
  reason: z.string().nullable(),
})

export const listWorkspaceConflicts = defineOperation({
  name: 'workspace.conflicts',
  title: 'What contradicts itself in a project',
  description:
    'Decisions and conventions of this workspace that contradict each other and are trusted alike, the oldest first: a ' +
    'person says which holds. With `decided`, what came of those before.',
  example: 'recollect workspace conflicts --workspace acme/web',
  capability: 'memory.read',
  audience: ['agent', 'user', 'administrator'],
  surfaces: ['sdk', 'cli', 'mcp', 'http'],
  toolset: 'task',
  effect: 'read',
  isIdempotent: true,
  input: z.object({
    decided: z.boolean().default(false).describe('those that are decided, in place of those that wait'),
    limit: z.int().min(1).max(100).default(20).describe('how many at most'),
    after: z.uuid().optional().describe('go on where a list ended: its `next`'),
  }),
  output: z.object({
    conflicts: z.array(noteConflictShape),
    next: z.string().nullable().describe('give it as `after` for more; null at the end'),
  }),
  handler: async ({ spine, reach, readLog }, { decided, limit, after }) => {
    requireWorkspace(reach, 'workspace.conflicts')
    const query = { isOpen: !decided, limit: limit + 1, after }
    const found = await spine.store.read(listNoteConflicts, reach.writes, query)
    const page = found.slice(0, limit) // slice-ok: a list
    readLog.record(reach, 'workspace.conflicts', { conflicts: page.length })
    return {
      conflicts: page.map((conflict) => showNoteConflict(conflict, spine.zone)),
      next: found.length > page.length ? (page.at(-1)?.id ?? null) : null,
    }
  },
})

export const resolveWorkspaceConflict = defineOperation({
  ...byTheUser,
  name: 'workspace.resolve',
  title: 'Say which of two notes holds',
  description:
    'Decides a conflict of this workspace, once, with a reason that stays with your name: the first note holds, the ' +
    'second, both or neither. What does not hold is superseded, and never deleted.',
  example: 'recollect workspace resolve 1 --keep second --reason "too slow" --workspace acme/web',
  isIdempotent: false,
  input: z.object({
    id: z
      .uuid({ error: 'give the id of one conflict, as workspace.conflicts lists it' })
      .describe('of the conflict'),
    keep: z.enum(verdicts).describe('the first is the older one'),
    reason: z
      .string()
      .max(2_000)
      .refine((text) => text.trim() !== '', { error: 'say why, for who reads it later' })
      .describe('why, for who reads it later'),
  }),
  output: noteConflictShape,
  handler: async ({ spine, reach }, input) => {
    requireWorkspace(reach, 'workspace.resolve')
    return showNoteConflict(await resolveNoteConflict(spine, reach, input), spine.zone)
  },
})

export function showNoteConflict(conflict: NoteConflict, zone: string): z.input<typeof noteConflictShape> {
  return {
    ...conflict,
    at: showMoment(conflict.at, zone) ?? '',
    first: showNote(conflict.first, zone),
    second: showNote(conflict.second, zone),
    decidedAt: showMoment(conflict.decidedAt, zone),
  }
}
