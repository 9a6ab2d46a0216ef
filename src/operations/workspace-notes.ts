import { z } from 'zod'
import { origins, trusts } from '../items/item.js'
import { thoughtIdentityIn } from '../user/thoughts.js'
import { keepNote } from '../user/workspace/keep-note.js'
import { listNotes } from '../user/workspace/list-notes.js'
import { noteStatuses, noteTypes, type WorkspaceNote } from '../user/workspace/note.js'
import { promoteNotes, promotionReasons } from '../user/workspace/promote-notes.js'
import { renderMemory } from '../user/workspace/render-memory.js'
import { readWorkspaceView } from '../user/workspace/workspace-view.js'
import { moment, readMoment, showMoment } from './moment.js'
import { defineOperation } from './operation.js'
import { requireWorkspace } from './require-workspace.js'
import { itemId } from './shapes.js'

/** Longer ones are no notes. */
const NOTE_MAX_CHARS = 4_000

export const noteShape = z.object({
  id: z.string(),
  type: z.enum(noteTypes),
  text: z.string(),
  importance: z.number().describe('1 to 5'),
  status: z.enum(noteStatuses).describe('daily until it is promoted; superseded: another one holds instead'),
  said: z.number().describe('how often: on another day, by someone else, or out of something else'),
  origin: z.enum(origins),
  trust: z.enum(trusts),
  at: z.string().describe('when it happened'),
  keptAt: z.string(),
  promotedAt: z.string().nullable(),
  conflicts: z.array(z.string()).describe('ids of conflicts that it is in and nobody has decided'),
})

export function showNote(note: WorkspaceNote, zone: string): z.input<typeof noteShape> {
  const { rid: _, at, keptAt, promotedAt, conflicts, ...rest } = note
  return {
    ...rest,
    at: showMoment(at, zone) ?? '',
    keptAt: showMoment(keptAt, zone) ?? '',
    promotedAt: showMoment(promotedAt, zone),
    conflicts: [...conflicts],
  }
}

/** What agents may do in a workspace too. */
const inWorkspace = {
  audience: ['agent', 'user', 'administrator'],
  surfaces: ['sdk', 'cli', 'mcp', 'http'],
  toolset: 'task',
} as const

export const noteInWorkspace = defineOperation({
  ...inWorkspace,
  name: 'workspace.note',
  title: 'Note something about a project',
  description:
    'Keeps a note in the memory of this workspace: a decision, a convention (how things are done here), a pitfall (what ' +
    'went wrong and may again) or an outcome (how something went). One or two sentences that stand on their own. Said ' +
    'again, also in nearly the same words, it is the same note and counts as repeated. A decision or a convention that ' +
    'contradicts another waits for a person to say which holds.',
  example: 'recollect workspace note "We use pnpm" --type convention --workspace acme/web',
  capability: 'memory.write',
  effect: 'write',
  isIdempotent: true,
  input: z.object({
    text: z
      .string()
      .max(NOTE_MAX_CHARS, {
        error: `a note has at most ${NOTE_MAX_CHARS} characters: keep longer ones with memory.capture`,
      })
      .describe('the note, kept verbatim'),
    type: z.enum(noteTypes).describe('what it tells'),
    importance: z
      .int()
      .min(1)
      .max(5)
      .default(3)
      .describe('4 and more: it lasts when it is 30 days old, also where it was said once'),
    sources: z.array(itemId).max(100).optional().describe('ids of the items it was derived from'),
    occurredAt: moment.optional().describe('when it happened; now when absent'),
    again: z.boolean().optional().describe('remember it even if it was forgotten before'),
  }),
  output: z.object({
    id: z.string().describe('of the note; of the proposal where it is proposed'),
    outcome: z
      .enum(['added', 'repeated', 'proposed'])
      .describe('proposed: not kept yet, and not found until a person of this workspace approves it'),
    note: noteShape.nullable().describe('as it stands now; null where it is proposed'),
    facts: z.array(z.string()).describe('ids of the facts that were read out of it'),
  }),
  stream: 'text',
  proposal: {
    keeps: ({ spine, reach }, input) => ({
      // As it was meant here and now.
      input: { ...input, occurredAt: readMoment(input.occurredAt, spine.zone, 'occurredAt') },
      identity: thoughtIdentityIn(spine, reach.writes, input.text),
      sources: input.sources ?? [],
      again: input.again === true,
    }),
    answers: (_, __, proposed) => ({ id: proposed, outcome: 'proposed' as const, note: null, facts: [] }),
    performs: (input, at) => ({ ...input, occurredAt: input.occurredAt ?? at }),
  },
  handler: async ({ spine, reach }, { occurredAt, ...input }) => {
    requireWorkspace(reach, 'workspace.note')
    const at = readMoment(occurredAt, spine.zone, 'occurredAt')
    const { note, facts, ...kept } = await keepNote(spine, reach, { ...input, occurredAt: at })
    return { ...kept, note: showNote(note, spine.zone), facts: [...facts] }
  },
})

export const listWorkspaceNotes = defineOperation({
  ...inWorkspace,
  name: 'workspace.notes',
  title: 'List the notes of a project',
  description:
    'The decisions, conventions, pitfalls and outcomes that were noted in this workspace, the newest first. What was ' +
    'superseded only where it is asked for. To find notes by what they mean, use memory.search.',
  example: 'recollect workspace notes --type decision --workspace acme/web',
  capability: 'memory.read',
  effect: 'read',
  isIdempotent: true,
  input: z.object({
    type: z.enum(noteTypes).optional().describe('only these'),
    status: z.enum(noteStatuses).optional().describe('only these; daily and lasting ones when absent'),
    since: moment.optional().describe('only what happened at this time or later'),
    limit: z.int().min(1).max(200).default(20).describe('how many at most'),
    after: itemId.optional().describe('go on where a list ended: its `next`'),
  }),
  output: z.object({
    notes: z.array(noteShape),
    next: z.string().nullable().describe('give it as `after` for more; null at the end'),
  }),
  handler: async ({ spine, reach, readLog }, { type, status, since, limit, after }) => {
    requireWorkspace(reach, 'workspace.notes')
    const found = await spine.store.read(listNotes, reach.writes, {
      types: type === undefined ? noteTypes : [type],
      statuses: status === undefined ? STANDING : [status],
      since: readMoment(since, spine.zone, 'since'),
      limit: limit + 1,
      after,
    })
    const page = found.slice(0, limit) // slice-ok: a list
    readLog.record(reach, 'workspace.notes', { items: page.length })
    return {
      notes: page.map((note) => showNote(note, spine.zone)),
      next: found.length > page.length ? (page.at(-1)?.id ?? null) : null,
    }
  },
})

const STANDING = noteStatuses.filter((status) => status !== 'superseded')

export const promoteWorkspaceNotes = defineOperation({
  ...inWorkspace,
  name: 'workspace.promote',
  title: 'Let notes of a project last that have proved themselves',
  description:
    'Daily notes become lasting when they were kept 30 days ago and are important (4 of 5) or were said twice. Outcomes ' +
    'never do, nor does what a person has yet to decide about. Says of each why or why not; with `dryRun` it changes nothing.',
  example: 'recollect workspace promote --dry-run --workspace acme/web',
  capability: 'memory.write',
  effect: 'write',
  isIdempotent: true,
  input: z.object({
    dryRun: z.boolean().default(false).describe('only tell'),
    limit: z
      .int()
      .min(1)
      .max(10_000)
      .default(1_000)
      .describe('how many daily notes to judge, the oldest first'),
  }),
  output: z.object({
    promoted: z.number().describe('how many become lasting'),
    notes: z.array(
      noteShape
        .pick({ id: true, type: true, text: true, importance: true, said: true, keptAt: true })
        .extend({ isPromoted: z.boolean(), reason: z.enum(promotionReasons) }),
    ),
  }),
  handler: async ({ spine, reach }, query) => {
    requireWorkspace(reach, 'workspace.promote')
    const judged = await promoteNotes(spine, reach, query)
    return {
      promoted: judged.filter(({ isPromoted }) => isPromoted).length,
      notes: judged.map(({ note, isPromoted, reason }) => {
        const { id, type, text, importance, said, keptAt } = showNote(note, spine.zone)
        return { id, type, text, importance, said, keptAt, isPromoted, reason }
      }),
    }
  },
})

export const showWorkspaceMemory = defineOperation({
  ...inWorkspace,
  name: 'workspace.memory',
  title: 'What a project knows, as one file',
  description:
    'The memory of this workspace as Markdown, for a MEMORY.md: what lasts, what was noted in the last 30 days, and what ' +
    'a person has yet to decide. The same text as long as nothing has changed; each line has its day and its id.',
  example: 'recollect workspace memory --workspace acme/web',
  capability: 'memory.read',
  effect: 'read',
  isIdempotent: true,
  input: z.object({}),
  output: z.object({
    markdown: z.string(),
    notes: z.number().describe('how many stand in it'),
    conflicts: z.number().describe('how many wait for a person'),
  }),
  handler: async ({ spine, reach, readLog }) => {
    const workspace = requireWorkspace(reach, 'workspace.memory')
    const view = await spine.store.read(readWorkspaceView, reach.writes, workspace, spine.env.now())
    readLog.record(reach, 'workspace.memory', { items: view.notes.length })
    return {
      markdown: renderMemory(view, spine.zone),
      notes: view.notes.length,
      conflicts: view.conflicts.length,
    }
  },
})
