import type { Tool } from '@modelcontextprotocol/server'
import type { Memory } from '../engine.js'
import type { Operation } from '../operations/operation.js'
import { operations } from '../operations/table.js'
import type { Capability } from '../reach.js'
import { toolSchema } from './tool-schema.js'

/** An operation as an agent may call it. */
export interface MemoryTool {
  readonly operation: Operation
  /** Its name in the SDK. */
  readonly method: keyof Memory
  /** What the client is told. Constants alone: nothing of the store ever stands in it. */
  readonly listing: Tool
}

/** Every operation that has MCP among its surfaces and agents in its audience, in the order of the table. */
export function memoryTools(): MemoryTool[] {
  return Object.entries(operations as unknown as Record<string, Operation>)
    .filter(([, { surfaces, audience }]) => surfaces.includes('mcp') && audience.includes('agent'))
    .map(([method, operation]) => ({
      operation,
      method: method as keyof Memory,
      listing: listingOf(operation),
    }))
}

/** What is listed is what may be called. */
export function isGranted({ operation }: MemoryTool, granted: ReadonlySet<Capability>): boolean {
  return granted.has(operation.capability)
}

/** `memory.search` is `memory_search`: clients take no dots. */
export function listingOf(operation: Operation): Tool {
  const { name, title, description, effect, isIdempotent, input, output } = operation
  return {
    name: name.replaceAll('.', '_'),
    title,
    description,
    inputSchema: toolSchema(input, 'input') as Tool['inputSchema'],
    outputSchema: toolSchema(output, 'output') as NonNullable<Tool['outputSchema']>,
    annotations: {
      title,
      readOnlyHint: effect === 'read',
      destructiveHint: effect === 'destructive',
      idempotentHint: isIdempotent,
      // It knows what is in its store, and nothing of the world.
      openWorldHint: false,
    },
  }
}
