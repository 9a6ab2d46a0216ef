import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { useRecollectHere } from './recollect-here.js'

const program = useRecollectHere()
const top = realpathSync(mkdtempSync(join(tmpdir(), 'recollect-places-')))
afterAll(() => rmSync(top, { recursive: true, force: true }))

let place = ''
let made = 0

beforeEach(() => {
  made += 1
  place = join(top, String(made))
})

function write(path: string, content: string): void {
  mkdirSync(dirname(join(place, path)), { recursive: true })
  writeFileSync(join(place, path), content)
}

/** As it is typed in a folder. */
const typed = (cwd: string, words: readonly string[], stdin?: string) =>
  program.run(['knowledge', ...words], {
    cwd: join(place, cwd),
    env: { RECOLLECT_HOME: join(place, 'home') },
    ...(stdin === undefined ? {} : { stdin }),
  })

async function answer(cwd: string, words: readonly string[], stdin?: string) {
  const { code, out, notes } = await typed(cwd, [...words, '--json'], stdin)
  if (out === '') throw new Error(`${code}: ${notes}`)
  return JSON.parse(out)
}

async function listed() {
  const { documents } = await answer('.', ['list'])
  return documents.map(({ source, latest, status }: Listed) => `${source} ${latest} ${status}`).sort()
}

interface Listed {
  readonly source: string | null
  readonly latest: number
  readonly status: string
}

describe('where a document’s file lies', () => {
  it('tells the documents of two projects apart, whose files are called alike', async () => {
    write('wk/docs/a.md', '# First\n')
    write('wk2/docs/a.md', '# Second\n')
    await typed('wk', ['import', 'docs', '--publish'])
    await typed('wk', ['attach', '--all'])
    const second = await typed('wk2', ['import', 'docs', '--publish'])
    expect(second.code).toBe(1)
    const said = second.out.replace(/\s+/g, ' ')
    expect(said).toContain('docs/a.md is a document that was imported from another folder')
    expect(said).toContain('--source NAME')
    expect(said).toContain('--take-over')
    expect(second.out).not.toContain(place)
    expect(await listed()).toEqual(['docs/a.md 1 ready'])
    expect((await typed('wk', ['show', 'docs/a.md', '--text'])).out).toContain('# First')
    expect((await typed('wk2', ['import', 'docs', '--source', 'two', '--publish'])).code).toBe(0)
    expect(await listed()).toEqual(['docs/a.md 1 ready', 'two/a.md 1 ready'])
    // What lies there is meant first, whatever else is called so.
    expect((await typed('wk2', ['show', 'docs/a.md', '--text'])).out).toContain('# Second')
    expect((await typed('wk', ['show', 'docs/a.md', '--text'])).out).toContain('# First')
  })

  it('does not publish what waits in another project under the same name', async () => {
    write('wk/docs/a.md', '# First\n')
    write('wk2/docs/a.md', '# Second\n')
    await typed('wk', ['import', 'docs'])
    await typed('wk2', ['import', 'docs', '--publish'])
    expect(await listed()).toEqual(['docs/a.md 1 pending'])
  })

  it('refuses a folder of the same name elsewhere, and a repository', async () => {
    for (const side of ['x', 'y']) {
      write(`${side}/handbook/a.md`, `# ${side}\n`)
      write(`${side}/docs/.git/HEAD`, '')
      write(`${side}/docs/b.md`, `# ${side} too\n`)
    }
    expect((await typed('.', ['import', join(place, 'x/handbook'), 'x/docs'])).code).toBe(0)
    const other = await typed('.', ['import', join(place, 'y/handbook'), 'y/docs'])
    expect(other.code).toBe(1)
    expect(other.out).toContain('2  were not taken')
    expect(await listed()).toEqual(['docs/b.md 1 pending', 'handbook/a.md 1 pending'])
  })

  it('may be another from now on, where that is said', async () => {
    write('run1/docs/a.md', '# A\n')
    write('run2/docs/a.md', '# A\n')
    await typed('run1', ['import', 'docs', '--publish'])
    expect(await answer('run2', ['import', 'docs', '--take-over'])).toMatchObject({
      counts: { unchanged: 1 },
      failed: 0,
    })
    write('run2/docs/a.md', '# A\n\ntwo\n')
    expect(await answer('run2', ['import', 'docs'])).toMatchObject({ counts: { changed: 1 } })
    expect((await typed('run1', ['import', 'docs'])).code).toBe(1)
    expect(await listed()).toEqual(['docs/a.md 2 pending'])
  })

  it('is the same from whichever folder it is typed, and however', async () => {
    write('wk/nb/leave.md', '# Leave\n\n25 days.\n')
    await typed('wk', ['import', 'nb', '--publish'])
    for (const [cwd, path] of [
      ['wk/nb', 'leave.md'],
      ['wk', 'nb/leave.md'],
      ['wk/nb', '.'],
      ['.', 'wk'],
      ['.', 'wk/nb'],
    ] as const)
      expect(await answer(cwd, ['import', path])).toMatchObject({ counts: { unchanged: 1 } })
    write('wk/nb/leave.md', '# Leave\n\n30 days.\n')
    expect(await answer('wk/nb', ['import', 'leave.md', '--publish'])).toMatchObject({
      counts: { changed: 1 },
      published: [expect.anything()],
    })
    expect(await listed()).toEqual(['nb/leave.md 2 ready'])
    expect((await typed('wk/nb', ['show', 'leave.md', '--text'])).out).toContain('30 days')
  })

  it('is published under whatever name it was first given', async () => {
    write('wk/nb/leave.md', '# Leave\n')
    await typed('wk/nb', ['import', 'leave.md', '--source', 'rules.md'])
    write('wk/nb/leave.md', '# Leave\n\ntwo\n')
    expect(await answer('.', ['import', 'wk', '--publish'])).toMatchObject({ published: [expect.anything()] })
    expect(await listed()).toEqual(['rules.md 2 ready'])
    expect((await typed('wk/nb', ['import', 'leave.md', '--source', 'leave-rules.md'])).out).toContain(
      '1  known under another path',
    )
    expect(await listed()).toEqual(['leave-rules.md 2 ready'])
  })

  it('has moved where the old file is gone for certain', async () => {
    write('wk/docs/a.md', '# A\n')
    write('wk/docs/kept.md', '# Kept\n')
    await typed('wk', ['import', 'docs', '--publish'])
    mkdirSync(join(place, 'wk/docs/new'))
    renameSync(join(place, 'wk/docs/a.md'), join(place, 'wk/docs/new/b.md'))
    expect(await answer('wk', ['import', 'docs'])).toMatchObject({ counts: { moved: 1, unchanged: 1 } })
    expect(await listed()).toEqual(['docs/kept.md 1 ready', 'docs/new/b.md 1 ready'])
    expect(await answer('wk/docs', ['import', 'new/b.md'])).toMatchObject({ counts: { unchanged: 1 } })
  })

  it('has not moved where the file stands elsewhere, is left out, or was copied', async () => {
    for (const side of ['x', 'y']) write(`${side}/LICENSE.md`, '# License\n')
    await typed('.', ['import', 'x'])
    expect(await answer('.', ['import', 'y'])).toMatchObject({ counts: { added: 1, moved: 0 } })
    expect(await answer('.', ['import', '-', '--source', 'p.md'], '# License\n')).toMatchObject({
      counts: { added: 1, moved: 0 },
    })
    write('x/drafts/copy.md', '# License\n')
    expect(await answer('.', ['import', 'x', '--glob', 'drafts/**'])).toMatchObject({
      counts: { added: 1, moved: 0 },
    })
    write('x/.gitignore', 'LICENSE.md\ndrafts\n')
    write('x/other.md', '# License\n')
    expect(await answer('.', ['import', 'x'])).toMatchObject({ counts: { added: 1, moved: 0 } })
    expect(await listed()).toEqual([
      'p.md 1 pending',
      'x/LICENSE.md 1 pending',
      'x/drafts/copy.md 1 pending',
      'x/other.md 1 pending',
      'y/LICENSE.md 1 pending',
    ])
  })
})
