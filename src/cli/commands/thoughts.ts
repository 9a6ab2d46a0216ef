import type { CommandCall, ExitCode } from '../command.js'
import { showList } from '../lists/show-list.js'
import { renderHits } from '../render/hits.js'
import { thoughtNotes } from '../render/thoughts.js'
import { tell } from '../tell.js'

/** Lists notes, numbered; how to go on and what to try goes to the notes. */
export async function runThoughts(call: CommandCall): Promise<ExitCode> {
  const { terminal, flags, input, view } = call
  const { memory } = await call.open()
  // More than a screen would push the newest out of sight; a program gets what the operation gives.
  const output = await memory.thoughts(flags.json ? input : { limit: NOTES_SHOWN, ...input })
  const ids = output.items.map(({ id }) => id)
  await showList(call, output, {
    ids,
    render: ({ items }, showsIds) => renderHits({ hits: items }, view, showsIds),
  })
  if (flags.quiet || flags.json) return 0
  const { tags, byKind } = await memory.stats({})
  const asked = {
    contains: input['contains'] as string | undefined,
    tags: (input['tags'] as readonly string[] | undefined) ?? [],
    isNarrowed: ['since', 'until', 'before'].some((name) => input[name] !== undefined),
  }
  const notes = thoughtNotes(output, asked, { tags, notes: byKind['thought'] ?? 0 })
  if (ids.length > 0 && notes.length > 0) terminal.note('')
  for (const note of notes) tell(terminal, note)
  return 0
}

const NOTES_SHOWN = 10
