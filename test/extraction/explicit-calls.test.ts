import { describe, expect, it } from 'vitest'
import { operations } from '../../src/operations/table.js'
import { isMemoryCall } from '../../src/user/memory-extraction/explicit-memory-call.js'

/** They write what nobody said just now: what happens anyway, and where a task stands. */
const others = new Set<string>([
  'memory.extract',
  'memory.reflect',
  'prompt.assemble',
  'transcript.append',
  'transcript.compact',
  'task.open',
  'task.update',
  'task.close',
  'artifact.keep',
  'workspace.promote',
])

const all = Object.values(operations)

describe('every operation', () => {
  it('that an agent can call to write, change or forget memory is known as one', () => {
    const missed = all.filter(
      ({ name, effect, audience }) =>
        effect !== 'read' &&
        (audience as readonly string[]).includes('agent') &&
        !others.has(name) &&
        !isMemoryCall(name),
    )
    expect(missed.map(({ name }) => name)).toEqual([])
  })

  it('that only reads is none', () => {
    expect(all.filter(({ name, effect }) => effect === 'read' && isMemoryCall(name))).toEqual([])
  })
})
