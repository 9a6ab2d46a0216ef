import { readFileSync } from 'node:fs'
import { readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../open-spine.js'
import { atTerminal } from './at-terminal.js'

it('lets people note, decide on a conflict by its number, and write MEMORY.md only where they ask', async () => {
  const home = await temporaryFolder()
  const at = (...words: string[]) => atTerminal(['--home', home, '--workspace', 'acme/web', ...words])
  const noted = await at(
    'workspace',
    'note',
    'We',
    'use',
    'pnpm',
    '--type',
    'convention',
    '--importance',
    '4',
  )
  expect(noted.out).toMatch(/^Noted [0-9a-f-]{36}\n$/)
  expect((await at('workspace', 'note', 'we use PNPM', '--type', 'convention')).out).toContain(
    'Known already',
  )
  await at('workspace', 'note', 'Database: PostgreSQL', '--type', 'decision')
  expect((await at('workspace', 'note', 'Database: SQLite', '--type', 'decision')).notes).toContain(
    'It contradicts another note',
  )
  expect((await at('workspace', 'notes', '--type', 'convention')).out).toMatch(
    /^1 {2}convention\n {3}We use pnpm\n {3}.*daily · importance 4/,
  )
  expect((await at('workspace', 'conflicts')).out).toMatch(
    /^1 {2}waits for you\n {3}first: Database: PostgreSQL \([^\n]+\n {3}second: Database: SQLite/,
  )
  expect(await at('workspace', 'resolve', '1', '--keep', 'second')).toMatchObject({ code: 2 })
  const resolved = await at('workspace', 'resolve', '1', '--keep', 'second', '--reason', 'one file')
  expect(resolved.out).toBe('From now on: Database: SQLite\n')
  expect((await at('workspace', 'conflicts', '--decided')).out).toMatch(/the second kept[\s\S]+one file/)
  expect((await at('workspace', 'promote', '--dry-run')).out).toContain('0 notes would last from now on.')

  const file = join(home, 'MEMORY.md')
  expect((await at('workspace', 'memory')).out).toContain('- We use pnpm (')
  expect((await at('workspace', 'memory', '--out', file)).out).toBe(`Wrote ${file}.\n`)
  expect((await at('workspace', 'memory', '--out', file)).out).toContain('says the same already')
  await at('workspace', 'note', 'Safari caches the worker', '--type', 'pitfall')
  expect(await at('workspace', 'memory', '--out', file)).toMatchObject({ code: 0 })
  expect(await readFile(file, 'utf8')).toContain('## Pitfalls\n\n- Safari caches the worker')
  await writeFile(file, '# My own notes\n')
  const refused = await at('workspace', 'memory', '--out', file)
  expect(refused).toMatchObject({ code: 1 })
  expect(refused.notes).toContain('--force')
  expect(await readFile(file, 'utf8')).toBe('# My own notes\n')
  expect(await at('workspace', 'memory', '--out', file, '--force')).toMatchObject({ code: 0 })
  await symlink(file, join(home, 'link.md'))
  expect(await at('workspace', 'memory', '--out', join(home, 'link.md'), '--force')).toMatchObject({
    code: 1,
  })
})

it('takes the project of the folder for the workspace, but never clears it so', async () => {
  const home = await temporaryFolder()
  const here = (...words: string[]) => atTerminal(['--home', home, '--workspace', '.', ...words])
  expect(await here('workspace', 'note', 'We use npm', '--type', 'convention')).toMatchObject({ code: 0 })
  const { out } = await atTerminal(['--home', home, 'banks', '--json', '--all'])
  expect(out).toMatch(/"kind": "workspace"/)
  expect(await here('clear', '--confirm', '.')).toMatchObject({ code: 2 })
})

it('does what docs/workspaces.md shows, line by line', async () => {
  const home = await temporaryFolder()
  const page = readFileSync(join(import.meta.dirname, '../../docs/workspaces.md'), 'utf8')
  const [, block = ''] = /```\n(recollect workspace note [\s\S]*?)```/.exec(page) ?? []
  const lines = block.trim().split('\n')
  expect(lines.length).toBeGreaterThan(5)
  for (const line of lines) {
    const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word = '']) => quoted ?? word)
    const argv = words.slice(1).map((word) => (word === 'MEMORY.md' ? join(home, word) : word))
    expect(await atTerminal(['--home', home, ...argv]), line).toMatchObject({ code: 0 })
  }
  const file = await readFile(join(home, 'MEMORY.md'), 'utf8')
  expect(file).toMatch(/## Decisions\n\n- Database: SQLite, one file for each customer \(/)
  expect(file).not.toContain('PostgreSQL')
})
