import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { commands } from '../../src/cli/commands.js'
import { spelled } from '../../src/cli/two-words.js'
import { atTerminal } from './at-terminal.js'
import { environment, program, useRecollect } from './recollect.js'
import { useRecollectHere } from './recollect-here.js'

const built = useRecollect()
const { home, run } = useRecollectHere()
const all = commands().map((command) => [command.name, command] as const)
/** All but what a coding agent runs, which nothing may stop: test/cli/hooks.test.ts. */
const typed = all.filter(([name]) => name !== 'hook')
const elsewhere = ['--home', join(home, 'never-made')]

/** Nothing on standard output, and what to do about it on the other. */
function isRefusal(ran: { code: number | null; out: string; notes: string }, code: 1 | 2) {
  expect(ran).toMatchObject({ code, out: '' })
  expect(ran.notes).toMatch(/^recollect: [^\n]+\n {2}[^\n]+\n$/)
}

describe('exit codes and messages of every command', () => {
  it.each(all)('%s --help ends with 0', async (name) => {
    const { code, out, notes } = await atTerminal([name, '--help', ...elsewhere])
    expect({ code, notes }).toEqual({ code: 0, notes: '' })
    expect(out).toContain(`recollect ${spelled(name)}`)
    expect(JSON.parse((await atTerminal(['help', name, '--json'])).out)).toMatchObject({ name })
  })

  it.each(typed)('%s with a flag that is not there ends with 2', async (name) => {
    isRefusal(await atTerminal([name, '--no-such-flag-at-all', ...elsewhere]), 2)
    const { code, out, notes } = await atTerminal([name, '--no-such-flag-at-all', '--json', ...elsewhere])
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(JSON.parse(notes)).toEqual({
      error: { code: 'usage', message: expect.any(String), hint: expect.any(String) },
    })
  })

  it.each(typed)('%s without what it needs, or with too much, ends with 2', async (name, { main }) => {
    if (main?.isRequired === true) isRefusal(await atTerminal([name, ...elsewhere]), 2)
    if (main === undefined) isRefusal(await atTerminal([name, 'something', ...elsewhere]), 2)
    else if (!main.joins) isRefusal(await atTerminal([name, 'one', 'two', ...elsewhere]), 2)
  })

  it.each(typed)(
    '%s with a value that is none of its choices, or no number, ends with 2',
    async (name, { main, fields }) => {
      for (const { flag, choices, kind } of fields) {
        if (choices === undefined && kind !== 'number') continue
        const text = main === undefined ? [] : ['1']
        isRefusal(await atTerminal([name, ...text, `--${flag}=no such thing`, ...elsewhere]), 2)
      }
    },
  )

  it.each([['stats'], ['clear', '--confirm', 'me'], ['init'], ['mcp']])(
    '%s with a home of no name ends with 2, and is not taken for the usual one',
    async (...line) => isRefusal(await built.run([...line, '--home', '']), 2),
  )

  it.skipIf(!existsSync('/dev/full'))('ends with 1 in words where its output cannot be written', () => {
    const full = openSync('/dev/full', 'w')
    for (const line of [['capture', 'a note'], ['stats', '--json'], ['export'], ['--help']]) {
      const { status, stderr } = spawnSync(process.execPath, [program, ...line], {
        env: environment(home),
        stdio: ['ignore', full, 'pipe'],
        encoding: 'utf8',
      })
      expect({ line, status, stderr }).toMatchObject({
        status: 1,
        stderr: expect.stringMatching(/^recollect: the output cannot be written: the disk is full\n$/),
      })
    }
    closeSync(full)
  })

  it('a folder that cannot be made ends with 1, in words and as JSON', async () => {
    const file = join(home, 'a-file')
    writeFileSync(file, '')
    const lines = [
      ['init'],
      ['capture', 'a note'],
      ['search', 'a question'],
      ['thoughts'],
      ['stats'],
      ['doctor'],
      ['reindex'],
      ['audit-log'],
      ['play'],
      ['clear', '--confirm', 'me'],
      ['show', '019a0000-0000-7000-8000-000000000000'],
      ['backup', join(home, 'backup')],
    ]
    for (const line of lines) {
      isRefusal(await run([...line, '--home', join(file, 'below')]), 1)
      if (line[0] === 'play') continue
      const { code, out, notes } = await run([...line, '--json', '--home', join(file, 'below')])
      expect({ code, out }, line.join(' ')).toEqual({ code: 1, out: '' })
      expect(JSON.parse(notes).error.hint, line.join(' ')).toEqual(expect.any(String))
    }
  }, 60_000)
})
