import { type ErrorCode, MemoryError } from '../errors.js'
import { UsageError } from './arguments/usage-error.js'
import type { ExitCode } from './command.js'
import type { Terminal } from './terminal.js'
import { inCommands } from './two-words.js'
import { printable } from './wording/printable.js'

/** Says what went wrong and what can be done. A stack is shown only where it is asked for: RECOLLECT_DEBUG=1. */
export function reportError(error: unknown, terminal: Terminal, isJson: boolean): ExitCode {
  const { code, message, hint, exitCode } = explain(error)
  if (isJson) {
    terminal.note(JSON.stringify({ error: { code, message, ...(hint === undefined ? {} : { hint }) } }))
    return exitCode
  }
  terminal.note(`${terminal.noteStyle.bad('recollect:')} ${printable(message)}`)
  if (hint !== undefined) terminal.note(`  ${terminal.noteStyle.dim(printable(hint))}`)
  const isAsked = (process.env['RECOLLECT_DEBUG'] ?? '') !== ''
  if (isAsked) for (const stack of stacksOf(error)) terminal.note(printable(stack))
  return exitCode
}

/** Of the error, and of what it came from. */
function stacksOf(error: unknown): string[] {
  if (!(error instanceof Error)) return []
  const behind = stacksOf(error.cause).map((stack) => `because of ${stack}`)
  return [error.stack ?? '', ...behind]
}

interface Explained {
  readonly code: ErrorCode | 'usage' | 'internal'
  readonly message: string
  readonly hint: string | undefined
  readonly exitCode: ExitCode
}

function explain(error: unknown): Explained {
  if (error instanceof UsageError)
    return { code: 'usage', message: error.message, hint: error.hint, exitCode: 2 }
  if (error instanceof MemoryError) {
    const { code, message } = error
    const hint = error.hint === undefined ? undefined : inCommands(error.hint)
    return { code, message, hint, exitCode: code === 'invalid_input' ? 2 : 1 }
  }
  return {
    code: 'internal',
    message: `something unexpected happened: ${error instanceof Error ? error.message : String(error)}`,
    hint: 'this is a mistake in Recollect; RECOLLECT_DEBUG=1 shows where, please report it',
    exitCode: 1,
  }
}
