import type { z } from 'zod'
import type { Operations } from '../../operations/table.js'
import type { CommandCall, ExitCode } from '../command.js'
import { renderKey, renderKeys } from '../render/keys.js'
import { tell } from '../tell.js'
import { show } from './run-operation.js'

/** Makes a key; the secret alone is the result, so that it can go into a file or a variable. */
export async function runKeyCreate(call: CommandCall): Promise<ExitCode> {
  const { terminal, flags, view } = call
  const { administrator, workspace } = await call.open()
  const input = call.input as CreateInput
  const made = await administrator().keyCreate({
    ...input,
    // Who names one workspace means that one, as in every other command.
    ...(workspace === undefined ? {} : { workspaces: [...(input.workspaces ?? []), workspace] }),
  })
  show(call, made, ({ key }) => key)
  if (flags.quiet || flags.json) return 0
  tell(terminal, 'This is shown once, and kept nowhere: put it where its user keeps secrets.')
  terminal.note(renderKey(made, { ...view, style: terminal.noteStyle }))
  return 0
}

type CreateInput = z.input<Operations['keyCreate']['input']>

/** Lists the keys of the store. */
export async function runKeyList(call: CommandCall): Promise<ExitCode> {
  const { administrator } = await call.open()
  const output = await administrator().keyList(call.input)
  show(call, output, ({ keys }) => renderKeys(keys, call.view))
  if (output.next !== null && !call.flags.quiet && !call.flags.json)
    tell(call.terminal, `More: the same with --after ${output.next}`)
  return 0
}

/** Lets a key open nothing any more. */
export async function runKeyRevoke(call: CommandCall): Promise<ExitCode> {
  const { administrator } = await call.open()
  const output = await administrator().keyRevoke(call.input as z.input<Operations['keyRevoke']['input']>)
  show(call, output, ({ proof }) =>
    proof === null
      ? 'It opens nothing any more.'
      : `It opens nothing any more, and its name is forgotten (${proof.reason ?? proof.state}).`,
  )
  return 0
}
