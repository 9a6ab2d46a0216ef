import { type Command, groups } from './command.js'
import type { Field } from './field.js'
import { globalFlags } from './global-flags.js'
import { table } from './render/table.js'
import { createStyle, type Style } from './style.js'
import { wrap } from './wrap.js'

const plain = createStyle(false)

/** What `recollect --help` says. */
export function overview(commands: readonly Command[], style: Style = plain): string {
  const rows = commands.map((command) => [signature(command), command.title])
  const lines = table(
    [...rows, ['help COMMAND', 'Say how a command is used']].map(([a = '', b = '']) => [`  ${a}`, b]),
  )
  const sections = groups
    .map((group) => ({
      group,
      its: [
        ...commands.flatMap((command, index) => (command.group === group ? [lines[index] ?? ''] : [])),
        ...(group === 'Begin here' ? lines.slice(commands.length) : []),
      ],
    }))
    .filter(({ its }) => its.length > 0)
    .map(({ group, its }) => [style.bold(group), ...its, ''])
  return [
    'recollect: remember conversations and notes, find them again, forget for good',
    '',
    `${style.bold('Usage')}  recollect COMMAND [ARGUMENTS] [FLAGS]`,
    '',
    ...sections.flat(),
    style.bold('Flags of every command'),
    ...flagLines(globalFlags),
    '',
    `Text that begins with a dash goes behind --, as in: recollect search -- -5 degrees`,
    'Exit codes: 0 done, 1 failed, 2 not understood.',
  ].join('\n')
}

/** What `recollect COMMAND --help` says. */
export function commandHelp(command: Command, style: Style = plain): string {
  const { main, fields, aliases, example } = command
  const flags = fields.length > 0 ? ' [FLAGS]' : ''
  return [
    `recollect ${command.name}: ${command.title.replace(/^./, (first) => first.toLowerCase())}`,
    '',
    `${style.bold('Usage')}    recollect ${signature(command)}${flags}`,
    `${style.bold('Example')}  ${example}`,
    ...(aliases.length > 0 ? [`${style.bold('Also')}     recollect ${aliases.join(', recollect ')}`] : []),
    '',
    ...wrapped(command.description, HELP_COLUMNS),
    ...(main === undefined && fields.length === 0 ? [] : ['']),
    ...flagLines(fields, main === undefined ? [] : [[`  ${main.placeholder}`, main.description]]),
    '',
    'Flags of every command: recollect --help',
  ].join('\n')
}

/** `search QUESTION` */
function signature({ name, main }: Command): string {
  if (main === undefined) return name
  return main.isRequired ? `${name} ${main.placeholder}` : `${name} [${main.placeholder}]`
}

function flagLines(fields: readonly Field[], first: readonly (readonly [string, string])[] = []): string[] {
  const rows = fields.map((field) => {
    const short = field.short === undefined ? '' : `-${field.short}, `
    const value = field.placeholder === '' ? '' : ` ${field.placeholder}`
    const byDefault = field.byDefault === undefined ? '' : ` (${field.byDefault})`
    const about = [
      field.description,
      ...(field.choices === undefined ? [] : [`one of ${field.choices.join(', ')}`]),
      ...(field.kind === 'list' ? ['may be given several times'] : []),
    ]
    return [
      `  ${short}--${field.flag}${value}`,
      `${about.filter((part) => part !== '').join('; ')}${byDefault}`.trim(),
    ]
  })
  return describedList([...first, ...rows])
}

/** Names on the left, what they mean on the right, wrapped under itself. */
function describedList(rows: readonly (readonly string[])[]): string[] {
  const lines = table(rows.map(([name = '']) => [name, '|'])).map((line) => line.replace(/\|$/, ''))
  const indent = Math.max(0, ...lines.map((line) => line.length))
  return rows.flatMap(([, about = ''], index) => {
    const [first = '', ...more] = wrapped(about, HELP_COLUMNS - indent)
    return [`${lines[index]}${first}`.trimEnd(), ...more.map((line) => ' '.repeat(indent) + line)]
  })
}

function wrapped(text: string, columns: number): string[] {
  return wrap(text, columns).map(([start, end]) => text.substring(start, end)) // slice-ok: borders of lines
}

const HELP_COLUMNS = 96
