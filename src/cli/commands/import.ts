import type { CommandCall, ExitCode } from '../command.js'
import { openConversation } from '../conversation-file.js'
import { printableLine } from '../printable.js'
import { createProgressMeter } from '../progress-meter.js'
import { type ImportOutput, renderImportReport } from '../render/import-report.js'
import { counted } from '../spoken-number.js'
import { show } from './run-operation.js'

/** Streams a file into the memory. Ctrl-C stops it between two chunks, and says what was kept. */
export async function runImport(call: CommandCall): Promise<ExitCode> {
  const { terminal, flags, view, input } = call
  const stop = new AbortController()
  const source = await openConversation(String(input['content']), terminal, stop.signal)
  const meter = createProgressMeter(terminal, {
    isShown: !flags.quiet && !flags.json,
    what: printableLine(source.name),
  })
  let settled = 0
  const interrupt = () => stop.abort()
  process.once('SIGINT', interrupt)
  try {
    const { memory } = await call.open()
    const report = await memory.import(
      { session: source.session, ...input, content: source.bytes },
      {
        signal: stop.signal,
        progress: ({ done, unit }) => {
          settled = done
          meter.show({ done, unit, bytes: source.bytesRead(), totalBytes: source.totalBytes })
        },
      },
    )
    meter.clear()
    show(call, report, () => renderImportReport(report, view))
    if (!flags.quiet && !flags.json)
      for (const note of notesOf(report)) terminal.note(terminal.noteStyle.dim(note))
    return report.messages === 0 && report.skipped > 0 ? 1 : 0
  } catch (error) {
    meter.clear()
    if (!stop.signal.aborted) throw error
    terminal.note(
      input['dryRun'] === true
        ? 'Stopped; a dry run keeps nothing.'
        : `Stopped. ${counted(settled, 'message')} read so far and kept; the same command again goes on from there.`,
    )
    return 1
  } finally {
    process.off('SIGINT', interrupt)
    source.close()
  }
}

function notesOf({ dryRun, messages, skipped }: ImportOutput): string[] {
  if (messages === 0 && skipped > 0) {
    return [
      'None of its lines is a message. Each line must be JSON: {"role": "user", "content": "…", "at": "2026-03-01T09:30"}',
    ]
  }
  if (messages === 0) return ['The file has no messages.']
  return dryRun ? ['A dry run: nothing was written.'] : []
}
