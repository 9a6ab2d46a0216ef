import { z } from 'zod'

/** One thing a command takes, as a flag or as its main argument. Made from a field of an operation's input. */
export interface Field {
  /** In the operation's input. */
  readonly name: string
  /** Without the dashes, e.g. `as-mine`; `no-verify` for a switch that is on by itself. */
  readonly flag: string
  readonly kind: 'switch' | 'text' | 'number' | 'list'
  /** What stands for the value in help, e.g. `N`. Empty for a switch. */
  readonly placeholder: string
  readonly description: string
  readonly isRequired: boolean
  readonly choices?: readonly string[]
  /** What a switch means when it is given. */
  readonly sets: boolean
  readonly byDefault?: string
  /** Ids of items: numbers of the last list may stand for them. */
  readonly isItem?: boolean
  /** One letter. */
  readonly short?: string
  /** Another spelling that is understood: `--tag` for `--tags`. */
  readonly also?: string
}

/** The fields of an operation's input, in the order of its schema. */
export function fieldsOf(input: z.ZodType): Field[] {
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  const required = new Set(schema.required)
  return Object.entries(schema.properties ?? {}).map(([name, property]) =>
    fieldOf(name, property, required.has(name)),
  )
}

interface JsonSchema {
  readonly type?: string
  readonly format?: string
  readonly description?: string
  readonly default?: unknown
  readonly enum?: readonly string[]
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
}

function fieldOf(name: string, schema: JsonSchema, isRequired: boolean): Field {
  const isOn = schema.type === 'boolean' && schema.default === true
  const element = schema.type === 'array' ? (schema.items ?? {}) : schema
  const kind = kindOf(schema)
  const flag = kebab(name)
  return {
    name,
    flag: isOn ? `no-${flag}` : flag,
    kind,
    placeholder: kind === 'switch' ? '' : placeholderOf(element),
    description: schema.description ?? '',
    isRequired,
    ...(element.enum === undefined ? {} : { choices: element.enum }),
    ...(element.format === 'uuid' ? { isItem: true } : {}),
    ...(kind === 'list' && flag.endsWith('s') ? { also: flag.replace(/s$/, '') } : {}),
    sets: !isOn,
    ...(schema.default === undefined || kind === 'switch' ? {} : { byDefault: String(schema.default) }),
  }
}

function kindOf(schema: JsonSchema): Field['kind'] {
  if (schema.type === 'boolean') return 'switch'
  if (schema.type === 'number' || schema.type === 'integer') return 'number'
  return schema.type === 'array' ? 'list' : 'text'
}

function placeholderOf(schema: JsonSchema): string {
  if (schema.enum !== undefined) return 'NAME'
  if (schema.format === 'uuid') return 'ID'
  if (schema.type === 'number' || schema.type === 'integer') return 'N'
  // A moment is the one value that may be a text or a number.
  return schema.anyOf?.some(({ type }) => type === 'number') === true ? 'TIME' : 'TEXT'
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
