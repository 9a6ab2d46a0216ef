import type { Schema } from './known-operations.js'

/** One field of a form that was made out of a schema. */
export interface FormField {
  readonly name: string
  readonly isRequired: boolean
  readonly hint: string
  readonly kind: 'text' | 'number' | 'switch' | 'choice' | 'lines' | 'json'
  readonly choices: readonly string[]
}

/** The fields of an operation's input: what has to be given first. */
export function formFields({ properties = {}, required = [] }: Schema): readonly FormField[] {
  const fields = Object.entries(properties).map(([name, schema]) => ({
    name,
    isRequired: required.includes(name),
    hint: schema.description ?? '',
    ...kindOf(schema),
  }))
  return [...fields.filter(({ isRequired }) => isRequired), ...fields.filter(({ isRequired }) => !isRequired)]
}

/** What was typed as the input of a call; what was left empty is left out. Throws a `SyntaxError` where JSON is none. */
export function inputOf(
  fields: readonly FormField[],
  typed: ReadonlyMap<string, string>,
): Record<string, unknown> {
  const input = new Map<string, unknown>()
  for (const { name, kind } of fields) {
    const text = typed.get(name) ?? ''
    if (text.trim() !== '') input.set(name, readTyped(kind, text))
  }
  return Object.fromEntries(input)
}

function kindOf(schema: Schema): Pick<FormField, 'kind' | 'choices'> {
  const { type, items, anyOf } = schema
  if (schema.enum !== undefined) return { kind: 'choice', choices: schema.enum.map(String) }
  // A moment is a text or a number: it is typed as a text.
  if (anyOf?.some((one) => one.type === 'string')) return { kind: 'text', choices: [] }
  const types = Array.isArray(type) ? type : [type]
  if (types.includes('boolean')) return { kind: 'switch', choices: [] }
  if (types.includes('string')) return { kind: 'text', choices: [] }
  if (types.includes('integer') || types.includes('number')) return { kind: 'number', choices: [] }
  if (types.includes('array') && items?.type === 'string') {
    return { kind: 'lines', choices: (items.enum ?? []).map(String) }
  }
  return { kind: 'json', choices: [] }
}

function readTyped(kind: FormField['kind'], text: string): unknown {
  switch (kind) {
    case 'number':
      return Number(text)
    case 'switch':
      return text === 'yes'
    case 'lines':
      return text
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '')
    case 'json':
      return JSON.parse(text)
    default:
      return text
  }
}
