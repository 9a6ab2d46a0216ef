import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { promptCommands, readPromptLine } from './prompt-line.js'

describe('readPromptLine', () => {
  it.each([
    ['The key is in the blue bowl', { does: 'keep', text: 'The key is in the blue bowl' }],
    ['Where is the key?', { does: 'ask', text: 'Where is the key?' }],
    ['钥匙在哪里？', { does: 'ask', text: '钥匙在哪里？' }],
    ['? blue bowl', { does: 'ask', text: 'blue bowl' }],
    ['/ask blue bowl', { does: 'ask', text: 'blue bowl' }],
    ['what is typed without a mark', { does: 'keep', text: 'what is typed without a mark' }],
    ['//etc is broken', { does: 'keep', text: '/etc is broken' }],
    ['/forget 2', { does: 'forget', number: 2 }],
    ['/why #1', { does: 'why', number: 1 }],
    ['/import my chat.jsonl', { does: 'import', file: 'my chat.jsonl' }],
    ['/quit', { does: 'quit' }],
    ['   ', { does: 'nothing' }],
  ])('reads %j', (line, meant) => {
    expect(readPromptLine(line)).toEqual(meant)
  })

  it.each(['/forget', '/forget first', '/forget 1; rm', '/fogret 1', '/ask', '?', '/import'])(
    'asks back about %j',
    (line) => {
      expect(readPromptLine(line)).toMatchObject({ does: 'not understood' })
    },
  )

  it('offers the command that was meant', () => {
    expect(readPromptLine('/fogret 1')).toMatchObject({
      hint: expect.stringContaining('did you mean /forget?'),
    })
  })

  it('knows every command it offers', () => {
    for (const [command, takes] of promptCommands) {
      const value = takes === 'N' ? '1' : takes
      expect(readPromptLine(`${command} ${value}`), command).not.toMatchObject({ does: 'not understood' })
    }
  })

  it('takes any line, and never drops a note', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (line) => {
        const meant = readPromptLine(line)
        const isNote = line.trim() !== '' && !/^[/?？]|[?？]$/.test(line.trim())
        if (isNote) expect(meant).toEqual({ does: 'keep', text: line.trim() })
      }),
    )
  })
})
