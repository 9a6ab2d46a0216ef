import { addAbortSignal } from 'node:stream'
import type { Memory } from '../../engine.js'
import { MemoryError } from '../../errors.js'
import { operations } from '../../operations/table.js'
import { withoutFrontMatter } from '../../transfer/memories/without-front-matter.js'
import type { CommandCall, ExitCode } from '../command.js'
import { findSources } from '../import/find-sources.js'
import type { ImportSource, ImportSources } from '../import/import-source.js'
import { meterOf } from '../progress-meter.js'
import { commandLine, renderHygiene, renderJunk } from '../render/hygiene.js'
import { tell } from '../tell.js'
import { withInterrupt } from '../with-interrupt.js'
import { printableLine } from '../wording/printable.js'
import { counted } from '../wording/spoken-number.js'
import { runForget } from './forget.js'
import { runOperation, show } from './run-operation.js'

/** Looks one's own memory over, or a file of another system; with `--apply`, does what a finding proposes. */
export async function runHygiene(call: CommandCall): Promise<ExitCode> {
  const { file, apply, yes, ...input } = call.input as {
    readonly file?: string
    readonly apply?: string
    readonly yes?: boolean
    readonly limit?: number
  }
  if (file !== undefined) return lookAtFile(call, file)
  if (apply !== undefined) return applyFinding({ ...call, input: yes === undefined ? {} : { yes } }, apply)
  return runOperation({ ...call, input }, 'hygiene', (output) => renderHygiene(output, call.view))
}

async function applyFinding(call: CommandCall, id: string): Promise<ExitCode> {
  const { memory } = await call.open()
  const { findings } = await memory.hygiene({ limit: MOST_FINDINGS })
  const finding = findings.find((one) => one.id === id)
  if (finding === undefined) {
    throw new MemoryError(
      'not_found',
      `no finding has the id ${printableLine(id)}`,
      'recollect hygiene lists what there is; what was settled is gone from it',
    )
  }
  const { call: proposed, undo } = finding.proposal
  if (proposed === null) {
    throw new MemoryError('invalid_input', 'there is nothing to apply', `look at it: ${finding.what}`)
  }
  // It shows what goes, and asks.
  if (proposed.operation === 'memory.forget')
    return runForget({ ...call, input: { ...proposed.input, ...call.input } })
  const output = await methodOf(memory, proposed.operation)(proposed.input)
  show(call, output, () => `Done: ${printableLine(finding.what)}`)
  // On a line of its own, so that it can be copied.
  if (undo !== null && !call.flags.quiet) call.terminal.note(`To take it back:\n  ${commandLine(undo)}`)
  return 0
}

const MOST_FINDINGS = 200

type Method = (input: Readonly<Record<string, string | readonly string[]>>) => Promise<unknown>

function methodOf(memory: Memory, operation: string): Method {
  const found = Object.entries(operations).find(([, { name }]) => name === operation)
  if (found === undefined) throw new TypeError(`no operation is called ${operation}`)
  return memory[found[0] as keyof Memory] as Method
}

/** A file is one store of memories; of a folder or zip every Markdown file is one memory. */
async function lookAtFile(call: CommandCall, path: string): Promise<ExitCode> {
  const { terminal, view } = call
  const sources = await findSources(path, terminal, MAX_BYTES)
  const meter = meterOf(call, printableLine(sources.label))
  const output = await withInterrupt(async (signal) => {
    const { memory } = await call.open()
    const content = sources.isMany ? notesOf(sources, signal) : await contentOf(sources, signal)
    return memory.junk(
      { content, name: sources.label },
      { signal, progress: (reading) => meter.show(reading) },
    )
  }).finally(async () => {
    meter.clear()
    await sources.close()
  })
  if (output === undefined) {
    terminal.note('Stopped.')
    return 1
  }
  show(call, output, () => renderJunk(output, view))
  const left = sources.sources.length - (sources.isMany ? sources.sources.filter(isNote).length : 1)
  if (left > 0 && !call.flags.quiet) tell(terminal, leftOut(left))
  return 0
}

const MAX_BYTES = 1_000_000_000

async function contentOf(
  { sources }: ImportSources,
  signal: AbortSignal,
): Promise<AsyncIterable<Uint8Array>> {
  const [source] = sources
  if (source === undefined) throw new TypeError('a path stands for no file')
  return addAbortSignal(signal, await source.open())
}

function isNote({ name }: ImportSource): boolean {
  return /\.(?:md|markdown)$/i.test(name)
}

/** The notes of a folder as JSON lines, one after the other: repeats are looked for across all of them. */
async function* notesOf({ sources }: ImportSources, signal: AbortSignal): AsyncGenerator<string> {
  for (const source of sources.filter(isNote)) {
    signal.throwIfAborted()
    const pieces: Buffer[] = []
    for await (const piece of await source.open()) pieces.push(Buffer.from(piece as Uint8Array))
    const text = Buffer.concat(pieces).toString('utf8')
    yield `${JSON.stringify({ id: source.name, text: withoutFrontMatter(text) })}\n`
  }
}

function leftOut(files: number): string {
  return files === 1
    ? '1 file that is no Markdown was left out.'
    : `${counted(files, 'file')} that are no Markdown were left out.`
}
