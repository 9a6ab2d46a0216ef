import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { commands } from '../../src/cli/commands.js'
import { commandLine } from '../../src/cli/render/hygiene.js'
import { temporaryFolder } from '../open-spine.js'
import { atTerminal } from './at-terminal.js'

describe('recollect hygiene FILE', () => {
  it('says how much of an export is junk, and what the junk is', async () => {
    const folder = await temporaryFolder()
    const file = join(folder, 'mem0.json')
    const memories = ['Likes oolong tea', 'HEARTBEAT_OK', 'HEARTBEAT_OK', 'likes Oolong tea!']
    await writeFile(file, JSON.stringify({ results: memories.map((memory, id) => ({ id, memory })) }))
    const { code, out } = await typed(folder, 'hygiene', file)
    expect(code).toBe(0)
    expect(out).toMatch(/^4 memories in an export of mem0: 75\.0 % junk\.\n/)
    expect(out).toMatch(
      / 2 {2}50\.0 % {2}a timer that reports that nothing happened\n.*like 1: “HEARTBEAT_OK”/,
    )
    expect(out).toMatch(/ 1 {2}25\.0 % {2}may be worth keeping\n$/)
  })

  it('takes every Markdown file of a folder for a memory, and looks for repeats across all of them', async () => {
    const folder = await temporaryFolder()
    const notes = join(folder, 'memories')
    await mkdir(join(notes, 'deep'), { recursive: true })
    await writeFile(join(notes, 'a.md'), '---\nname: tea\n---\nLikes tea.\n')
    await writeFile(join(notes, 'deep', 'b.md'), '---\nname: other\n---\nlikes tea\n')
    await writeFile(join(notes, 'c.txt'), 'no memory')
    const { code, out, notes: said } = await typed(folder, 'hygiene', notes)
    expect(code).toBe(0)
    expect(out).toMatch(/^2 memories: 50\.0 % junk\.\n/)
    expect(said).toContain('1 file that is no Markdown was left out.')
  })

  it('answers in JSON, and says what is no store of memories', async () => {
    const folder = await temporaryFolder()
    const file = join(folder, 'memory.jsonl')
    await writeFile(
      file,
      '{"type":"entity","name":"Sam","entityType":"person","observations":["Likes Go"]}\n',
    )
    const { out } = await typed(folder, 'hygiene', file, '--json')
    expect(JSON.parse(out)).toMatchObject({ form: 'server-memory', memories: 1, junk: 0 })
    await writeFile(file, '{"a":1}')
    const wrong = await typed(folder, 'hygiene', file)
    expect(wrong).toMatchObject({ code: 2, out: '' })
    expect(wrong.notes).toContain('not a store of memories')
    expect((await typed(folder, 'hygiene', join(folder, 'none.json'))).notes).toContain('cannot open')
  })
})

describe('recollect hygiene', () => {
  it('shows each finding, does what is proposed, and says how that is taken back', async () => {
    const home = await temporaryFolder()
    for (const text of ['SL is our designer.', 'Sam Lee is our QA lead.']) await typed(home, 'capture', text)
    const shown = await typed(home, 'hygiene')
    expect(shown.out).toMatch(/^May be one: 1\n {2}- SL and Sam Lee may be one: the initials fit\n/)
    const id = /\n {6}merge them: recollect hygiene --apply (\w{12})\n/.exec(shown.out)?.[1] ?? ''
    const done = await typed(home, 'hygiene', '--apply', id)
    expect(done).toMatchObject({ code: 0, out: 'Done: SL and Sam Lee may be one: the initials fit\n' })
    expect(done.notes).toMatch(/^To take it back:\n {2}recollect split-entity \S+ --into \S+ --names SL\n$/)
    expect((await typed(home, 'hygiene')).out).not.toContain('Sam Lee')
    expect((await typed(home, 'hygiene', '--apply', id)).notes).toContain(`no finding has the id ${id}`)
  })

  it('asks before it forgets', async () => {
    const home = await temporaryFolder()
    await typed(home, 'capture', 'Exit code: 1')
    const { findings } = JSON.parse((await typed(home, 'hygiene', '--json')).out)
    const { id } = findings.find(({ kind }: { kind: string }) => kind === 'junk')
    const line = ['hygiene', '--apply', id, '--home', home]
    expect(await atTerminal(line, 'n\n')).toMatchObject({ code: 1, out: '' })
    expect((await atTerminal(line, 'y\n')).out).toMatch(/^Forgotten/)
    expect((await typed(home, 'hygiene')).out).not.toContain('Junk')
  })

  it('prints commands that there are', () => {
    const names = commands().map(({ name }) => name)
    for (const operation of ['merge_entities', 'split_entity', 'retract', 'restore', 'forget', 'embed']) {
      const line = commandLine({
        operation: `memory.${operation}`,
        input: { id: "it's 1", names: ['a b', 'c'] },
      })
      expect(names).toContain(line.split(' ')[1])
      expect(line).toMatch(/ 'it'\\''s 1' --names 'a b' --names c$/)
    }
  })

  it('has nothing to say of an empty memory', async () => {
    expect((await typed(await temporaryFolder(), 'hygiene')).out).toBe('Nothing to look after.\n')
  })
})

describe('recollect reflect', () => {
  it('keeps the report that it prints', async () => {
    const home = await temporaryFolder()
    const { code, out } = await typed(home, 'reflect')
    expect(code).toBe(0)
    expect(out).toMatch(/^Reflection of .*\n\nContradictions that wait for review: 0\n/)
    expect((await typed(home, 'thoughts', '--tags', 'reflection')).out).toContain('#reflection')
  })
})

function typed(home: string, ...line: readonly string[]) {
  return atTerminal([...line, '--home', home])
}
