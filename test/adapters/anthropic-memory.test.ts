import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { memoryTool } from '../../src/adapters/anthropic-memory/index.js'
import { type Memory, openMemory } from '../../src/engine.js'
import { temporaryFolder } from '../open-spine.js'
import { openEngine } from './open-engine.js'

const all = ['memory.read', 'memory.write', 'memory.forget'] as const

async function open() {
  const engine = await openEngine()
  const memory = engine.as({ user: 'ann', agent: 'claude', capabilities: all })
  const tool = memoryTool(memory)
  const ask = async (command: string, rest: object) => (await tool.execute({ command, ...rest })).content
  return { engine, memory, tool, ask }
}

const path = '/memories/notes.txt'

describe('the memory tool', () => {
  it('answers each command in the words of its documentation', async () => {
    const { ask, tool } = await open()
    expect(await ask('view', { path: '/memories' })).toBe(
      "Here're the files and directories up to 2 levels deep in /memories, excluding hidden items and node_modules:\n0B\t/memories",
    )
    expect(await ask('create', { path, file_text: 'Hello World\nThis is line two\n' })).toBe(
      `File created successfully at: ${path}`,
    )
    expect(await tool.execute({ command: 'create', path, file_text: '' })).toEqual({
      content: `Error: File ${path} already exists`,
      isError: true,
    })
    expect(await ask('view', { path })).toBe(
      `Here's the content of ${path} with line numbers:\n     1\tHello World\n     2\tThis is line two\n     3\t`,
    )
    expect(await ask('view', { path, view_range: [2, -1] })).toContain(
      ':\n     2\tThis is line two\n     3\t',
    )
    expect(await ask('view', { path, view_range: [4, 5] })).toContain('file: [1, 3]')
    expect(await ask('str_replace', { path, old_str: 'two', new_str: '$& 2' })).toBe(
      'The memory file has been edited.\n     1\tHello World\n     2\tThis is line $& 2\n     3\t',
    )
    expect(await ask('str_replace', { path, old_str: 'nowhere', new_str: '' })).toBe(
      `No replacement was performed, old_str \`nowhere\` did not appear verbatim in ${path}.`,
    )
    expect(await ask('insert', { path, insert_line: 1, insert_text: 'Hello again\n' })).toBe(
      `The file ${path} has been edited.`,
    )
    expect(await ask('insert', { path, insert_line: 5, insert_text: '' })).toBe(
      'Error: Invalid `insert_line` parameter: 5. It should be within the range of lines of the file: [0, 4]',
    )
    expect(await ask('str_replace', { path, old_str: 'Hello', new_str: '' })).toBe(
      'No replacement was performed. Multiple occurrences of old_str `Hello` in lines: 1, 2. Please ensure it is unique',
    )
    await ask('create', { path: '/memories/people/ann/tea.md', file_text: 'x'.repeat(5_632) })
    await ask('create', { path: '/memories/people/.hidden', file_text: 'x' })
    expect((await ask('view', { path: '/memories/' })).split('\n').slice(1)).toEqual([
      '5.5K\t/memories',
      `42B\t${path}`,
      '5.5K\t/memories/people/',
      '5.5K\t/memories/people/ann/',
    ])
    expect(await ask('rename', { old_path: '/memories/people', new_path: path })).toBe(
      `Error: The destination ${path} already exists`,
    )
    expect(await ask('rename', { old_path: '/memories/people', new_path: '/memories/team' })).toBe(
      'Successfully renamed /memories/people to /memories/team',
    )
    expect(await ask('view', { path: '/memories/team/ann' })).toContain('5.5K\t/memories/team/ann/tea.md')
    expect(await ask('delete', { path: '/memories/team' })).toBe('Successfully deleted /memories/team')
    expect(await ask('delete', { path: '/memories/team' })).toBe(
      'Error: The path /memories/team does not exist',
    )
    for (const command of ['view', 'str_replace'])
      expect(await ask(command, { path: '/memories/team', old_str: 'x', new_str: '' })).toContain(
        'The path /memories/team does not exist. Please provide a valid path.',
      )
    expect(await ask('open', {})).toContain('Error: command must be one of view, create')
    expect(await ask('create', { path })).toBe('Error: file_text is missing')
  })

  it('says of a path that is not under /memories no more than of what is not there', async () => {
    const { ask, memory } = await open()
    await ask('create', { path, file_text: 'x' })
    for (const bad of [
      '/etc/passwd',
      'memories/a',
      '/memoriesx/a',
      '/memories/../a',
      '/memories/a/../../b',
      '/memories/./a',
      '/memories//a',
      '/memories/%2e%2e/a',
      '/memories/%252e/a',
      '/memories/..%2fa',
      '/memories/..\\a',
      '/memories/\u0000a',
      '/memories/．．/a',
      '/memories/a／b',
      '/memories/\u202e.md',
      '/memories/ /a',
      '../memories/a',
      '',
    ]) {
      expect(await ask('create', { path: bad, file_text: 'x' }), bad).toContain('Error: Invalid path')
      expect(await ask('view', { path: bad }), bad).toContain('does not exist. Please provide a valid path.')
      expect(await ask('delete', { path: bad }), bad).toContain('does not exist')
      expect(await ask('rename', { old_path: path, new_path: bad }), bad).toContain('Error: Invalid path')
    }
    expect((await memory.recordList({})).records.map(({ name }) => name)).toEqual([path])
  })

  it('keeps a record that other agents recall, and its identity when it is renamed', async () => {
    const { engine, memory, tool, ask } = await open()
    await tool.create({ path, file_text: '# Reports\nShort, numbers first.\n' })
    const before = await memory.recordRead({ which: path })
    expect(before).toMatchObject({
      type: 'reference',
      trust: 'observed',
      description: 'Short, numbers first.',
    })
    await tool.rename({ old_path: path, new_path: '/memories/reports.md' })
    const after = await engine.as({ user: 'ann' }).recordRead({ which: '/memories/reports.md' })
    expect(after).toMatchObject({ id: before.id, createdAt: before.createdAt, body: before.body })
    const { records } = await engine.as({ user: 'ann' }).recordRecall({ request: 'numbers in the reports' })
    expect(records.map(({ id }) => id)).toEqual([before.id])
    expect(await ask('create', { path: '/memories/reports.md/a', file_text: '' })).toContain('is a file')
    expect(await ask('rename', { old_path: '/memories', new_path: '/memories/a' })).toContain('Cannot rename')
    expect(await ask('delete', { path: '/memories' })).toContain('Cannot delete')
    expect((await engine.as({ user: 'bob' }).recordList({})).total).toBe(0)
  })

  it('deletes only for who may forget, and takes the same file again from them', async () => {
    const { engine, ask } = await open()
    const file = { path, file_text: 'the same' }
    await ask('create', file)
    const careful = memoryTool(engine.as({ user: 'ann', agent: 'claude' }))
    expect(await careful.execute({ command: 'delete', path })).toMatchObject({
      isError: true,
      content: expect.stringContaining('needs the capability memory.forget'),
    })
    expect(await ask('view', { path })).toContain('the same')
    await ask('delete', { path })
    expect(await careful.create(file)).toContain('stays forgotten')
    expect(await ask('create', file)).toContain('File created successfully')
    expect(() => memoryTool(engine.as({ user: 'ann' }))).toThrow('cannot speak as a person')
  })

  it('loses no edit of two at once', async () => {
    const { tool } = await open()
    await tool.create({ path, file_text: 'a\nb\n' })
    await Promise.all([
      tool.str_replace({ path, old_str: 'a', new_str: 'A' }),
      tool.str_replace({ path, old_str: 'b', new_str: 'B' }),
    ])
    expect(await tool.view({ path })).toContain('1\tA\n     2\tB\n')
  })

  it.each(['database', 'folder'] as const)('keeps a text byte for byte in a %s', async (records) => {
    const engine = await openMemory({ home: await temporaryFolder(), embedder: 'off', records })
    onTestFinished(() => engine.close())
    const memory: Memory = engine.as({ user: 'ann', agent: 'claude', capabilities: all })
    const tool = memoryTool(memory)
    let number = 0
    const piece = fc.constantFrom(
      '---',
      '\n',
      '\r\n',
      '\r',
      ' ',
      '# a',
      'name: x',
      'é',
      '😀',
      '\t',
      '\ufeff',
      'b',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
        const text = pieces.join('')
        number += 1
        const one = `/memories/${number}`
        expect(await tool.create({ path: one, file_text: text })).toContain('successfully')
        expect((await memory.recordRead({ which: one })).body).toBe(text)
        await tool.insert({ path: one, insert_line: 0, insert_text: 'first' })
        expect((await memory.recordRead({ which: one })).body).toBe(`first\n${text}`)
      }),
      { numRuns: records === 'database' ? 6 : 2 },
    )
    expect(await tool.create({ path: '/memories/nul', file_text: 'a\u0000b' })).toContain('U+0000')
    expect(await tool.create({ path: '/memories/big', file_text: 'x'.repeat(70_000) })).toContain(
      'at most 65536',
    )
  })
})
