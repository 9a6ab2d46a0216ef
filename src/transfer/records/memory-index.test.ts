import { describe, expect, it } from 'vitest'
import { isMemoryIndex, readMemoryIndex } from './memory-index.js'

const read = (body: string, path = 'memory/MEMORY.md') => readMemoryIndex(path, { text: body, body })

describe('the index of a folder of memories', () => {
  it('says what each file is about, however its author parts the two', () => {
    const { files, notes } = read(
      [
        '# Index',
        '- [Role](role.md) — backend developer',
        '* **[Tests](sub/tests.md)**: a real database',
        '1. [Plan](<my plan.md>) - phase 2',
        '- [猫](%E7%8C%AB.md)：两只',
        '[Bare](bare.md)',
      ].join('\n'),
    )
    expect(
      [...files].map(([path, { title, description, line }]) => [path, title, description, line]),
    ).toEqual([
      ['memory/role.md', 'Role', 'backend developer', 2],
      ['memory/sub/tests.md', 'Tests', 'a real database', 3],
      ['memory/my plan.md', 'Plan', 'phase 2', 4],
      ['memory/猫.md', '猫', '两只', 5],
      ['memory/bare.md', 'Bare', '', 6],
    ])
    expect(notes).toEqual([])
  })

  it('keeps what points nowhere, by sections', () => {
    const { files, notes } = read(
      'Loose line.\n\n# Build\n\n- use pnpm\n  not npm\n\n[docs](https://example.com/a.md)\n\n## Empty\n\n## CI\nslow',
    )
    expect(files.size).toBe(0)
    expect(notes).toEqual([
      { heading: '', text: 'Loose line.', line: 1 },
      { heading: 'Build', text: '- use pnpm\n  not npm\n\n[docs](https://example.com/a.md)', line: 5 },
      { heading: 'CI', text: 'slow', line: 13 },
    ])
  })

  it('takes what stands in code for neither a heading nor a link', () => {
    const { files, notes } = read('# Build\n```sh\n# install\n- [x](x.md)\n\n```\nThen wait.\n# CI\nslow')
    expect(files.size).toBe(0)
    expect(notes).toEqual([
      { heading: 'Build', text: '```sh\n# install\n- [x](x.md)\n\n```\nThen wait.', line: 2 },
      { heading: 'CI', text: 'slow', line: 9 },
    ])
  })

  it('says nothing itself where it only points: out of the folder, or to itself', () => {
    const { files, outside, notes } = read(
      '# Memory index\n- [Up](../../x.md) — y\n- [Self](MEMORY.md)\n- [CI](#ci)\n\n# CI\nSee:\n[Up](../../x.md)',
    )
    expect(files.size).toBe(0)
    expect(outside).toEqual([
      { target: '../../x.md', line: 2 },
      { target: '../../x.md', line: 8 },
    ])
    expect(notes).toEqual([{ heading: 'CI', text: 'See:\n[Up](../../x.md)', line: 7 }])
  })

  it('means no file outside of the folder that was given', () => {
    const lines = [
      '../x.md',
      '../../etc/x.md',
      '/etc/x.md',
      '%2e%2e/%2e%2e/x.md',
      'file:///x.md',
      'a\\..\\x.txt',
    ]
    const { files } = read(lines.map((target) => `- [x](${target}) — y`).join('\n'), 'MEMORY.md')
    expect(files.size).toBe(0)
  })

  it('counts its lines below a front matter', () => {
    const text = '---\nname: index\n---\n\n- [A](a.md)\n'
    const { files } = readMemoryIndex('MEMORY.md', { text, body: '- [A](a.md)' })
    expect(files.get('a.md')?.line).toBe(5)
  })

  it('is called so in any case, and looks at a line of a megabyte in no time', () => {
    expect(['MEMORY.md', 'a/memory.md'].every(isMemoryIndex)).toBe(true)
    expect(isMemoryIndex('a/MEMORY.md/b.md')).toBe(false)
    expect(read(`- [${'['.repeat(1_000_000)}](x.md)`).files.size).toBe(0)
    expect(read(`[${'a'.repeat(400)}](${'('.repeat(3_000)}`).files.size).toBe(0)
  })
})
