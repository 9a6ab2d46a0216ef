import { guardStdout } from '../../mcp/guard-stdout.js'
import { serve } from '../../mcp/serve.js'
import { UsageError } from '../arguments/usage-error.js'
import type { CommandCall, ExitCode } from '../command.js'
import { packageVersion } from '../package-version.js'
import { printable } from '../wording/printable.js'

/** Serves one MCP client over standard input and output, until it leaves or the process is asked to. */
export async function runMcp({ terminal, flags, input, open }: CommandCall): Promise<ExitCode> {
  const mayForget = input['allow-forget'] === true
  const mayWrite = input['read-only'] !== true
  if (mayForget && !mayWrite) {
    throw new UsageError('--read-only and --allow-forget contradict each other', 'give one of them')
  }
  const stdout = guardStdout(terminal.results, terminal.notes)
  const stop = new AbortController()
  const interrupt = () => stop.abort()
  for (const signal of SIGNALS) process.once(signal, interrupt)
  // Nobody reads any more.
  terminal.results.once('error', interrupt)
  try {
    const { engine, workspace } = await open()
    if (terminal.isInteractive && !flags.quiet) terminal.note(terminal.noteStyle.dim(FOR_PEOPLE))
    await serve({
      engine,
      ...(flags.user === undefined ? {} : { user: flags.user }),
      ...(flags.worker === undefined ? {} : { worker: flags.worker }),
      ...(workspace === undefined ? {} : { workspace }),
      ...(typeof input['agent'] === 'string' ? { agent: input['agent'] } : {}),
      ...(typeof input['task'] === 'string' ? { task: input['task'] } : {}),
      toolsets: toolsets.filter((toolset) => input[`${toolset}-tools`] === true),
      mayWrite,
      mayForget,
      version: packageVersion(),
      input: terminal.input,
      write: stdout.write,
      log: (line) => terminal.note(printable(`recollect mcp: ${line}`)),
      signal: stop.signal,
    })
    return 0
  } finally {
    for (const signal of SIGNALS) process.off(signal, interrupt)
    stdout.restore()
  }
}

const toolsets = ['knowledge', 'task'] as const

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

const FOR_PEOPLE =
  'Speaks MCP with the program that started it. How a client is set up: docs/mcp.md. Ctrl-D ends it.'
