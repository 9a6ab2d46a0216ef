import { z } from 'zod'
import type { Operation } from '../../operations/operation.js'
import type { JsonSchema } from '../../tools/tool-schema.js'

/** The input of an operation as a JSON body has it: without what names a file of the server. */
export function inputSchema({ input, localPaths = [] }: Operation): JsonSchema {
  return without(rendered(input, 'input'), localPaths)
}

/** The output as JSON: without what is streamed beside it. */
export function outputSchema({ output, streamsOut }: Operation): JsonSchema {
  return without(rendered(output, 'output'), streamsOut === undefined ? [] : [streamsOut])
}

function rendered(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern
      // What may be a stream is text in JSON, where it does not say otherwise itself.
      if (zodSchema instanceof z.ZodCustom && io === 'input') jsonSchema.type ??= 'string'
    },
  }) as JsonSchema
  return { ...json, type: 'object' }
}

function without(schema: JsonSchema, names: readonly string[]): JsonSchema {
  if (names.length === 0) return schema
  const { properties = {}, required = [] } = schema
  return {
    ...schema,
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => !names.includes(name))),
    required: required.filter((name) => !names.includes(name)),
  }
}
