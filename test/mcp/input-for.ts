import type { Tool } from '@modelcontextprotocol/client'

/** What a call is filled with. */
export interface Filling {
  readonly id: string
  readonly text: string
}

/** A call of a tool with the least it takes, made from its schema: a new tool is tried without a new test. */
export function inputFor({ name, inputSchema }: Tool, { id, text }: Filling): Record<string, unknown> {
  // Takes one of several ids, so that none of them is required.
  if (name === 'memory_forget') return { id }
  // Takes messages or a session, so that neither is required.
  if (name === 'memory_extract') return { messages: [{ role: 'user', content: text }] }
  // Takes what is to be changed, of which nothing is required.
  if (name === 'record_update') return { which: text, body: text }
  const properties = (inputSchema.properties ?? {}) as Record<string, Property>
  const required = inputSchema.required ?? []
  return Object.fromEntries(required.map((field) => [field, valueFor(properties[field] ?? {})]))

  function valueFor({ type, format, enum: choices, items }: Property): unknown {
    if (choices !== undefined) return choices[0]
    if (format === 'uuid') return id
    if (type === 'array') return [valueFor(items ?? {})]
    if (type === 'boolean') return false
    return type === 'number' || type === 'integer' ? 1 : text
  }
}

interface Property {
  readonly type?: string
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly items?: Property
}
