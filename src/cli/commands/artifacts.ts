import type { z } from 'zod'
import type { Operations } from '../../operations/table.js'
import { UsageError } from '../arguments/usage-error.js'
import type { CommandCall, ExitCode } from '../command.js'
import { confirm } from '../confirm.js'
import { showList } from '../lists/show-list.js'
import { readPiped } from '../read-piped.js'
import {
  renderArtifactPage,
  renderArtifacts,
  renderFound,
  renderPointer,
  renderPruned,
  renderPrunePlan,
} from '../render/artifacts.js'
import { tell } from '../tell.js'
import { show } from './run-operation.js'

type Input<N extends keyof Operations> = z.input<Operations[N]['input']>

/** Keeps the output that was typed or piped, and shows its pointer. */
export async function runArtifactKeep(call: CommandCall): Promise<ExitCode> {
  const { terminal, view } = call
  const typed = call.input['text'] === undefined ? '-' : String(call.input['text'])
  if (typed === '-' && !terminal.isPiped)
    throw new UsageError(
      'there is nothing to keep',
      'pipe it in: make 2>&1 | recollect artifact keep --tool bash',
    )
  const text = typed === '-' ? await readPiped(terminal.input) : typed
  if (text.trim() === '') throw new UsageError('there is nothing to keep', 'the pipe was empty')
  const { memory } = await call.open()
  const output = await memory.artifactKeep({ ...call.input, text })
  show(call, output, renderPointer)
  if (output.masked > 0 && !call.flags.quiet && !call.flags.json)
    tell(terminal, `${output.masked} secrets were masked before it was kept.`)
  if (output.outcome === 'repeated' && !call.flags.quiet && !call.flags.json)
    terminal.note(view.style.dim('The same output was there already.'))
  return 0
}

/** Shows a page of an output as it was put out, and how to go on. */
export async function runArtifactRead(call: CommandCall): Promise<ExitCode> {
  const { terminal, flags, view } = call
  const { memory } = await call.open()
  const page = await memory.artifactRead(call.input as Input<'artifactRead'>)
  show(call, page, (shown) => renderArtifactPage(shown, view))
  if (page.next === null || flags.quiet || flags.json) return 0
  const on =
    page.next.from === undefined
      ? `--from-char ${page.next.fromChar}`
      : `--from ${page.next.from}${call.input['to'] === undefined ? '' : ` --to ${String(call.input['to'])}`}`
  terminal.note('')
  tell(terminal, `More: recollect artifact read ${page.id} ${on}`)
  return 0
}

/** Shows the lines that hold a text, numbered as they stand in the output. */
export async function runArtifactGrep(call: CommandCall): Promise<ExitCode> {
  const { terminal, flags, view } = call
  const { place, ...rest } = call.input as { readonly place: readonly string[] } & Record<string, unknown>
  const [id = '', ...words] = place
  if (words.length === 0)
    throw new UsageError('what is to be looked for?', 'write recollect artifact grep 1 "Error:"')
  const { memory } = await call.open()
  const found = await memory.artifactGrep({ ...rest, id, text: words.join(' ') })
  show(call, found, (shown) => renderFound(shown, view))
  if (flags.quiet || flags.json) return found.matches > 0 ? 0 : 1
  if (found.matches === 0) tell(terminal, 'No line holds it.')
  if (found.next !== null) tell(terminal, `More: the same with --from ${found.next}`)
  return found.matches > 0 ? 0 : 1
}

/** Lists outputs, numbered. */
export async function runArtifactList(call: CommandCall): Promise<ExitCode> {
  const { terminal, flags, input, view } = call
  const { memory } = await call.open()
  const wanted = input as Input<'artifactList'>
  const output = await memory.artifactList(wanted)
  await showList(call, output, {
    kind: 'artifact',
    ids: output.artifacts.map(({ id }) => id),
    hint: 'Numbers can be used: recollect artifact read 1 shows the first, artifact grep 1 TEXT looks into it.',
    render: (shown, showsIds) => renderArtifacts(shown, view, showsIds),
  })
  if (flags.quiet || flags.json) return 0
  const shown = (wanted?.skip ?? 0) + output.artifacts.length
  if (output.total === 0) tell(terminal, 'No output is kept here.')
  else if (shown < output.total) tell(terminal, `More: the same with --skip ${shown}`)
  return 0
}

/** Says what would go; with --apply asks, and forgets it. */
export async function runArtifactPrune(call: CommandCall): Promise<ExitCode> {
  const { terminal, view } = call
  const { yes, 'max-total-mb': maxTotalMb, apply, ...rest } = call.input
  const input = {
    ...rest,
    ...(maxTotalMb === undefined ? {} : { maxTotalBytes: Math.round(Number(maxTotalMb) * BYTES_PER_MB) }),
  } as Input<'artifactPrune'>
  const { memory } = await call.open()
  const plan = await memory.artifactPrune(input)
  if (apply !== true || plan.artifacts === 0) {
    show(call, plan, (shown) => renderPrunePlan(shown, view))
    if (plan.artifacts > 0 && !call.flags.quiet && !call.flags.json)
      tell(terminal, 'Nothing is gone yet: the same with --apply forgets them.')
    return 0
  }
  if (yes !== true) {
    if (!terminal.isInteractive)
      throw new UsageError('no one is here to ask', 'to forget them without a question: --apply --yes')
    terminal.note(renderPrunePlan(plan, { ...view, style: terminal.noteStyle }))
    if (!(await confirm(terminal, 'Forget them?'))) {
      terminal.note('Kept.')
      return 1
    }
  }
  show(call, await memory.artifactPrune({ ...input, apply: true }), (shown) => renderPruned(shown, view))
  return 0
}

const BYTES_PER_MB = 1_000_000
