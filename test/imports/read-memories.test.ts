import { describe, expect, it } from 'vitest'
import type { ForeignEntry } from '../../src/transfer/memories/foreign-memory.js'
import { readMemories } from '../../src/transfer/memories/read-memories.js'

describe('reading the memories of other systems', () => {
  it('reads an export of mem0, one memory at a time', async () => {
    const content = JSON.stringify({
      count: 2,
      next: null,
      results: [
        { id: 'a1', memory: 'Likes tea', created_at: '2026-01-02T03:04:05Z' },
        { id: 'a2', memory: 'Lives in Ghent', metadata: { memory: 'not this' } },
      ],
      relations: [{ source: 'ann', relationship: 'likes', target: 'tea' }],
    })
    expect(await read(content)).toEqual({
      form: 'mem0',
      memories: { a1: 'Likes tea', a2: 'Lives in Ghent' },
      relations: 1,
      problems: [],
    })
    expect(await read(content, 7)).toEqual(await read(content))
  })

  it('reads the same written over many lines, and arrays', async () => {
    const memories = [{ id: 1, memory: 'Likes tea' }, { memory: 'Lives in Ghent' }]
    const expected = { 1: 'Likes tea', 2: 'Lives in Ghent' }
    expect((await read(JSON.stringify({ results: memories }, null, 2))).memories).toEqual(expected)
    expect((await read(JSON.stringify(memories))).memories).toEqual(expected)
    expect((await read(`\ufeff${JSON.stringify({ results: memories })}`)).memories).toEqual(expected)
    expect((await read('["Likes tea", "Lives in Ghent"]')).memories).toEqual(expected)
  })

  it('reads entities and relations of the MCP memory server, and stays on its feet behind a broken line', async () => {
    const lines = [
      '{"type":"entity","name":"Sam Lee","entityType":"person","observations":["Likes Go","Works on Apollo"]}',
      '{"type":"entity","name":"broken',
      '{"type":"relation","from":"Sam Lee","to":"Apollo","relationType":"works_on"}',
      '{"type":"entity","name":"Apollo","entityType":"project","observations":[]}',
      '{"type":"entity","name":"Mia","entityType":"person","observations":["Moved to Lisbon"]}',
    ]
    const { problems, ...rest } = await read(`${lines.join('\n')}\n`)
    expect(rest).toEqual({
      form: 'server-memory',
      memories: {
        'Sam Lee 1': 'Likes Go',
        'Sam Lee 2': 'Works on Apollo',
        'Mia 1': 'Moved to Lisbon',
      },
      relations: 1,
    })
    expect(problems).toHaveLength(1)
  })

  it('reads what the MCP memory server answers, which is one object', async () => {
    const graph = {
      entities: [{ name: 'Sam', entityType: 'person', observations: ['Likes Go'] }],
      relations: [{ from: 'Sam', to: 'Go', relationType: 'uses' }],
    }
    expect(await read(JSON.stringify(graph, null, 2))).toMatchObject({
      memories: { 'Sam 1': 'Likes Go' },
      relations: 1,
    })
  })

  it('takes a Markdown note as one memory, without its front matter', async () => {
    expect(await read('---\nname: tea\ntype: user\n---\nLikes tea.\n')).toMatchObject({
      form: 'note',
      memories: { 'tea.md': 'Likes tea.\n' },
    })
    expect((await read('---\nno second line\n')).memories).toEqual({ 'tea.md': '---\nno second line\n' })
  })

  it('reports an entry without text, and reads on', async () => {
    const { memories, problems } = await read('[{"memory":"Likes tea"},{"hash":"x"},{"memory":7},null]')
    expect(memories).toEqual({ 1: 'Likes tea' })
    expect(problems).toEqual([
      'no memory: it has no text',
      'no memory: it has no text',
      'no memory: it has no text',
    ])
  })

  it('reports an export that was cut off', async () => {
    const { memories, problems } = await read('{"results":[{"memory":"Likes tea"},{"memory":"Li')
    expect(memories).toEqual({ 1: 'Likes tea' })
    expect(problems).toHaveLength(1)
  })

  it('refuses what is no store of memories', async () => {
    await expect(read('')).rejects.toThrow('not a store of memories: it is empty')
    await expect(read('{"a": 1}')).rejects.toThrow('no memories that are known')
    await expect(read('a\0b')).rejects.toThrow('no memories that are known')
  })
})

async function read(content: string, pieceBytes = content.length * 4) {
  const bytes = Buffer.from(content)
  const pieces: Buffer[] = []
  for (let at = 0; at < bytes.length; at += pieceBytes) pieces.push(bytes.subarray(at, at + pieceBytes))
  const { form, entries } = await readMemories(pieces, 'tea.md')
  const all: ForeignEntry[] = []
  for await (const entry of entries) all.push(entry)
  return {
    form: form.name,
    memories: Object.fromEntries(
      all.flatMap((entry) => (entry.kind === 'memory' ? [[entry.id, entry.text]] : [])),
    ) as Record<string, string>,
    relations: all.filter(({ kind }) => kind === 'relation').length,
    problems: all.flatMap((entry) => (entry.kind === 'problem' ? [entry.problem.detail] : [])),
  }
}
