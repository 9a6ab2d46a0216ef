import type { JsonSchema } from '../../tools/tool-schema.js'

/** A value that the schema allows, with what a reader recognises in the place of text. */
export function exampleOf(schema: JsonSchema, name = ''): unknown {
  const { anyOf, oneOf, allOf, enum: values } = schema as Composed
  if ('default' in schema) return schema['default']
  if ('const' in schema) return schema['const']
  if (values !== undefined) return values[0]
  const choice = (anyOf ?? oneOf)?.[0]
  if (choice !== undefined) return exampleOf({ ...choice, ...described(schema) }, name)
  const parts = allOf?.map((part) => exampleOf(part, name))
  if (parts !== undefined) return Object.assign({}, ...parts)
  return plainExample(schema, name)
}

interface Composed extends JsonSchema {
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
  readonly enum?: readonly unknown[]
}

function plainExample(schema: JsonSchema, name: string): unknown {
  const type: unknown = Array.isArray(schema.type) ? schema.type[0] : schema.type
  switch (type) {
    case 'object':
      return objectExample(schema)
    case 'array':
      return arrayExample(schema, name)
    case 'integer':
    case 'number':
      return numberExample(schema)
    case 'boolean':
      return false
    case 'string':
      return textExample(schema, name)
    default:
      return null
  }
}

/** What must be given; of an answer that is everything. */
function objectExample({ properties = {}, required = [], ...rest }: JsonSchema): Record<string, unknown> {
  const entries = Object.entries(properties).filter(([name]) => required.includes(name))
  const { propertyNames } = rest as { propertyNames?: { enum?: readonly string[] } }
  // A map whose keys are known is whole only with all of them.
  const mapped = (propertyNames?.enum ?? [])
    .filter((name) => required.includes(name))
    .map((name) => [name, exampleOf(rest['additionalProperties'] as JsonSchema, name)] as const)
  return Object.fromEntries([...entries.map(([name, field]) => [name, exampleOf(field, name)]), ...mapped])
}

function arrayExample(schema: JsonSchema, name: string): unknown[] {
  const { prefixItems, minItems = 1 } = schema as { prefixItems?: readonly JsonSchema[]; minItems?: number }
  if (prefixItems !== undefined) return prefixItems.map((item) => exampleOf(item, name))
  if (schema.items === undefined) return []
  return Array.from({ length: Math.max(1, minItems) }, () =>
    exampleOf({ ...described(schema), ...schema.items }, name),
  )
}

function numberExample(schema: JsonSchema): number {
  const least = schema['minimum'] ?? schema['exclusiveMinimum']
  return typeof least === 'number' && least > 1 ? least : 1
}

function textExample(schema: JsonSchema, name: string): string {
  const isId = schema['format'] === 'uuid' || /(?:^i|I)ds?$/.test(name)
  if (isId || /^(?:the )?ids? of/.test(schema.description ?? '')) return ID
  if (schema['format'] === 'date-time' || /(?:At|since|until|from)$/i.test(name))
    return '2026-03-01T09:00:00.000Z'
  return WORDS.get(name) ?? 'text'
}

function described({ description }: JsonSchema): JsonSchema {
  return description === undefined ? {} : { description }
}

const ID = '01890a5d-ac96-774b-bcce-b302099a8057'

const WORDS: ReadonlyMap<string, string> = new Map([
  ['text', 'Mia moved to Lisbon in March'],
  ['question', 'where does Mia live?'],
  ['words', 'ADR-016'],
  ['goal', 'a report that fits on one page'],
  ['name', 'Weekly report'],
  ['which', 'weekly-report'],
  ['title', 'Weekly report'],
  ['description', 'How the weekly report is to look'],
  ['body', 'At most one page, numbers first.'],
  ['session', 'support-4711'],
  ['task', 'Move the office'],
  ['document', 'handbook.md'],
  ['source', 'handbook.md'],
  ['content', '# Handbook\n\n25 days of vacation a year.\n'],
  ['reason', 'the newer one is what we agreed on'],
  ['worker', 'researcher'],
  ['user', 'me'],
  ['owner', 'me'],
  ['actor', 'user:me'],
  ['bank', 'u/me/main'],
  ['operation', 'memory.capture'],
  ['anchor', 'vacation'],
  ['pattern', 'failed'],
])
