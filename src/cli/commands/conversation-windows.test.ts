import { describe, expect, it } from 'vitest'
import { conversationWindows, toolCallsIn } from './conversation-windows.js'

const exchange = (n: number) => [
  { role: 'user', content: `u${n}` },
  { role: 'assistant', content: `a${n}` },
]

describe('the windows of a conversation', () => {
  it('have three exchanges, the first what is left over', () => {
    const messages = Array.from({ length: 7 }, (_, n) => exchange(n)).flat()
    expect(conversationWindows(messages, 3).map((window) => window.at(-1)?.content)).toEqual([
      'a0',
      'a3',
      'a6',
    ])
    expect(conversationWindows(messages.slice(0, 6), 3)).toHaveLength(1)
    expect(conversationWindows([], 3)).toEqual([[]])
  })

  it('keep messages in a row and a last one without an answer together', () => {
    const said = { role: 'human', content: 'x' }
    const messages = [said, said, { role: 'AI', content: 'y' }, said]
    expect(conversationWindows(messages, 1).map(({ length }) => length)).toEqual([3, 4])
  })
})

describe('the tools that a message called', () => {
  it.each([
    ['by name', { toolCalls: ['record_save'] }, ['record_save']],
    ['as OpenAI has them', { tool_calls: [{ function: { name: 'record_save' } }] }, ['record_save']],
    [
      'as Claude has them',
      { content: [{ type: 'text' }, { type: 'tool_use', name: 'remember' }] },
      ['remember'],
    ],
    [
      'with what the tool of memory was told',
      { content: [{ type: 'tool_use', name: 'memory', input: { command: 'create' } }] },
      ['memory_create'],
    ],
    ['where it called none', { content: 'hello', tool_calls: null }, []],
  ])('are read %s', (_, message, names) => expect(toolCallsIn(message)).toEqual(names))
})
