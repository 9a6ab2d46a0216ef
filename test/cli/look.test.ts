import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { commands } from '../../src/cli/commands.js'
import { displayWidth } from '../../src/cli/wording/wrap.js'
import { atTerminal } from './at-terminal.js'
import { sample, useRecollect } from './recollect.js'

const { home } = useRecollect()
const at = (columns: number, ...line: string[]) => atTerminal(['--home', home, ...line], '', columns)

const troubled = join(home, 'troubled.jsonl')

beforeAll(async () => {
  await at(100, 'import', sample, '-q')
  await at(
    100,
    'capture',
    '明天下午三点和王伟在咖啡馆见面，讨论新的合同和付款条件，还有一件事情',
    '--tags',
    '工作',
  )
  await at(
    100,
    'capture',
    'https://example.org/a/very/long/address/that/no/one/wants/to/see/broken?but=it&must=be',
    '-q',
  )
  const long = join(home, 'long.jsonl')
  writeFileSync(
    long,
    JSON.stringify({ role: 'user', content: 'very '.repeat(2000), session: 's'.repeat(60) }),
  )
  await at(100, 'import', long, '-q')
  writeFileSync(troubled, `{"role":"user","content":"whole"}\n${'{"role":"user"}\n'.repeat(12)}`)
})

describe('on a terminal of 40 columns', () => {
  const lines = [
    ['search', 'What is the door code of the flat in Lisbon?'],
    ['search', '合同 付款'],
    ['search', 'the door code of last March', '--explain', '--why-not', '1'],
    ['explain'],
    ['explain', '2'],
    ['recalls'],
    ['fts-search', 'Lisbon'],
    ['thoughts'],
    ['stats'],
    ['doctor'],
    ['audit-log'],
    ['banks'],
    ['init'],
    ['show', '1'],
    ['trace', '1'],
    ['forget', '1', '--preview'],
    ['import', troubled, '--dry-run', '-q'],
    ['--help'],
    ...commands().map(({ name }) => [name, '--help']),
  ]
  it.each(lines.map((line) => [line.join(' '), line] as const))(
    'recollect %s stays inside it',
    async (_, line) => {
      const { code, out, notes } = await at(40, ...line)
      expect({ code, notes: code === 0 ? '' : notes }).toEqual({ code: 0, notes: '' })
      const tooWide = out
        .split('\n')
        .filter((row) => displayWidth(row) > 40)
        // What cannot be parted, such as the path of the store, is better whole than cut.
        .filter((row) =>
          row
            .trim()
            .split(/\s+/)
            .every((word) => displayWidth(word) < 30),
        )
      expect(tooWide).toEqual([])
    },
  )
})

describe('a result', () => {
  it('ends in no spaces and has no colours where it goes to a program', async () => {
    for (const line of [['search', 'Lisbon flat'], ['stats'], ['doctor'], ['thoughts'], ['--help']]) {
      const { out } = await at(100, ...line)
      expect(out).not.toMatch(/[ \t]\n|\p{Cc}(?<!\n)/u)
      expect(out).not.toMatch(/\n\n\n|^\n|\n\n$/)
    }
  })
})
