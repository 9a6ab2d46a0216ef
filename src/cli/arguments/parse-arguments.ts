import { parseArgs } from 'node:util'
import { suggest } from '../../text/suggest.js'
import { checkChoice, quoted } from './check-choice.js'
import type { Field } from './field.js'
import { UsageError } from './usage-error.js'

type FlagValue = boolean | number | string | readonly string[]

export interface ParsedArguments {
  /** By field name; only what was given. */
  readonly values: ReadonlyMap<string, FlagValue>
  readonly positionals: readonly string[]
}

/**
 * Reads a command line. Flags may stand anywhere before `--`; behind it all is text. Throws UsageError for a flag
 * that does not exist, a value that is missing or not wanted, and a number that is none.
 */
export function parseArguments(argv: readonly string[], fields: readonly Field[]): ParsedArguments {
  const byFlag = byFlagOf(fields)
  const values = new Map<string, FlagValue>()
  const positionals: string[] = []
  for (const token of tokensOf(argv, fields)) {
    if (token.kind === 'positional') positionals.push(token.value)
    if (token.kind !== 'option') continue
    const field = byFlag.get(token.name)
    if (field === undefined) throw unknownFlag(token.rawName, [...byFlag.keys()])
    const isValue =
      token.inlineValue === true || !(token.value?.startsWith('-') ?? false) || TEXT.test(token.value ?? '')
    values.set(field.name, readValue(field, token.value, isValue, values.get(field.name)))
  }
  return { values, positionals }
}

/** Where the words stand in a line that begins with flags for every command: the first of them is the command. */
export function wordIndexes(argv: readonly string[], fields: readonly Field[]): number[] {
  return tokensOf(argv, fields).flatMap((token) => (token.kind === 'positional' ? [token.index] : []))
}

/** Node splits the line; what is right and what is meant is judged here, for better messages. */
function tokensOf(argv: readonly string[], fields: readonly Field[]) {
  const tokens = parseArgs({
    // Node would tell a line of a list for flags; a dash alone is text to it.
    args: argv.map((one) => (LISTED.test(one) ? '-' : one)),
    options: Object.fromEntries([...byFlagOf(fields)].map(([name, field]) => [name, optionOf(field)])),
    strict: false,
    allowPositionals: true,
    tokens: true,
  }).tokens
  return tokens.map((token) => {
    if (token.kind === 'option-terminator' || token.value !== '-') return token
    if (token.kind === 'option' && token.inlineValue) return token
    const given = argv[token.kind === 'positional' ? token.index : token.index + 1]
    return given === undefined ? token : { ...token, value: given }
  })
}

const LISTED = /^-\s/
const TEXT = /^-(?:\s|$)/

function byFlagOf(fields: readonly Field[]): ReadonlyMap<string, Field> {
  const spellings = fields.flatMap((field) =>
    field.also === undefined ? [] : [[field.also, field] as const],
  )
  return new Map([...spellings, ...fields.map((field) => [field.flag, field] as const)])
}

function optionOf({ kind, short }: Field): { type: 'boolean' | 'string'; short?: string; multiple: true } {
  return {
    type: kind === 'switch' ? 'boolean' : 'string',
    multiple: true,
    ...(short === undefined ? {} : { short }),
  }
}

function readValue(
  field: Field,
  value: string | undefined,
  isValue: boolean,
  before: FlagValue | undefined,
): FlagValue {
  const { flag, kind, choices, placeholder } = field
  if (kind === 'switch') {
    if (value === undefined) return field.sets
    throw new UsageError(`--${flag} takes no value`, `write --${flag} alone`)
  }
  if (value === undefined) throw new UsageError(`--${flag} needs a value`, `write --${flag} ${placeholder}`)
  if (!isValue) {
    throw new UsageError(
      `--${flag} needs a value`,
      `for a value that begins with a dash write --${flag}=${value}`,
    )
  }
  if (kind === 'list') {
    const values = field.isWhole === true ? [value] : value.split(',').map((one) => one.trim())
    for (const one of values) checkChoice(`--${flag}`, one, choices)
    return [...(Array.isArray(before) ? (before as readonly string[]) : []), ...values]
  }
  checkChoice(`--${flag}`, value, choices)
  if (kind === 'number') return readNumber(flag, value)
  return value
}

function readNumber(flag: string, value: string): number {
  const number = value.trim() === '' ? Number.NaN : Number(value)
  if (Number.isFinite(number)) return number
  throw new UsageError(`--${flag} needs a number, not ${quoted(value)}`, `write --${flag} 10`)
}

function unknownFlag(raw: string, known: readonly string[]): UsageError {
  const near = raw.startsWith('--') ? suggest(raw.replace(/^--/, ''), known) : undefined
  return new UsageError(
    `there is no flag ${quoted(raw)}`,
    near === undefined ? 'text that begins with a dash goes behind --' : `did you mean --${near}?`,
  )
}
