import { z } from 'zod'
import { MemoryError } from '../errors.js'

/**
 * The input that a query string says: scalars as they are written, lists as the same name again, all else as JSON. What
 * cannot be read so stays text, and the schema says what is wrong with it.
 */
export function queryInput(schema: z.ZodType, query: URLSearchParams): Record<string, unknown> {
  if (!(schema instanceof z.ZodObject)) throw new TypeError('the input of an operation is an object')
  const input = new Map<string, unknown>()
  for (const name of new Set(query.keys())) {
    const values = query.getAll(name)
    const field = Object.hasOwn(schema.shape, name) ? inside(schema.shape[name]) : undefined
    if (field instanceof z.ZodArray) {
      const element = inside(field.def.element)
      input.set(
        name,
        values.map((value) => readValue(element, value)),
      )
      continue
    }
    const [value = '', ...more] = values
    if (more.length > 0)
      throw new MemoryError('invalid_input', `${name} is given ${values.length} times`, 'it is no list')
    input.set(name, field === undefined ? value : readValue(field, value))
  }
  // From entries: `__proto__` stays a field like any other, which no schema has.
  return Object.fromEntries(input)
}

function readValue(schema: unknown, text: string): unknown {
  if (schema instanceof z.ZodBoolean) return text === 'true' ? true : text === 'false' ? false : text
  if (schema instanceof z.ZodNumber) return /^-?\d{1,16}(?:\.\d{1,16})?$/.test(text) ? Number(text) : text
  if (schema instanceof z.ZodString || schema instanceof z.ZodEnum) return text
  return parsed(text)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** What a field is, without what may be absent. */
export function inside(schema: unknown): unknown {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return inside(schema.def.innerType)
  return schema
}
