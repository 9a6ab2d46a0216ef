import { mcpClients } from '../client-config.js'
import type { Command } from '../command.js'
import { spelled } from '../two-words.js'
import { printableLine } from '../wording/printable.js'
import { checkChoice } from './check-choice.js'
import type { ParsedArguments } from './parse-arguments.js'
import { UsageError } from './usage-error.js'

/** What was typed, by field of the operation's input. Throws UsageError for an argument too many, or none. */
export function inputOf(
  command: Command,
  { values, positionals }: ParsedArguments,
): Readonly<Record<string, unknown>> {
  const { main, fields, example } = command
  const name = spelled(command.name)
  const input = new Map<string, unknown>()
  for (const field of fields) {
    const value = values.get(field.name)
    if (value !== undefined) input.set(field.name, value)
  }
  const [first, second] = positionals
  const see = `see: recollect ${name} --help`
  if (main === undefined && first !== undefined) {
    throw new UsageError(`${name} takes no argument, got "${printableLine(first)}"`, INSTEAD.get(name) ?? see)
  }
  if (main !== undefined && !main.joins && second !== undefined) {
    const item = fields.find(({ isItem }) => isItem === true)
    const isText = !/^#?\d+$|^[\da-f-]{36}$/i.test(second) && fields.some(({ flag }) => flag === 'text')
    const behind = isText ? `--text "${positionals.slice(1).join(' ')}"` : `--${item?.flag} ${second}` // slice-ok: a list
    const hint = item === undefined && !isText ? see : `like: recollect ${name} ${first} ${behind}`
    throw new UsageError(
      `${name} takes one ${main.placeholder}, got ${positionals.length}`,
      printableLine(hint),
    )
  }
  if (main?.isRequired === true && first === undefined) {
    throw new UsageError(`${name} needs ${article(main.placeholder)}`, `like: ${example}`)
  }
  if (
    name === 'setup' &&
    mcpClients.some((one) => one === first) &&
    main?.choices?.includes(`${first}`) === false
  )
    throw new UsageError(
      `setup writes the settings of coding agents alone, and not of ${first}`,
      `to see what to put there: recollect init --client ${first}`,
    )
  if (main !== undefined && first !== undefined) checkChoice(name, positionals.join(' '), main.choices)
  if (main !== undefined && first !== undefined)
    input.set(main.field, main.isList === true ? positionals : positionals.join(' '))
  return Object.fromEntries(input)
}

/** Where people look for a command under the name of its list. */
const INSTEAD: ReadonlyMap<string, string> = new Map([
  ['instructions', 'to change one: recollect instruct disable --id 1'],
])

function article(noun: string): string {
  return `${/^[AEIOU]/.test(noun) ? 'an' : 'a'} ${noun}`
}
