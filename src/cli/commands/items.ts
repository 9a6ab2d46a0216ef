import type { CommandCall, ExitCode } from '../command.js'
import { showList } from '../lists/show-list.js'
import { renderHits } from '../render/hits.js'
import { tell } from '../tell.js'

/** Lists items, numbered. */
export async function runItems(call: CommandCall): Promise<ExitCode> {
  const { terminal, flags, input, view } = call
  const { memory } = await call.open()
  const output = await memory.items(input)
  await showList(call, output, {
    ids: output.items.map(({ id }) => id),
    render: ({ items }, showsIds) =>
      renderHits({ hits: items.map((item) => ({ ...item, matched: [] })) }, view, showsIds),
  })
  if (flags.quiet || flags.json) return 0
  if (output.items.length === 0) tell(terminal, 'There is nothing of the kind.')
  if (output.next !== null)
    terminal.note(terminal.noteStyle.dim(`\nMore: the same with --after ${output.next}`))
  return 0
}
