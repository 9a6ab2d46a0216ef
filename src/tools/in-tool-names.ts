import type { Operation } from '../operations/operation.js'
import { operations } from '../operations/table.js'

/** What a tool is called: clients take no dots, so `knowledge.read_doc` is `knowledge_read_doc`. */
export function toolName({ name }: Pick<Operation, 'name'>): string {
  return name.replaceAll('.', '_')
}

/** Operations that a text names, as tools. */
export function inToolNames(text: string): string {
  return text.replace(/\b[a-z]{1,40}\.[a-z_]{1,60}\b/g, (name) =>
    NAMES.has(name) ? toolName({ name }) : name,
  )
}

const NAMES: ReadonlySet<string> = new Set(Object.values(operations).map(({ name }) => name))
