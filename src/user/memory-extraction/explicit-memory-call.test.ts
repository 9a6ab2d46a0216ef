import { describe, expect, it } from 'vitest'
import { hasExplicitMemoryCall } from './explicit-memory-call.js'

const turn = (...toolCalls: string[]) => [
  { role: 'user', content: 'remember that' },
  { role: 'assistant', content: 'done', toolCalls },
]

describe('an explicit memory call', () => {
  it.each([
    'record_save',
    'mcp__recollect__record_save',
    'recollect.record_update',
    'RECORD_DELETE',
    'memory_capture',
    'graph_write',
    'mcp__recollect__memory_forget',
    'memory.record-save',
    'recordSave',
    'mcp__memory__create_entities',
    'add_observations',
    'delete_relations',
    'memory_str_replace',
    'memory.correct',
  ])('is known by its name: %s', (name) => expect(hasExplicitMemoryCall(turn('bash', name))).toBe(true))

  it.each([
    'memory_search',
    'record_recall',
    'record_list',
    'screen_capture_size',
    'save_file',
    'record_saver',
  ])('is not one that only reads, or another tool: %s', (name) =>
    expect(hasExplicitMemoryCall(turn(name))).toBe(false),
  )

  it('counts in the latest turn of the assistant alone', () => {
    expect(hasExplicitMemoryCall([...turn('record_save'), { role: 'user', content: 'thanks!' }])).toBe(true)
    expect(hasExplicitMemoryCall([...turn('record_save'), ...turn()])).toBe(false)
    expect(hasExplicitMemoryCall([...turn('record_save'), { role: 'tool', content: 'ok' }])).toBe(true)
  })
})
