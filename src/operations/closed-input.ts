import { z } from 'zod'

/** A field that the operation has not is told, not passed over: who gives a filter must not be answered without it (S26). */
export function closedInput<S extends z.ZodType>(schema: S): S {
  if (!(schema instanceof z.ZodObject) || schema.def.catchall !== undefined) return schema
  let strict = closedSchemas.get(schema)
  if (strict === undefined) {
    strict = schema.strict()
    closedSchemas.set(schema, strict)
  }
  return strict as unknown as S
}

const closedSchemas = new WeakMap<z.ZodObject, z.ZodObject>()
