import type { Capability } from '../../../src/reach.js'
import { send } from '../api/call.js'
import { reachKey } from '../api/session.js'

/** A piece of JSON Schema, as far as a form needs it. */
export interface Schema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly description?: string
  readonly default?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly $ref?: string
}

/** One operation that the caller may use, as the server describes it. */
export interface KnownOperation {
  /** `memory.search`. */
  readonly name: string
  readonly title: string
  readonly description: string
  readonly effect: 'read' | 'write' | 'destructive'
  /** What the caller has to be allowed. */
  readonly capability: Capability | undefined
  readonly input: Schema
}

let known: { readonly of: string; readonly operations: Promise<readonly KnownOperation[]> } | undefined

/** Every operation of the caller's audience, out of /openapi.json; asked once for each caller. */
export function knownOperations(): Promise<readonly KnownOperation[]> {
  const of = reachKey.value
  if (known?.of === of) return known.operations
  const operations = load().catch((error) => {
    if (known?.operations === operations) known = undefined
    throw error
  })
  known = { of, operations }
  return operations
}

interface Described {
  readonly summary?: string
  readonly description?: string
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> }
  readonly 'x-recollect'?: { readonly effect?: KnownOperation['effect']; readonly capability?: Capability }
}

interface Document {
  readonly paths: Readonly<Record<string, { readonly post?: Described }>>
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> }
}

async function load(): Promise<readonly KnownOperation[]> {
  const document = (await (await send('/openapi.json')).json()) as Document
  return Object.entries(document.paths).flatMap(([path, { post }]) => {
    const [, group, action] = /^\/api\/v1\/([a-z_]+)\/([a-z_]+)$/.exec(path) ?? []
    if (post === undefined || group === undefined || action === undefined) return []
    const schema = post.requestBody?.content?.['application/json']?.schema ?? {}
    return [
      {
        name: `${group}.${action}`,
        title: post.summary ?? action,
        description: post.description ?? '',
        effect: post['x-recollect']?.effect ?? 'write',
        capability: post['x-recollect']?.capability,
        input: resolve(schema, document),
      },
    ]
  })
}

function resolve(schema: Schema, document: Document): Schema {
  const name = schema.$ref?.replace('#/components/schemas/', '')
  return name === undefined ? schema : (document.components?.schemas?.[name] ?? {})
}
