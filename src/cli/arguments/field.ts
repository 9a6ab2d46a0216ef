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
  /** Of a list: a value may hold commas, and several are given one by one. */
  readonly isWhole?: boolean
  /** Another spelling that is understood: `--tag` for `--tags`. */
  readonly also?: string
}

/**
 * The fields of an operation's input, in the order of its schema. Read from the schema itself: its JSON schema would
 * say the same, and cost a start 6 ms.
 */
export function fieldsOf(input: z.ZodType): Field[] {
  return Object.entries(shapeOf(input)).map(([name, schema]) => fieldOf(name, schema))
}

function shapeOf(input: z.ZodType): Readonly<Record<string, z.core.$ZodType>> {
  if (input instanceof z.ZodObject) return input.shape
  throw new TypeError('the input of an operation is an object')
}

/** What is inside of what may be absent, and what stands for it then. */
interface Unwrapped {
  readonly schema: z.core.$ZodType
  readonly isRequired: boolean
  readonly byDefault: unknown
  readonly description: string
}

function unwrap(schema: z.core.$ZodType, outer: Partial<Unwrapped> = {}): Unwrapped {
  const description = outer.description ?? z.globalRegistry.get(schema)?.description
  const { isRequired = true, byDefault } = outer
  const said = description === undefined ? {} : { description }
  if (schema instanceof z.ZodDefault) {
    return unwrap(schema.def.innerType, { ...said, isRequired: false, byDefault: schema.def.defaultValue })
  }
  if (schema instanceof z.ZodOptional)
    return unwrap(schema.def.innerType, { ...said, isRequired: false, byDefault })
  return { schema, isRequired, byDefault, description: description ?? '' }
}

function fieldOf(name: string, given: z.core.$ZodType): Field {
  const { schema, isRequired, byDefault, description } = unwrap(given)
  const element = schema instanceof z.ZodArray ? unwrap(schema.def.element).schema : schema
  const kind = kindOf(schema)
  const isOn = kind === 'switch' && byDefault === true
  const flag = kebab(name)
  return {
    name,
    flag: isOn ? `no-${flag}` : flag,
    kind,
    placeholder: kind === 'switch' ? '' : placeholderOf(element),
    description,
    isRequired,
    ...(element instanceof z.ZodEnum ? { choices: element.options.map(String) } : {}),
    ...(isId(element) ? { isItem: true } : {}),
    ...(kind === 'list' && flag.endsWith('s') ? { also: flag.replace(/s$/, '') } : {}),
    sets: !isOn,
    ...(byDefault === undefined || byDefault === '' || kind === 'switch'
      ? {}
      : { byDefault: String(byDefault) }),
  }
}

function kindOf(schema: z.core.$ZodType): Field['kind'] {
  if (schema instanceof z.ZodBoolean) return 'switch'
  if (schema instanceof z.ZodNumber) return 'number'
  return schema instanceof z.ZodArray ? 'list' : 'text'
}

function placeholderOf(schema: z.core.$ZodType): string {
  if (schema instanceof z.ZodEnum) return 'NAME'
  if (isId(schema)) return 'ID'
  if (schema instanceof z.ZodNumber) return 'N'
  // A moment is the one value that may be a text or a number.
  const isMoment =
    schema instanceof z.ZodUnion && schema.options.some((option) => option instanceof z.ZodNumber)
  return isMoment ? 'TIME' : 'TEXT'
}

function isId(schema: z.core.$ZodType): boolean {
  return schema instanceof z.ZodUUID
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
