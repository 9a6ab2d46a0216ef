import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { useRecollectHere } from '../cli/recollect-here.js'

const { run, json, home } = useRecollectHere()
const fixtures = join(import.meta.dirname, '..', 'fixtures', 'memories')

let place = ''
beforeAll(() => {
  place = join(home, 'place')
  mkdirSync(place)
})

/** Each test in a store of its own. */
const at = (store: string) => ({ cwd: place, env: { RECOLLECT_HOME: join(home, store) } })

describe('recollect record-import', () => {
  it('shows what it would take of a folder, takes it, and is found again', async () => {
    const folder = join(fixtures, 'claude-code')
    const dry = await run(['record-import', folder, '--dry-run'], at('a'))
    expect(dry.code).toBe(0)
    expect(dry.out).toMatch(/^5 records from Claude Code memory × 5\n +5 {2}would be added\n/)
    expect(dry.out).toContain('Release freeze: mobile 4.2 (project): Nothing is merged to main')
    expect(dry.out).toContain('MEMORY.md, line 7: the index: points to deploy_2024.md')
    expect(dry.notes).toContain('A dry run: nothing was written.')
    expect((await json(['records', '--json'], at('a'))).total).toBe(0)
    expect((await run(['record-import', folder], at('a'))).code).toBe(0)
    expect((await json(['records', '--json'], at('a'))).total).toBe(5)
    expect((await run(['record-import', folder], at('a'))).out).toMatch(/ 5 {2}were there already/)
  })

  it('follows no link out of the folder, and says what it walked past', async () => {
    const folder = join(place, 'linked')
    mkdirSync(folder)
    writeFileSync(join(place, 'secret.md'), '# Secret\n\nNot for here.')
    symlinkSync(join(place, 'secret.md'), join(folder, 'link.md'))
    symlinkSync('/etc', join(folder, 'etc'))
    writeFileSync(
      join(folder, 'MEMORY.md'),
      '- [Secret](../secret.md) — out there\n- [Link](link.md) — a link\n',
    )
    writeFileSync(join(folder, '.hidden.md'), 'hidden')
    writeFileSync(join(folder, 'real.md'), '# Real\n\nOnly this.')
    const report = await json(['record-import', folder, '--json'], at('b'))
    expect(report.leftOut).toEqual([
      { reason: 'hidden file or folder', count: 1 },
      { reason: 'link, which is not followed', count: 2 },
    ])
    expect(JSON.stringify(report)).not.toContain('Not for here')
    expect(report.added).toBe(1)
    expect(report.problems.map(({ reason }: { reason: string }) => reason)).toEqual([
      'the index: points to link.md, which was not given or not read',
      'the index: points out of what was given, to ../secret.md',
    ])
    expect((await run(['search', 'Not for here'], at('b'))).out).not.toContain('Not for here')
  })

  it('tells of --type where none was given', async () => {
    const piped = (store: string) => ({ ...at(store), stdin: '# Piped\n\nThrough the pipe.' })
    expect((await run(['record-import', '-'], piped('untyped'))).notes).toContain('--type user')
    const typed = await run(['record-import', '-', '--type', 'feedback'], piped('typed'))
    expect(typed.notes).not.toContain('--type user')
  })

  it('takes one file, the pipe, and what another system exported', async () => {
    const memories = join(fixtures, 'mem0.json')
    expect((await run(['record-import', memories, '--type', 'user'], at('c'))).out).toMatch(
      /^3 records from a mem0 export\n {2}2 {2}added/,
    )
    const piped = { ...at('c'), stdin: '# Piped\n\nThrough the pipe.' }
    expect((await run(['record-import', '-'], piped)).code).toBe(0)
    const { records } = await json(['records', '--json'], at('c'))
    expect(
      records.map(({ name, type }: { name: string; type: string }) => `${name}: ${type}`).sort(),
    ).toEqual([
      'Is allergic to walnuts: user',
      'Piped: reference',
      'Prefers tea to coffee in the afternoon: user',
    ])
  })

  it('says what to do instead with a conversation, with nothing, and with no file', async () => {
    writeFileSync(join(place, 'chat.jsonl'), '{"role":"user","content":"hi"}\n')
    const chat = await run(['record-import', 'chat.jsonl'], at('d'))
    expect(chat).toMatchObject({ code: 2, notes: expect.stringContaining('recollect import FILE') })
    mkdirSync(join(place, 'nothing'))
    const nothing = await run(['record-import', 'nothing'], at('d'))
    expect(nothing).toMatchObject({ code: 1, notes: expect.stringContaining('docs/importing.md') })
    expect((await run(['record-import', 'absent.md'], at('d'))).code).toBe(1)
  })
})

describe('recollect import', () => {
  it('points from an agent’s memory folder, and from memories of others, to records', async () => {
    const folder = await run(['import', join(fixtures, 'claude-code'), '--dry-run'], at('e'))
    expect(folder.notes).toContain('recollect record-import')
    const file = await run(['import', join(fixtures, 'mem0.json')], at('e'))
    expect(file).toMatchObject({ code: 2, notes: expect.stringContaining('recollect record-import FILE') })
    const graph = await run(['import', join(fixtures, 'server-memory.jsonl')], at('e'))
    expect(graph).toMatchObject({ code: 2, notes: expect.stringContaining('recollect record-import FILE') })
  })
})

describe('recollect record-export', () => {
  beforeAll(async () => {
    await run(['record-import', fixtures], at('out'))
  })

  it('writes a folder of files that another store takes in', async () => {
    const wrote = await run(['record-export', 'records'], at('out'))
    expect(wrote).toMatchObject({ code: 0, out: expect.stringMatching(/^Wrote 13 records to records\.\n$/) })
    const files = readdirSync(join(place, 'records'))
    expect(files).toHaveLength(13)
    expect(files).toContain('咖啡机.md')
    expect(readFileSync(join(place, 'records', 'release-freeze-mobile-4-2.md'), 'utf8')).toMatch(
      /^---\nname: "Release freeze: mobile 4.2"\n/,
    )
    const taken = await json(['record-import', 'records', '--json'], at('other'))
    expect(taken).toMatchObject({ added: 13, skipped: 0, untyped: 0 })
    expect((await run(['record-export', 'records'], at('other'))).code).toBe(1)
  })

  it('leaves what is there and says something else, unless asked', async () => {
    cpSync(join(place, 'records'), join(place, 'edited'), { recursive: true })
    writeFileSync(join(place, 'edited', 'build.md'), 'mine\n')
    const left = await run(['record-export', 'edited'], at('out'))
    expect(left.code).toBe(1)
    expect(left.notes).toContain('1 file there said something else and was left: build.md')
    expect(readFileSync(join(place, 'edited', 'build.md'), 'utf8')).toBe('mine\n')
    expect((await run(['record-export', 'edited', '--overwrite'], at('out'))).code).toBe(0)
    expect(readFileSync(join(place, 'edited', 'build.md'), 'utf8')).toContain('pnpm')
  })

  it('replaces a link, and does not write through it', async () => {
    const folder = join(place, 'trap')
    mkdirSync(folder)
    writeFileSync(join(place, 'victim'), 'safe')
    symlinkSync(join(place, 'victim'), join(folder, 'build.md'))
    expect((await run(['record-export', 'trap'], at('out'))).code).toBe(1)
    expect((await run(['record-export', 'trap', '--overwrite'], at('out'))).code).toBe(0)
    expect(readFileSync(join(place, 'victim'), 'utf8')).toBe('safe')
  })

  it('prints, or writes one file, for the MCP memory server', async () => {
    const printed = await run(['record-export', '--format', 'server-memory'], at('out'))
    const lines = printed.out.trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line).type)).toEqual([
      ...Array.from({ length: 13 }, () => 'entity'),
      'relation',
      'relation',
    ])
    expect((await run(['record-export', 'graph.jsonl', '--format', 'server-memory'], at('out'))).code).toBe(0)
    expect(readFileSync(join(place, 'graph.jsonl'), 'utf8')).toBe(printed.out)
    expect((await run(['record-export', 'graph.jsonl', '--format', 'server-memory'], at('out'))).code).toBe(1)
    rmSync(join(place, 'graph.jsonl'))
  })
})

describe('recollect record-update --edit', () => {
  it('is for who sits there, and for one body', async () => {
    const store = at('edit')
    expect(
      (
        await run(
          ['record-save', 'Weekly report', '--type', 'user', '--description', 'Short', '--body', 'short'],
          store,
        )
      ).code,
    ).toBe(0)
    const alone = await run(['record-update', 'Weekly report', '--edit'], store)
    expect(alone).toMatchObject({ code: 2, out: '' })
    expect(alone.notes).toContain('no one is here to edit')
    const twice = await run(['record-update', 'weekly-report', '--edit', '--body', 'x'], store)
    expect(twice).toMatchObject({ code: 2, out: '' })
    expect((await json(['record', 'weekly report', '--json'], store)).body).toBe('short')
  })
})

describe('recollect show', () => {
  it('tells of a record what it is, without the room for a body that it has not', async () => {
    const store = at('shown')
    await run(['record-save', 'Weekly report', '--type', 'user', '--description', 'Short'], store)
    const { records } = await json(['records', '--json'], store)
    const { out } = await run(['show', records[0].id], store)
    expect(out).toMatch(/^Weekly report\n\nShort\n\n\S/)
    expect(out).toMatch(/file +weekly-report\.md/)
    expect(out).toMatch(/type +user, manual/)
    expect(out).toMatch(/revision 1/)
  })
})
