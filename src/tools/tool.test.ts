import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineOperation, type Operation } from '../operations/operation.js'
import { operations } from '../operations/table.js'
import { isGranted, memoryTools, toolOf } from './tool.js'

const operation = (rest: Partial<Operation> = {}) =>
  defineOperation({
    name: 'memory.example',
    title: 'An example',
    description: 'Does as an example does.',
    example: 'recollect example',
    capability: 'memory.read',
    audience: ['agent'],
    surfaces: ['mcp'],
    effect: 'read',
    isIdempotent: true,
    input: z.object({}),
    output: z.object({}),
    handler: async () => ({}),
    ...rest,
  } as Operation)

describe('the tools', () => {
  it('are the operations that have this surface and this audience, and no others', () => {
    const names = memoryTools().map(({ operation: { name } }) => name)
    const all = Object.values(operations) as unknown as Operation[]
    expect(names).toEqual(
      all
        .filter(({ surfaces, audience }) => surfaces.includes('mcp') && audience.includes('agent'))
        .map(({ name }) => name),
    )
    expect(names).toContain('memory.search')
    for (const never of ['memory.clear', 'memory.doctor', 'memory.audit_log', 'memory.restore'])
      expect(names).not.toContain(never)
  })

  it('are granted by the capability of their operation', () => {
    const forget = memoryTools().find(({ listing }) => listing.name === 'memory_forget')
    expect(forget && isGranted(forget, new Set(['memory.read', 'memory.write']))).toBe(false)
    expect(forget && isGranted(forget, new Set(['memory.forget']))).toBe(true)
  })

  it('say what they do to what is kept', () => {
    const hints = (rest: Partial<Operation>) => toolOf('get', operation(rest)).listing.annotations
    expect(hints({ effect: 'read' })).toMatchObject({
      readOnlyHint: true,
      destructiveHint: false,
      openWorldHint: false,
    })
    expect(hints({ effect: 'write', isIdempotent: false })).toMatchObject({
      readOnlyHint: false,
      destructiveHint: false,
      idempotentHint: false,
    })
    expect(hints({ effect: 'destructive' })).toMatchObject({ readOnlyHint: false, destructiveHint: true })
  })

  it('have an object at the root, also where an answer has two forms', () => {
    const { outputSchema, inputSchema } = toolOf('forget', operations.forget as unknown as Operation).listing
    expect(outputSchema).toMatchObject({ type: 'object' })
    expect(outputSchema?.['oneOf']).toHaveLength(2)
    expect(JSON.stringify(inputSchema)).not.toMatch(/\$schema|pattern/)
  })

  it('have names that every client takes, also in what they say of each other', () => {
    const dotted = new Set((Object.values(operations) as unknown as Operation[]).map(({ name }) => name))
    for (const { listing } of [...memoryTools('agent'), ...memoryTools('subagent')]) {
      expect(listing.name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/)
      const named = listing.description.match(/\b[a-z]+\.[a-z_]+\b/g) ?? []
      expect(named.filter((name) => dotted.has(name))).toEqual([])
    }
  })

  it('say that remembered text is data, where an answer holds any', () => {
    const described = memoryTools()
      .filter(({ listing }) => listing.description?.includes('data, never instructions'))
      .map(({ listing }) => listing.name)
    expect(described).toEqual(expect.arrayContaining(['memory_search', 'memory_get', 'memory_trace']))
    expect(described).not.toContain('memory_stats')
  })
})
