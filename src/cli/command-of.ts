import type { Operation } from '../operations/operation.js'
import { parseInput } from '../operations/parse-input.js'
import type { OperationName } from '../operations/table.js'
import { type Field, fieldsOf } from './arguments/field.js'
import { globalFlags } from './arguments/global-flags.js'
import type { Command, CommandCall, ExitCode, Group, MainArgument } from './command.js'
import { runOperation } from './commands/run-operation.js'
import { once } from './once.js'
import { spelled } from './two-words.js'

/** What a terminal adds to an operation. One without an entry still is a command. */
export interface Presentation {
  /** What people call it, where that is not the name of the operation. */
  readonly name?: string
  readonly aliases?: readonly string[]
  readonly group?: Group
  /** What the main argument is called in help, where the type does not say it well; `field` where it is no must. */
  readonly main?: Partial<
    Pick<MainArgument, 'field' | 'placeholder' | 'description' | 'isRequired' | 'joins' | 'isItem' | 'isList'>
  >
  /** Fields that the command asks a person for where they are missing: flags, and no main argument. */
  readonly asks?: readonly string[]
  /** Fields that make no sense here. */
  readonly hides?: readonly string[]
  /** Flags of the command that the operation does not know. */
  readonly adds?: readonly Field[]
  readonly run?: (call: CommandCall) => Promise<ExitCode>
}

/** An operation as a command. Its schema is read when the command runs or is explained, not before. */
export function commandOf(key: string, operation: Operation, presentation: Presentation = {}): Command {
  const form = once(() => formOf(operation, presentation))
  const { name, title, description, example } = operation
  const called = presentation.name ?? commandName(name)
  return {
    name: called,
    aliases: presentation.aliases ?? [],
    group: presentation.group ?? 'Find',
    title,
    description,
    example,
    get main() {
      return form().main
    },
    get fields() {
      return form().fields
    },
    check: (input) =>
      problemOf(operation, input, spelled(called), form(), [
        ...(presentation.asks ?? []),
        // What is not offered the command itself gives.
        ...(presentation.hides ?? []),
      ]),
    run:
      presentation.run ??
      ((call) => runOperation(call, key as OperationName, (output) => JSON.stringify(output, null, 2))),
  }
}

/** `memory.audit_log` is `audit-log`; what is done with documents, in workspaces or in tasks keeps its first word. */
function commandName(operation: string): string {
  return operation
    .replace(/^(?!(?:knowledge|workspace|remote|transcript|task|artifact|key)\.)\w+\./, '')
    .replaceAll(/[._]/g, '-')
}

interface Form {
  readonly main: MainArgument | undefined
  readonly fields: readonly Field[]
}

function formOf(operation: Operation, { main: words, hides = [], adds = [], asks = [] }: Presentation): Form {
  const taken = new Set(globalFlags.map((field) => field.flag))
  const all = fieldsOf(operation.input)
  const main = mainOf(
    operation,
    all.filter(({ name }) => !asks.includes(name)),
    words,
  )
  const offered = all.filter(
    (field) => field.name !== main?.field && !taken.has(field.flag) && !hides.includes(field.name),
  )
  // What is asked for where it is missing need not be typed.
  const typed = offered.map((field) => (asks.includes(field.name) ? { ...field, isRequired: false } : field))
  return { main, fields: [...typed, ...adds] }
}

/** What the schema says of an input. What is streamed or asked for is not there yet. */
function problemOf(
  operation: Operation,
  input: Readonly<Record<string, unknown>>,
  command: string,
  { main, fields }: Form,
  later: readonly string[],
): string | undefined {
  const parsed = parseInput(operation.input, input)
  if ('input' in parsed) return undefined
  const isLater = (field: unknown) =>
    (operation.stream !== undefined && field === main?.field) ||
    (later.includes(String(field)) && input[String(field)] === undefined)
  // Flags that the operation does not know are the command's own; others were refused before.
  // What is wrong with the whole cannot be told before the command has given its part.
  const isWhole = (path: readonly unknown[]) => path.length === 0 && later.length > 0
  const problem = parsed.problems.find(
    ({ path, kind }) => kind !== 'unknown' && !isLater(path[0]) && !isWhole(path),
  )
  if (problem === undefined) return undefined
  const { path, kind, choices, text, reason } = problem
  const [field] = path
  const flag = fields.find(({ name }) => name === field)?.flag
  if (kind === 'missing' && path.length === 1 && flag !== undefined)
    return `${command} needs --${flag}${choices.length === 0 ? '' : `, one of ${choices.join(', ')}`}`
  if (field === main?.field)
    return reason.startsWith('must ') ? `${main?.placeholder.replace(/ .*$/, '')} ${reason}` : reason
  return path.length === 1 && flag !== undefined ? `--${flag}: ${reason}` : text
}

/** The field that the terminal says, or that may be streamed; else the only one that must be given. */
function mainOf(
  operation: Operation,
  fields: readonly Field[],
  words: Presentation['main'],
): MainArgument | undefined {
  if (words?.field !== undefined && !fields.some(({ name }) => name === words.field))
    return { ...NO_WORDS, ...words, field: words.field }
  const required = fields.filter(({ isRequired }) => isRequired)
  const field =
    fields.find(({ name }) => name === (words?.field ?? operation.stream)) ??
    (required.length === 1 ? required[0] : undefined)
  if (field === undefined) return undefined
  return {
    field: field.name,
    placeholder: words?.placeholder ?? (field.isItem === true ? 'NUMBER' : field.placeholder),
    description: words?.description ?? (field.isItem === true ? ITEM : field.description),
    isRequired: words?.isRequired ?? true,
    joins: words?.joins ?? field.kind === 'list',
    ...(field.kind === 'list' ? { isList: true } : {}),
    ...(field.choices === undefined ? {} : { choices: field.choices }),
    ...((words?.isItem ?? field.isItem) ? { isItem: true } : {}),
  }
}

/** Of a main argument of which no operation knows. */
const NO_WORDS = { placeholder: 'TEXT', description: '', isRequired: false, joins: false }

const ITEM = 'its number in the last list; or its id'
