import type { JsonSchema } from '../../tools/tool-schema.js'

/** What a field holds, in few words: `list of string`, `"open" or "closed"`, `{ id, text }`. */
export function typeText(schema: JsonSchema): string {
  const { type, items, properties, enum: values, const: value, anyOf, oneOf } = schema as unknown as Typed
  if (values !== undefined) return values.map((one) => JSON.stringify(one)).join(' or ')
  if (value !== undefined) return JSON.stringify(value)
  const choices = anyOf ?? oneOf
  if (choices !== undefined) return [...new Set(choices.map(typeText))].join(' or ')
  if (Array.isArray(type)) return type.join(' or ')
  if (type === 'array') return `list of ${items === undefined ? 'anything' : typeText(items)}`
  if (type === 'object')
    return properties === undefined ? 'object' : `{ ${Object.keys(properties).join(', ')} }`
  return schema['format'] === 'uuid' ? 'id' : typeof type === 'string' ? type : 'anything'
}

interface Typed {
  readonly type?: string | readonly string[]
  readonly items?: JsonSchema
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
}
