type Schema = Readonly<Record<string, unknown>>

/**
 * The form of a schema that servers bind answers to: without what some of them refuse, or make slow grammars of. What is
 * left out is checked in the answer. `isStrict`: every object names all its fields, which OpenAI wants in order to hold
 * the answer to it.
 */
export function boundSchema(schema: Schema): { readonly schema: Schema; readonly isStrict: boolean } {
  const bound = plainOf(schema) as Schema
  return { schema: bound, isStrict: isStrict(bound) }
}

const LEFT_OUT: ReadonlySet<string> = new Set([
  '$schema',
  'default',
  'minLength',
  'maxLength',
  'pattern',
  'format',
])

function plainOf(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(plainOf)
  if (!isObject(node)) return node
  const entries = Object.entries(node).filter(([key]) => !LEFT_OUT.has(key))
  return Object.fromEntries(
    entries.map(([key, value]) => [
      key,
      key === 'properties' && isObject(value) ? fieldsOf(value) : plainOf(value),
    ]),
  )
}

/** The names of fields are the asker's own, also where they are called like a rule. */
function fieldsOf(properties: Schema): Schema {
  return Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, plainOf(field)]))
}

function isStrict(node: unknown): boolean {
  if (Array.isArray(node)) return node.every(isStrict)
  if (!isObject(node)) return true
  if (node['type'] === 'object') {
    const { properties = {}, required = [], additionalProperties } = node
    const names = Object.keys(Object(properties))
    if (additionalProperties !== false || !names.every((name) => (required as string[]).includes(name)))
      return false
  }
  return Object.values(node).every(isStrict)
}

function isObject(node: unknown): node is Schema {
  return typeof node === 'object' && node !== null && !Array.isArray(node)
}
