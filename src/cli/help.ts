import type { Field } from './arguments/field.js'
import { globalFlags } from './arguments/global-flags.js'
import { type Command, groups } from './command.js'
import { inTerminalWords } from './in-terminal-words.js'
import { described, widestOf, wrapped } from './render/described.js'
import { spelled } from './two-words.js'
import { createStyle, type Style } from './wording/style.js'

/** For whom help is written out. */
export interface HelpView {
  readonly style: Style
  readonly columns: number
}

/** As a page shows it. */
const pageView: HelpView = { style: createStyle(false), columns: 96 }

/** What `recollect --help` says: what there is to do, by what a person is about. */
export function overview(commands: readonly Command[], view: HelpView = pageView): string {
  const { style } = view
  const columns = helpColumns(view)
  const rowOf = (command: Command): [string, string] => [signature(command), command.title]
  const nameColumns = widestOf([...commands.map(rowOf), ...globalFlags.map(flagRow), HELP_ROW])
  const list = (rows: readonly (readonly [string, string])[]) =>
    described(rows, { columns, nameColumns, name: style.accent })
  const sections = groups.flatMap((group) => {
    const rows = commands.filter((command) => command.group === group).map(rowOf)
    if (group === 'Begin here') rows.push(HELP_ROW)
    return rows.length === 0 ? [] : [style.bold(group), ...list(rows), '']
  })
  return [
    ...wrapped('recollect: remember conversations and notes, find them again, forget for good', columns),
    '',
    `${style.bold('Usage')}  recollect COMMAND [FLAGS]`,
    '',
    ...sections,
    style.bold('Flags of every command'),
    ...list(globalFlags.map(flagRow)),
    '',
    style.bold('For example'),
    ...EXAMPLES.flatMap((line) => wrapped(line, columns - 2)).map((line) => `  ${style.accent(line)}`),
    '',
    ...wrapped(
      'New here: recollect init. Numbers such as 1 mean what the last list showed. Text that begins with a dash goes ' +
        'behind --. Exit codes: 0 done, 1 failed, 2 not understood.',
      columns,
    ).map(style.dim),
  ].join('\n')
}

/** What a word says of the commands that begin with it: one line each. */
export function familyHelp(
  word: string,
  { about, commands }: { readonly about: string; readonly commands: readonly Command[] },
  view: HelpView = pageView,
): string {
  const { style } = view
  const columns = helpColumns(view)
  return [
    ...wrapped(`recollect ${word}: ${about}`, columns),
    '',
    ...described(
      commands.map((command): [string, string] => [signature(command), command.title]),
      { columns, name: style.accent },
    ),
    '',
    ...wrapped(`Each in full: recollect ${word} COMMAND --help`, columns).map(style.dim),
  ].join('\n')
}

/** What `recollect COMMAND --help` says. */
export function commandHelp(command: Command, view: HelpView = pageView): string {
  const { name, main, fields, aliases, title, example } = command
  const { style } = view
  const columns = helpColumns(view)
  const heading = `recollect ${spelled(name)}: ${title.replace(/^./, (first) => first.toLowerCase())}`
  const facts: (readonly [string, string])[] = [
    ['Usage', `recollect ${signature(command)}${fields.length > 0 ? ' [FLAGS]' : ''}`],
    ['Example', example],
    ...(aliases.length > 0
      ? [['Also', `recollect ${aliases.map(spelled).join(', recollect ')}`] as const]
      : []),
  ]
  const rows = [
    ...(main === undefined ? [] : [[main.placeholder, main.description] as const]),
    ...fields.map(flagRow),
  ]
  return [
    ...wrapped(heading, columns),
    '',
    ...described(facts, { columns, indent: 0, name: style.bold }),
    '',
    ...inTerminalWords(command.description, command)
      .split('\n')
      .flatMap((line) => wrapped(line, columns)),
    ...(rows.length === 0 ? [] : ['', ...described(rows, { columns, name: style.accent })]),
    '',
    ...wrapped('Flags of every command: recollect --help', columns).map(style.dim),
  ].join('\n')
}

/** What help says, for a program. */
export function describeCommand(command: Command): object {
  const { name, aliases, group, title, example, main, fields } = command
  return {
    name,
    aliases,
    group,
    title,
    description: inTerminalWords(command.description, command),
    example,
    argument: main ?? null,
    flags: fields.map(({ flag, short, kind, placeholder, description, choices, byDefault }) => ({
      flag: `--${flag}`,
      short: short === undefined ? null : `-${short}`,
      kind,
      placeholder,
      description,
      choices: choices ?? null,
      default: byDefault ?? null,
    })),
  }
}

const HELP_ROW: [string, string] = ['help COMMAND', 'Say how a command is used']

const EXAMPLES = [
  'recollect capture "Mia moved to Lisbon in March"',
  'recollect search "where does Mia live?"',
  'recollect show 1',
]

const HELP_COLUMNS = 96

/** Long lines are hard to read, however wide the terminal. */
function helpColumns({ columns }: HelpView): number {
  return Math.min(columns, HELP_COLUMNS)
}

/** `search QUESTION` */
function signature({ name, main }: Command): string {
  const typed = spelled(name)
  if (main === undefined) return typed
  return main.isRequired ? `${typed} ${main.placeholder}` : `${typed} [${main.placeholder}]`
}

function flagRow(field: Field): [string, string] {
  const short = field.short === undefined ? '' : `-${field.short}, `
  const value = field.placeholder === '' ? '' : ` ${field.placeholder}`
  const must = field.isRequired ? ' (required)' : ''
  const byDefault = field.byDefault === undefined ? must : ` (${field.byDefault})`
  const about = [
    field.description,
    ...(field.choices === undefined ? [] : [`one of ${field.choices.join(', ')}`]),
    ...(field.kind === 'list'
      ? [field.isWhole === true ? 'several: given again' : 'several with commas, or given again']
      : []),
  ]
  return [
    `${short}--${field.flag}${value}`,
    `${about.filter((part) => part !== '').join('; ')}${byDefault}`.trim(),
  ]
}
