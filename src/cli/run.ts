import { machineZone } from '../text/zone.js'
import type { Command, ExitCode } from './command.js'
import { type GlobalFlags, globalFlags, readGlobalFlags } from './global-flags.js'
import { loadCommands } from './load-commands.js'
import { openOnce } from './open-once.js'
import { packageVersion } from './package-version.js'
import { commandIndex, type ParsedArguments, parseArguments } from './parse-arguments.js'
import { printableLine } from './printable.js'
import { reportError } from './report-error.js'
import { suggest } from './suggest.js'
import type { Terminal } from './terminal.js'
import { UsageError } from './usage-error.js'

/** Runs one command line, and says what went wrong in words that help. Never throws. */
export async function run(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  try {
    return await dispatch(argv, terminal)
  } catch (error) {
    return reportError(error, terminal, argv.includes('--json'))
  }
}

async function dispatch(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const at = commandIndex(argv, globalFlags)
  const name = argv[at]
  const rest = argv.filter((_, index) => index !== at)
  if (name === undefined && parseArguments(argv, globalFlags).values.has('version')) {
    terminal.out(packageVersion())
    return 0
  }
  const all = await loadCommands()
  if (name === undefined) return overviewOf(all, parseArguments(argv, globalFlags), terminal)
  if (name === 'help') return explain(parseArguments(rest, globalFlags).positionals[0], all, terminal)
  const command = find(name, all)
  if (command === undefined) throw unknownCommand(name, all)
  const parsed = parseArguments(rest, [...globalFlags, ...command.fields])
  const flags = readGlobalFlags(parsed.values)
  if (flags.help) return explain(command.name, all, terminal)
  return perform(command, inputOf(command, parsed), flags, terminal)
}

async function perform(
  command: Command,
  input: Readonly<Record<string, unknown>>,
  flags: GlobalFlags,
  terminal: Terminal,
): Promise<ExitCode> {
  const store = openOnce(flags)
  const { zone = machineZone() } = flags
  const view = { style: terminal.style, columns: terminal.columns, now: Date.now(), zone }
  try {
    return await command.run({ terminal, flags, input, view, open: store.open })
  } finally {
    await store.close()
  }
}

/** Without a command: help, which is an answer only to who asked for it. */
async function overviewOf(
  all: readonly Command[],
  { values }: ParsedArguments,
  terminal: Terminal,
): Promise<ExitCode> {
  const { overview } = await import('./help.js')
  if (values.has('help')) {
    terminal.out(overview(all, terminal.style))
    return 0
  }
  terminal.note(overview(all, terminal.noteStyle))
  return 2
}

async function explain(
  name: string | undefined,
  all: readonly Command[],
  terminal: Terminal,
): Promise<ExitCode> {
  const { commandHelp, overview } = await import('./help.js')
  const command = name === undefined ? undefined : find(name, all)
  if (name !== undefined && command === undefined) throw unknownCommand(name, all)
  terminal.out(command === undefined ? overview(all, terminal.style) : commandHelp(command, terminal.style))
  return 0
}

function find(name: string, all: readonly Command[]): Command | undefined {
  return all.find((command) => command.name === name || command.aliases.includes(name))
}

function unknownCommand(name: string, all: readonly Command[]): UsageError {
  const shown = printableLine(name)
  if (/\s|[?？]$/.test(name)) {
    return new UsageError(`"${shown}" is not a command`, 'to ask a question: recollect search "…"')
  }
  const near = suggest(name, ['help', ...all.flatMap((command) => [command.name, ...command.aliases])])
  return new UsageError(
    `there is no command "${shown}"`,
    near === undefined ? 'recollect --help lists them all' : `did you mean: recollect ${near}`,
  )
}

/** What was typed, as the operation's input. Throws UsageError before anything is opened. */
function inputOf(
  command: Command,
  { values, positionals }: ParsedArguments,
): Readonly<Record<string, unknown>> {
  const { main, name, fields } = command
  const input = new Map<string, unknown>()
  for (const field of fields) {
    const value = values.get(field.name)
    if (value !== undefined) input.set(field.name, value)
  }
  const [first, second] = positionals
  if (main === undefined && first !== undefined) {
    throw new UsageError(
      `${name} takes no argument, got "${printableLine(first)}"`,
      `see: recollect ${name} --help`,
    )
  }
  if (main !== undefined && !main.joins && second !== undefined) {
    throw new UsageError(
      `${name} takes one ${main.placeholder}, got ${positionals.length}`,
      `see: recollect ${name} --help`,
    )
  }
  if (main?.isRequired === true && first === undefined) {
    throw new UsageError(`${name} needs ${article(main.placeholder)}`, `like: ${command.example}`)
  }
  if (main !== undefined && first !== undefined) input.set(main.field, positionals.join(' '))
  const typed = Object.fromEntries(input)
  const problem = command.check(typed)
  if (problem !== undefined) throw new UsageError(problem, `see: recollect ${name} --help`)
  return typed
}

function article(noun: string): string {
  return `${/^[AEIOU]/.test(noun) ? 'an' : 'a'} ${noun}`
}
