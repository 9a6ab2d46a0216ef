import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { atTerminal } from './at-terminal.js'
import { useRecollectHere } from './recollect-here.js'

const { run } = useRecollectHere()
const top = mkdtempSync(join(tmpdir(), 'recollect-hints-'))
afterAll(() => rmSync(top, { recursive: true, force: true }))

const home = join(top, 'home')
const docs = join(top, 'docs')
const typed = async (...words: string[]) => {
  const ran = await atTerminal(['--home', home, 'knowledge', ...words])
  return { ...ran, said: `${ran.out} ${ran.notes}`.replace(/\s+/g, ' ') }
}

beforeAll(() => {
  mkdirSync(docs)
  writeFileSync(join(docs, 'leave.md'), '# Leave\n\nEveryone has 25 days of leave.\n')
})

describe('what cannot be taken in', () => {
  it.each([[''], ['!'], ['['], ['!docs/['], ['a'.repeat(70_000)]])(
    'is a glob that cannot be read: %.12s',
    async (glob) => {
      const { code, said } = await typed('import', docs, '--glob', glob)
      expect(code).toBe(2)
      expect(said).toContain('--glob')
      expect(said).not.toContain('unexpected')
      expect(said.length).toBeLessThan(500)
    },
  )

  it('is a pipe with a name, and a device', async () => {
    execFileSync('sh', ['-c', 'mkfifo "$0"', join(top, 'fifo')])
    for (const path of [join(top, 'fifo'), '/dev/zero']) {
      const { code, said } = await typed('import', path)
      expect(code).not.toBe(0)
      expect(said).toContain('is neither a file nor a folder')
      expect(said).not.toContain('import the folder again')
    }
  })

  it('is a name with a control character, which says so', async () => {
    const folder = join(top, 'odd')
    mkdirSync(folder)
    writeFileSync(join(folder, 'a\u001bb.md'), '# A\n')
    const { code, said } = await typed('import', folder)
    expect(code).toBe(1)
    expect(said).toContain('control character')
  })

  it('is an empty text, from the pipe or in a folder', async () => {
    const piped = await run(['knowledge', 'import', '-'], { env: { RECOLLECT_HOME: home }, stdin: ' \n' })
    expect(piped.code).toBe(2)
    expect(piped.notes).toContain('there is no text in it')
    const folder = join(top, 'with-empty')
    mkdirSync(folder)
    writeFileSync(join(folder, 'empty.md'), '\ufeff\n')
    const { said } = await typed('import', folder)
    expect(said).toContain('with-empty/empty.md: there is no text in it')
    expect((await typed('list')).said).toContain('no documents yet')
  })

  it('is a file that is to be watched', async () => {
    const { code, said } = await typed('watch', join(docs, 'leave.md'))
    expect(code).not.toBe(0)
    expect(said).toContain('is a file')
    expect(said).toContain('recollect knowledge import')
  })
})

describe('numbers and names of documents', () => {
  it('outlive a list that found nothing', async () => {
    await typed('import', docs, '--publish')
    await typed('attach', '--all')
    await typed('list')
    await typed('search', ' ')
    expect((await typed('show', '1')).said).toContain('Leave')
    const { said } = await typed('show', '7')
    expect(said).toContain('recollect knowledge list')
  })

  it('are told with the command that help shows', async () => {
    const { said } = await typed('read', 'Leave#nothing')
    expect(said).not.toContain('read-doc')
    expect(said).toContain('recollect knowledge outline')
  })
})
