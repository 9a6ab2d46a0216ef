import type { CommandCall, ExitCode } from '../command.js'
import { showList } from '../lists/show-list.js'
import { renderExplained } from '../render/recalls.js'
import { tell } from '../tell.js'
import { counted } from '../wording/spoken-number.js'
import { show } from './run-operation.js'

/** Shows how an earlier search came to its hits, numbered again; or where one item stood in it. */
export async function runExplain(call: CommandCall): Promise<ExitCode> {
  const { memory } = await call.open()
  const output = await memory.explain(call.input)
  // Numbers stay those of the list that the item was taken from.
  if (output.standing !== undefined) show(call, output, (one) => renderExplained(one, [], call.view, false))
  else {
    const hits = output.hits.slice(0, HITS_SHOWN)
    await showList(call, output, {
      ids: hits.map(({ id }) => id),
      render: (one, showsIds) => renderExplained(one, hits, call.view, showsIds),
    })
    const rest = output.hits.length - hits.length
    if (rest > 0 && !call.flags.quiet && !call.flags.json)
      tell(call.terminal, `${counted(rest, 'weaker hit')} more: --json lists all`)
  }
  return 0
}

const HITS_SHOWN = 8
