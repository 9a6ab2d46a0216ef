import { describe, expect, it } from 'vitest'
import type { Command } from './command.js'
import { familyOf, inCommands, joined, secondWords, spelled, suggestSecond } from './two-words.js'

const command = (name: string, ...aliases: string[]) => ({ name, aliases, title: name }) as unknown as Command

const all = [
  command('import'),
  command('knowledge-import'),
  command('knowledge-outline', 'knowledge-read-doc'),
  command('record', 'record-read'),
  command('record-save'),
  command('restore'),
  command('restore-fact'),
]

describe('two words', () => {
  it('are one command where they name one, also by another name of it', () => {
    expect(joined('knowledge', 'import', all)).toBe('knowledge-import')
    expect(joined('knowledge', 'read-doc', all)).toBe('knowledge-read-doc')
    expect(joined('record', 'save', all)).toBe('record-save')
  })

  it('stay two where the second is an argument', () => {
    expect(joined('record', 'weekly-report', all)).toBeUndefined()
    // A file may be called like this.
    expect(joined('restore', 'fact', all)).toBeUndefined()
    expect(joined('knowledge', undefined, all)).toBeUndefined()
  })

  it('have a list of their own, unless the first is a command', () => {
    expect(familyOf('knowledge', all)?.commands.map(({ name }) => name)).toEqual([
      'knowledge-import',
      'knowledge-outline',
    ])
    expect(familyOf('record', all)).toBeUndefined()
    expect(familyOf('import', all)).toBeUndefined()
  })

  it('are corrected in the second', () => {
    const commands = familyOf('knowledge', all)?.commands ?? []
    expect(suggestSecond('knowledge', 'imprt', commands)).toBe('knowledge import')
    expect(suggestSecond('knowledge', 'banana', commands)).toBeUndefined()
  })

  it('are shown as two for documents, and offered by a shell', () => {
    expect(spelled('knowledge-import')).toBe('knowledge import')
    expect(spelled('record-save')).toBe('record-save')
    const offered = secondWords(all).map(({ word, seconds }) => [word, seconds.map((one) => one.word)])
    expect(offered.filter(([, seconds]) => seconds?.length !== 0)).toEqual([
      ['knowledge', ['import', 'outline', 'read-doc']],
      ['record', ['read', 'save']],
    ])
  })

  it('stand for operations that a text names', () => {
    expect(inCommands('knowledge.map lists them; knowledge.read_doc reads')).toBe(
      'recollect knowledge map lists them; recollect knowledge outline reads',
    )
    expect(inCommands('workspace.proposals lists them')).toBe('recollect workspace proposals lists them')
  })
})
