import { MemoryError } from '../errors.js'
import { suggest } from '../text/suggest.js'
import { LOCAL_ZONE } from '../text/zone.js'
import { type GlobalFlags, globalFlags, readGlobalFlags } from './arguments/global-flags.js'
import { inputOf } from './arguments/input-of.js'
import { type ParsedArguments, parseArguments, wordIndexes } from './arguments/parse-arguments.js'
import { UsageError } from './arguments/usage-error.js'
import type { Command, CommandCall, ExitCode } from './command.js'
import { commands } from './commands.js'
import { explainMissingSession } from './explain-missing-session.js'
import { commandHelp, describeCommand, familyHelp, overview } from './help.js'
import { homeOf } from './home-of.js'
import { logHook } from './hooks/hook-log.js'
import { inTerminalWords } from './in-terminal-words.js'
import { explainStale, whenListed } from './lists/explain-stale.js'
import { resolveNumbers } from './lists/list-numbers.js'
import { openOnce } from './open-once.js'
import { packageVersion } from './package-version.js'
import type { View } from './render/view.js'
import { reportError } from './report-error.js'
import type { Terminal } from './terminal.js'
import { familyOf, familyWords, joined, spelled, suggestSecond } from './two-words.js'
import { inPlace, placeOf } from './wording/in-place.js'
import { printableLine } from './wording/printable.js'

/** Runs one command line, and says what went wrong in words that help. Never throws. */
export async function run(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  try {
    return await dispatch(argv, terminal)
  } catch (error) {
    const exitCode = reportError(error, terminal, argv.includes('--json'))
    if (!isHook(argv)) return exitCode
    // An agent takes 2 for an order to stop, and what is wrong with the line is in its settings.
    const { message } = error instanceof Error ? error : new Error(String(error))
    const home = argv[argv.indexOf('--home') + 1]
    logHook(homeOf(argv.includes('--home') && home !== undefined ? { home } : {}), `hook: ${message}`)
    return 0
  }
}

function isHook(argv: readonly string[]): boolean {
  return argv[wordIndexes(argv, globalFlags)[0] ?? -1] === 'hook'
}

async function dispatch(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const [at = -1, next = -1] = wordIndexes(argv, globalFlags)
  const word = argv[at]
  if (word === undefined && parseArguments(argv, globalFlags).values.has('version')) {
    terminal.out(packageVersion())
    return 0
  }
  const all = commands()
  if (word === undefined) return overviewOf(all, parseArguments(argv, globalFlags), terminal)
  const two = joined(word, argv[next], all)
  const rest = argv.filter((_, index) => index !== at && (two === undefined || index !== next))
  if (word === 'help') {
    const { positionals, values } = parseArguments(rest, globalFlags)
    const [asked, second] = positionals
    const name = asked === 'help' ? undefined : asked
    const named = name === undefined ? undefined : (joined(name, second, all) ?? name)
    return explain(named, all, terminal, values.has('json'))
  }
  const command = find(two ?? word, all)
  if (command === undefined) return familyAlone(word, rest, all, terminal)
  const parsed = parseArguments(rest, [...globalFlags, ...command.fields])
  const flags = readGlobalFlags(parsed.values)
  if (flags.help) return explain(command.name, all, terminal, flags.json)
  return perform(command, { commands: all, terminal, flags, typed: inputOf(command, parsed) })
}

async function perform(
  command: Command,
  { typed, flags, terminal: given, commands }: Line,
): Promise<ExitCode> {
  const place = placeOf(flags)
  const terminal = place === '' ? given : { ...given, place }
  const { input, list } = resolveNumbers(command, typed, flags)
  const problem = command.check(input)
  if (problem !== undefined) throw new UsageError(problem, `see: recollect ${spelled(command.name)} --help`)
  const view = viewOf(terminal, flags)
  if (list !== undefined && !flags.quiet && view.now - list.at > OLD_LIST_MS)
    terminal.note(terminal.noteStyle.dim(`Taken ${whenListed(list, view)}.`))
  const isBrief = !usesModel.has(command.name) && input['meaning'] !== true
  const store = openOnce(flags, {
    isBrief,
    isWarm: stays.has(command.name),
    workers: workersOf(command, input),
    // What moves records must open the store that keeps them elsewhere than the setting says.
    ...(command.name === 'record-move' ? { records: 'kept' } : {}),
  })
  try {
    return await command.run({ terminal, flags, input, view, commands, open: store.open })
  } catch (error) {
    const said = await explained(error)
    if (list === undefined) throw said
    const meant = (await store.open().catch(() => undefined))?.workspace
    const { worker } = flags
    const where = {
      ...(meant === undefined ? {} : { workspace: meant }),
      ...(worker === undefined ? {} : { worker }),
    }
    throw explainStale(said, list, { command, flags: where, clock: view })
  } finally {
    await store.close()
  }

  async function explained(error: unknown): Promise<unknown> {
    const asks = error instanceof MemoryError && error.code === 'not_found' && input['session'] !== undefined
    return sayInTerminal(
      asks ? await explainMissingSession(error, input['session'], await store.open()) : error,
      command,
      place,
    )
  }
}

/** What an operation says of its fields, by the flags that were typed. */
function sayInTerminal(error: unknown, command: Command, place: string): unknown {
  if (error instanceof UsageError && error.hint !== undefined && place !== '')
    return new UsageError(error.message, inPlace(error.hint, place))
  if (!(error instanceof MemoryError)) return error
  const hint = error.hint === undefined ? undefined : inPlace(inTerminalWords(error.hint, command), place)
  // What else stands in a message may be a person's own words.
  const message = error.message
    .replace(/^[a-z]+\.[a-z_]+(?=: )/, (operation) =>
      inTerminalWords(operation, command).replace(/^recollect /, ''),
    )
    .replace(/^\w+(?=: )/, (field) => inTerminalWords(`\`${field}\``, command))
  if (hint === error.hint && message === error.message) return error
  return new MemoryError(error.code, message.replace(/^`(\w+)`/, '$1'), hint, { cause: error })
}

interface Line extends Pick<CommandCall, 'terminal' | 'flags' | 'commands'> {
  readonly typed: CommandCall['input']
}

/** Servers: their first question comes soon. */
const stays: ReadonlySet<string> = new Set(['mcp', 'serve', 'start', 'open', 'work'])

/** What waits is done by servers, and by who is started for it. */
function workersOf(command: Command, input: CommandCall['input']): number {
  const least = command.name === 'work' ? 1 : 0
  if (command.name !== 'serve' && command.name !== 'work') return 0
  const given = input['workers'] ?? 1
  if (typeof given === 'number' && Number.isSafeInteger(given) && given >= least && given <= MOST_WORKERS)
    return given
  throw new UsageError(`--workers is a whole number from ${least} to ${MOST_WORKERS}`, 'like --workers 2')
}

const MOST_WORKERS = 64

/** A model is worth loading for a server that stays, and for what asks for it by name. */
const usesModel: ReadonlySet<string> = new Set([...stays, 'embed'])

/** A person may think of another list by then. */
const OLD_LIST_MS = 3_600_000

function viewOf({ style, columns }: Terminal, { zone = LOCAL_ZONE }: GlobalFlags): View {
  return { style, columns, now: Date.now(), zone }
}

/** Without a command: help, which is an answer only to who asked for it. */
async function overviewOf(
  all: readonly Command[],
  { values }: ParsedArguments,
  terminal: Terminal,
): Promise<ExitCode> {
  if (values.has('help')) return explain(undefined, all, terminal, values.has('json'))
  if (values.has('json')) throw new UsageError('there is no command', 'recollect --help lists them all')
  terminal.note(overview(all, { style: terminal.noteStyle, columns: terminal.columns }))
  return 2
}

async function explain(
  name: string | undefined,
  all: readonly Command[],
  terminal: Terminal,
  isJson: boolean,
): Promise<ExitCode> {
  const command = name === undefined ? undefined : find(name, all)
  const family = name === undefined ? undefined : familyOf(name, all)
  if (name !== undefined && family !== undefined) {
    terminal.out(
      isJson
        ? JSON.stringify({ commands: family.commands.map(describeCommand) }, null, 2)
        : familyHelp(name, family, terminal),
    )
    return 0
  }
  if (name !== undefined && command === undefined) throw unknownCommand(name, all)
  if (isJson) {
    const answer = command === undefined ? { commands: all.map(describeCommand) } : describeCommand(command)
    terminal.out(JSON.stringify(answer, null, 2))
  } else {
    terminal.out(command === undefined ? overview(all, terminal) : commandHelp(command, terminal))
  }
  return 0
}

/** A first word that needs a second: what there is, as an answer only to who asked for it. */
async function familyAlone(
  word: string,
  rest: readonly string[],
  all: readonly Command[],
  terminal: Terminal,
): Promise<ExitCode> {
  const family = familyOf(word, all)
  if (family === undefined) throw unknownCommand(word, all, rest)
  const [at = -1] = wordIndexes(rest, globalFlags)
  const second = rest[at]
  if (second !== undefined) {
    const near = suggestSecond(word, second, family.commands)
    throw new UsageError(
      `there is no command "${printableLine(`${word} ${second}`)}"`,
      near === undefined ? `recollect ${word} lists them` : `did you mean: recollect ${near}`,
    )
  }
  const { values } = parseArguments(rest, globalFlags)
  if (values.has('help')) return explain(word, all, terminal, values.has('json'))
  if (values.has('json'))
    throw new UsageError(`${word} needs a second word`, `recollect ${word} --help lists them`)
  terminal.note(familyHelp(word, family, { style: terminal.noteStyle, columns: terminal.columns }))
  return 2
}

function find(name: string, all: readonly Command[]): Command | undefined {
  return all.find((command) => command.name === name || command.aliases.includes(name))
}

function unknownCommand(name: string, all: readonly Command[], rest: readonly string[] = []): UsageError {
  const shown = printableLine(name)
  if (/\s/.test(name) || /[?？]$/.test(rest.at(-1) ?? name)) {
    return new UsageError(`"${shown}" is not a command`, 'to ask a question: recollect search "…"')
  }
  const near =
    name === 'version'
      ? '--version'
      : suggest(name, [
          'help',
          ...familyWords,
          ...all.flatMap((command) => [command.name, ...command.aliases]),
        ])
  return new UsageError(
    `there is no command "${shown}"`,
    near === undefined
      ? 'recollect --help lists them all'
      : `did you mean: recollect ${whole(near, rest, all)}`,
  )
}

/** With the second word, where the first was to be followed by one. */
function whole(near: string, rest: readonly string[], all: readonly Command[]): string {
  const family = familyOf(near, all)
  return (family && suggestSecond(near, rest[0], family.commands)) ?? spelled(near)
}
