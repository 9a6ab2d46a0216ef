import { z } from 'zod'
import { operations } from '../../src/index.js'

/** docs/operations.md, rendered from the operations table. */
export function operationsPage(): string {
  const pages = Object.entries(operations).map(([method, operation]) =>
    [
      `## ${operation.name}`,
      '',
      `${operation.title}. ${operation.description}`,
      '',
      `- SDK \`memory.${method}(input)\` · ${
        operation.surfaces.includes('cli') ? 'terminal' : 'nearest in a terminal:'
      } \`${operation.example}\``,
      `- needs \`${operation.capability}\` · for ${operation.audience.join(', ')} · ${operation.effect}${
        operation.isIdempotent ? ' · the same call twice has the effect of one' : ''
      }`,
      '',
      '| input | type | |',
      '|---|---|---|',
      ...rows(operation.input, 'input'),
      '',
      '| output | type | |',
      '|---|---|---|',
      ...rows(operation.output, 'output'),
    ].join('\n'),
  )
  return `# Every operation\n\nRendered from the operations table (\`npx vitest run test/docs -u\` renders it again).\n\n${pages.join('\n\n')}\n`
}

interface Schema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly description?: string
  readonly default?: unknown
}

function rows(schema: z.ZodType, io: 'input' | 'output'): string[] {
  const shape = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Schema
  const variants = shape.oneOf ?? shape.anyOf ?? [shape]
  return variants.flatMap((variant) =>
    Object.entries(variant.properties ?? {}).map(([name, field]) => {
      const isOptional = io === 'input' && !(variant.required ?? []).includes(name)
      const fallback = field.default === undefined ? '' : ` Default \`${JSON.stringify(field.default)}\`.`
      return `| \`${name}\`${isOptional ? '?' : ''} | ${typeName(field)} | ${field.description ?? ''}${fallback} |`
    }),
  )
}

function typeName(schema: Schema): string {
  const variants = schema.anyOf ?? schema.oneOf
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``
  if (schema.enum !== undefined) return schema.enum.map((value) => `\`${value}\``).join(' ')
  if (variants !== undefined) return [...new Set(variants.map(typeName))].join(' or ')
  if (schema.type === 'array') return `list of ${typeName(schema.items ?? {})}`
  if (schema.properties !== undefined) return `{ ${Object.keys(schema.properties).join(', ')} }`
  return String(schema.type ?? 'text or a stream of it')
}
