import type { Operation } from '../operations/operation.js'
import { operations } from '../operations/table.js'
import type { Command, CommandCall, ExitCode, Group, MainArgument } from './command.js'
import { runCapture } from './commands/capture.js'
import { runForget } from './commands/forget.js'
import { runImport } from './commands/import.js'
import { runOperation } from './commands/run-operation.js'
import { runSearch } from './commands/search.js'
import { type Field, fieldsOf } from './field.js'
import { flag } from './flag.js'
import { globalFlags } from './global-flags.js'
import { renderAuditRows } from './render/audit-rows.js'
import { renderFindings } from './render/findings.js'
import { renderItem, renderTrace } from './render/item.js'
import { renderStats } from './render/stats.js'
import { counted } from './spoken-number.js'

/** All commands: one for each operation that has the terminal among its surfaces, in the order of the table; and start. */
export function commands(): Command[] {
  const generated = Object.entries(operations as unknown as Record<string, Operation>)
    .filter(([, { surfaces }]) => surfaces.includes('cli'))
    .map(([key, operation]) => commandOf(key, operation))
  return [...generated, startCommand]
}

/** What a terminal adds to an operation. One without an entry still is a command. */
interface Presentation {
  readonly group?: Group
  readonly aliases?: readonly string[]
  /** What the main argument is called in help, where the type does not say it well. */
  readonly main?: Partial<Pick<MainArgument, 'placeholder' | 'description' | 'isRequired' | 'joins'>>
  /** Fields that make no sense here. */
  readonly hides?: readonly string[]
  /** Flags of the command that the operation does not know. */
  readonly adds?: readonly Field[]
  readonly run?: (call: CommandCall) => Promise<ExitCode>
}

const presentations: ReadonlyMap<string, Presentation> = new Map<string, Presentation>([
  [
    'capture',
    {
      group: 'Remember',
      main: { description: 'the note; - or nothing reads it from the pipe', isRequired: false, joins: true },
      run: runCapture,
    },
  ],
  [
    'import',
    {
      group: 'Remember',
      main: { placeholder: 'FILE', description: 'a file of JSON lines; - reads the pipe', joins: false },
      run: runImport,
    },
  ],
  ['search', { main: { placeholder: 'QUESTION', joins: true }, run: runSearch }],
  [
    'get',
    { aliases: ['show'], run: (call) => runOperation(call, 'get', (item) => renderItem(item, call.view)) },
  ],
  ['trace', { run: (call) => runOperation(call, 'trace', (trace) => renderTrace(trace, call.view)) }],
  [
    'forget',
    {
      group: 'Forget',
      // A receipt that a person reads is always a proven one.
      hides: ['verify'],
      adds: [flag('yes', 'forget without asking', { short: 'y' })],
      run: runForget,
    },
  ],
  [
    'stats',
    {
      group: 'Look after it',
      run: (call) => runOperation(call, 'stats', (stats) => renderStats(stats, call.view)),
    },
  ],
  [
    'auditLog',
    {
      group: 'Look after it',
      run: (call) => runOperation(call, 'auditLog', (log) => renderAuditRows(log, call.view)),
    },
  ],
  [
    'reindex',
    {
      group: 'Look after it',
      run: (call) =>
        runOperation(call, 'reindex', ({ looked, changed }) =>
          looked === 0
            ? 'Every text is up to date; the index was built again.'
            : `${counted(looked, 'text')} looked at, ${counted(changed, 'text')} segmented again; the index was built again.`,
        ),
    },
  ],
  [
    'doctor',
    {
      group: 'Look after it',
      run: (call) =>
        runOperation(
          call,
          'doctor',
          (report) => renderFindings(report, call.view),
          ({ isHealthy }) => (isHealthy ? 0 : 1),
        ),
    },
  ],
])

function commandOf(key: string, operation: Operation): Command {
  const presentation = presentations.get(key) ?? {}
  const taken = new Set(globalFlags.map((field) => field.flag))
  const all = fieldsOf(operation.input)
  const main = mainOf(operation, all, presentation)
  const offered = all.filter(
    (field) =>
      field.name !== main?.field &&
      !taken.has(field.flag) &&
      presentation.hides?.includes(field.name) !== true,
  )
  const run =
    presentation.run ??
    ((call: CommandCall) =>
      runOperation(call, key as keyof typeof operations, (output) => JSON.stringify(output, null, 2)))
  return {
    name: operation.name.replace(/^\w+\./, '').replaceAll('_', '-'),
    aliases: presentation.aliases ?? [],
    group: presentation.group ?? 'Find',
    title: operation.title,
    description: operation.description,
    example: operation.example,
    ...(main === undefined ? {} : { main }),
    fields: [...offered, ...(presentation.adds ?? [])],
    check: (input) => problemOf(operation, input, main),
    run,
  }
}

/** What the schema says of an input. A main argument that is streamed is not there yet. */
function problemOf(
  operation: Operation,
  input: Readonly<Record<string, unknown>>,
  main?: MainArgument,
): string | undefined {
  const parsed = operation.input.safeParse(input)
  if (parsed.success) return undefined
  const issue = parsed.error.issues.find(
    ({ path }) => operation.stream === undefined || path[0] !== main?.field,
  )
  if (issue === undefined) return undefined
  const [field] = issue.path
  return field === main?.field ? issue.message : `${String(field)}: ${issue.message}`
}

/** The field that may be streamed, else the only one that must be given. */
function mainOf(
  operation: Operation,
  fields: readonly Field[],
  { main }: Presentation,
): MainArgument | undefined {
  const required = fields.filter(({ isRequired }) => isRequired)
  const field =
    fields.find(({ name }) => name === operation.stream) ?? (required.length === 1 ? required[0] : undefined)
  if (field === undefined) return undefined
  return {
    field: field.name,
    placeholder: main?.placeholder ?? field.placeholder,
    description:
      main?.description ?? (field.description === '' ? 'as a hit or a capture shows it' : field.description),
    isRequired: main?.isRequired ?? true,
    joins: main?.joins ?? false,
  }
}

const startCommand: Command = {
  name: 'start',
  aliases: [],
  group: 'Begin here',
  title: 'Open a prompt to remember and ask',
  description:
    'Sets up the store, offers a sample conversation to play with, and opens a prompt: what you type is kept, what ends ' +
    'with ? is asked. Without a terminal it runs the sample once, from import to proof of erasure, and prints it.',
  example: 'recollect start',
  fields: [],
  check: () => undefined,
  run: async (call) => {
    const { start } = await import('./start/start.js')
    return start(call)
  },
}
