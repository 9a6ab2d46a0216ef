import type { CommandCall, ExitCode } from '../command.js'
import { showList } from '../lists/show-list.js'
import { readPiped } from '../read-piped.js'
import { exactNotes, renderSources } from '../render/fts-hits.js'
import { renderHits } from '../render/hits.js'
import { tell } from '../tell.js'

/** Shows what holds the words, numbered, and where it was said; what to try goes to the notes. */
export async function runFtsSearch(call: CommandCall): Promise<ExitCode> {
  const { terminal, flags, view, input } = call
  const words = input['words'] === '-' ? await readPiped(terminal.input) : String(input['words'])
  const { memory } = await call.open()
  // More than a screen would push the newest out of sight; how many there are is told below them.
  const output = await memory.ftsSearch({ ...(flags.json ? {} : { limit: HITS_SHOWN }), ...input, words })
  await showList(call, output, {
    ids: output.hits.map(({ id }) => id),
    render: (_, showsIds) =>
      [renderHits(output, view, showsIds), renderSources(output, view)]
        .filter((part) => part !== '')
        .join('\n\n'),
  })
  if (flags.quiet || flags.json) return 0
  for (const note of exactNotes(output, { words, session: input['session'] })) tell(terminal, note)
  return 0
}

const HITS_SHOWN = 8
