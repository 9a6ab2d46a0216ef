import { z } from 'zod'

/**
 * A schema as a client gets it, without what costs a model tokens and tells it nothing.
 */
export function toolSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const rendered = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => {
      // Sixty characters that say again what `format` says.
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern
    },
  }) as JsonSchema
  const { $schema: _, ...rest } = rendered
  // A choice between objects is an object too, and clients ask for that at the root.
  return { ...rest, type: 'object' }
}

export interface JsonSchema {
  readonly type?: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly [keyword: string]: unknown
}
