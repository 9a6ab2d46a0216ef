import { z } from 'zod'
import { suggest } from '../text/suggest.js'

/** An input as an operation takes it, or what is wrong with it. */
export type ParsedInput<T> =
  | { readonly input: T }
  | { readonly problems: readonly [InputProblem, ...InputProblem[]] }

export interface InputProblem {
  /** The field, from the outside in; empty for the input as a whole. */
  readonly path: readonly PropertyKey[]
  /** Missing, and what it can be where that is a choice; unknown: no field of the operation. */
  readonly kind: 'missing' | 'unknown' | 'wrong'
  readonly choices: readonly string[]
  /** What is wrong, with the field named. */
  readonly text: string
  /** The same where the field is known. */
  readonly reason: string
}

/** Reads the input of an operation. What is wrong is told in the words of who calls, and not of the validator. */
export function parseInput<S extends z.ZodType>(schema: S, given: unknown): ParsedInput<z.output<S>> {
  const parsed = schema.safeParse(given ?? {}, { error: sayIssue, reportInput: true })
  if (parsed.success) return { input: parsed.data }
  const [first, ...rest] = parsed.error.issues.map((issue) => problemOf(schema, issue))
  if (first === undefined) throw new TypeError('what is refused has a reason')
  return { problems: [first, ...rest] }
}

function problemOf(schema: z.ZodType, issue: z.core.$ZodIssue): InputProblem {
  const { path, message, input } = issue
  const where = path.join('.')
  if (issue.code === 'unrecognized_keys') {
    const unknown = isOwnWords(message)
      ? message
      : issue.keys.map((key) => sayUnknown(schema, key)).join('; ')
    const text = where === '' ? unknown : `${where}: ${unknown}`
    return { path, kind: 'unknown', choices: [], text, reason: text }
  }
  const choices = issue.code === 'invalid_value' ? issue.values.map(String) : []
  const isMissing = path.length > 0 && input === undefined && message.startsWith('must ')
  if (isMissing) {
    const oneOf = choices.length === 0 ? '' : `: one of ${choices.join(', ')}`
    return { path, kind: 'missing', choices, text: `${where} is missing${oneOf}`, reason: `missing${oneOf}` }
  }
  if (choices.length > 0) {
    const is = `is one of ${choices.join(', ')}`
    return { path, kind: 'wrong', choices, text: `${where} ${is}`.trim(), reason: is }
  }
  const text = where === '' ? message : `${where}: ${message}`
  return { path, kind: 'wrong', choices, text, reason: message }
}

/** Whether the schema itself says what is wrong with a field that it does not know. */
function isOwnWords(message: string): boolean {
  return !message.startsWith('Unrecognized key')
}

/** What a field is where the schema has no words of its own for it. */
function sayIssue(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type') return `must be ${TYPES.get(issue.expected) ?? issue.expected}`
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.map(String).join(', ')}`
  if (issue.code === 'too_small') return `must ${sizeOf(issue.origin, 'least', issue.minimum)}`
  if (issue.code === 'too_big') return `must ${sizeOf(issue.origin, 'most', issue.maximum)}`
  return undefined
}

const TYPES: ReadonlyMap<string, string> = new Map([
  ['string', 'a text'],
  ['number', 'a number'],
  ['int', 'a whole number'],
  ['boolean', 'true or false'],
  ['array', 'a list'],
  ['object', 'an object'],
])

function sizeOf(origin: string, bound: 'least' | 'most', size: number | bigint): string {
  if (UNITS.has(origin) && bound === 'least' && Number(size) === 1) return 'not be empty'
  const unit = UNITS.get(origin)
  return unit === undefined ? `be at ${bound} ${size}` : `have at ${bound} ${size} ${unit}`
}

const UNITS: ReadonlyMap<string, string> = new Map([
  ['string', 'characters'],
  ['array', 'entries'],
])

/** Callers bring the names of other programs along. */
function sayUnknown(schema: z.ZodType, key: string): string {
  const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
  const meant = known.find((name) => SAME.get(name)?.includes(key.toLowerCase())) ?? suggest(key, known)
  return `there is no field ${key}${meant === undefined ? '' : `, did you mean ${meant}?`}`
}

const SAME: ReadonlyMap<string, readonly string[]> = new Map([
  ['ask', ['question', 'query', 'request', 'prompt', 'text']],
  ['body', ['content', 'text', 'markdown']],
  ['events', ['messages', 'turns']],
  ['name', ['title']],
  ['question', ['query', 'ask', 'q', 'text', 'prompt']],
  ['request', ['query', 'question', 'text', 'prompt', 'task']],
  ['session', ['conversation', 'sessionid', 'thread']],
  ['text', ['content', 'body', 'note', 'message']],
  ['which', ['id', 'name', 'file', 'record']],
])
