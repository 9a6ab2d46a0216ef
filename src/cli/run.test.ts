import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { run } from './run.js'
import type { Terminal } from './terminal.js'
import { createStyle } from './wording/style.js'

const folder = mkdtempSync(join(tmpdir(), 'recollect-run-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a line for a person who sits at a terminal, in a home that must stay empty. */
async function typed(...argv: string[]) {
  const out: string[] = []
  const notes: string[] = []
  const terminal = {
    isInteractive: true,
    isPiped: false,
    canRedraw: false,
    columns: 100,
    style: createStyle(false),
    noteStyle: createStyle(false),
    out: (text: string) => out.push(text),
    note: (text: string) => notes.push(text),
  } as unknown as Terminal
  const code = await run(['--home', join(folder, 'home'), ...argv], terminal)
  return { code, out: out.join('\n'), notes: notes.join('\n') }
}

describe('a line that cannot be right', () => {
  it.each([
    [[], 'Usage'],
    [['serach', 'x'], 'did you mean: recollect search'],
    [['where is my bicycle?'], 'recollect search "…"'],
    [['where', 'is', 'my', 'bicycle?'], 'recollect search "…"'],
    [['banana'], 'recollect --help lists them all'],
    [['search'], 'search needs a QUESTION'],
    [['forget'], 'forget needs a NUMBER'],
    [['import'], 'like: recollect import chat.jsonl'],
    [['search', 'x', '--limt', '2'], 'did you mean --limit?'],
    [['search', 'x', '--limit', '0'], 'limit: '],
    [['search', 'x', '--kinds', 'turns'], 'did you mean turn?'],
    [['stats', 'extra'], 'stats takes no argument, got "extra"'],
    [['get', 'a', 'b'], 'show takes one NUMBER, got 2'],
    [['get', 'nonsense'], 'give the id of one item'],
    [['show', '1'], 'there is none yet'],
    [['forget', '#1'], 'search first'],
    [['show', '1', '--json'], 'give an id'],
    [['capture', ' '], 'there is nothing to remember'],
    [['capture', '-'], 'pipe it in'],
    [['completion'], 'completion needs a SHELL'],
    [['completion', 'bsh'], 'did you mean bash?'],
    [['init', '--client', 'cursr'], 'did you mean cursor?'],
    [['import', '-'], 'nothing is piped in'],
    [['import', 'a\0b'], 'NUL'],
    [['stats', '--zone', 'Mars/Olympus'], 'not a time zone'],
    [['play', '--json'], 'play is for people'],
    [['help', 'nothing'], 'there is no command'],
    [['version'], 'did you mean: recollect --version'],
  ])('%j ends with 2 and says what to do', async (argv, said) => {
    const { code, out, notes } = await typed(...argv)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(notes).toContain(said)
    expect(notes).not.toMatch(/\n\s+at /)
  })

  it('opens nothing', () => {
    expect(readdirSync(folder)).toEqual([])
  })

  it('is said as JSON to a program', async () => {
    const { notes } = await typed('search', '--json')
    expect(JSON.parse(notes)).toEqual({
      error: {
        code: 'usage',
        message: 'search needs a QUESTION',
        hint: 'like: recollect search "where does Mia live?"',
      },
    })
  })
})

it('says that a backup is not there before it asks or makes anything', async () => {
  const { code, notes } = await typed('restore', join(folder, 'none.backup'))
  expect(code).toBe(1)
  expect(notes).toContain(`there is no backup ${join(folder, 'none.backup')}`)
  expect(readdirSync(folder)).toEqual([])
})

describe('help', () => {
  it.each([['--help'], ['-h'], ['help'], ['help help'], ['help --help']])(
    '%s lists the commands',
    async (line) => {
      const { code, out } = await typed(...line.split(' '))
      expect(code).toBe(0)
      expect(out).toContain('search QUESTION')
    },
  )

  it('explains a command in three ways, and under its other name', async () => {
    const { out } = await typed('help', 'show')
    expect(out).toContain('recollect show NUMBER')
    for (const line of [
      ['show', '--help'],
      ['--help', 'show'],
      ['get', '-h'],
      ['help', 'get'],
    ]) {
      expect((await typed(...line)).out).toBe(out)
    }
  })
})
