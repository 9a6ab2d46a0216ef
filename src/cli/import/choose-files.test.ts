import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { documentChooser } from './choose-files.js'
import { walkFolder } from './walk-folder.js'

const top = mkdtempSync(join(tmpdir(), 'recollect-choose-'))
afterAll(() => rmSync(top, { recursive: true, force: true }))

let made = 0
function folderWith(files: Readonly<Record<string, string>>): string {
  made += 1
  const folder = join(top, String(made))
  mkdirSync(folder)
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  return folder
}

async function chosen(folder: string, globs: readonly string[] = []): Promise<string[]> {
  const { sources } = await walkFolder(folder, 'x', (root) => documentChooser(root, globs))
  return sources.map(({ name }) => name)
}

describe('the files of a folder of documents', () => {
  it('are Markdown and text, whatever the case of their ending', async () => {
    const folder = folderWith({
      'a.md': '',
      'B.MARKDOWN': '',
      'c.mdx': '',
      'd.txt': '',
      'e.png': '',
      'f.md.bak': '',
      'node_modules/g.md': '',
      'deep/node_modules/h.md': '',
      'deep/i.md': '',
      '.hidden/j.md': '',
    })
    symlinkSync(join(folder, 'a.md'), join(folder, 'link.md'))
    symlinkSync(tmpdir(), join(folder, 'out'))
    expect(await chosen(folder)).toEqual(['B.MARKDOWN', 'a.md', 'c.mdx', 'd.txt', 'deep/i.md'])
  })

  it('are counted by the reason for which others are left out', async () => {
    const folder = folderWith({ 'a.md': '', 'b.png': '', 'c.md': '', '.ignore': 'c.md\n' })
    const { leftOut } = await walkFolder(folder, 'x', (root) => documentChooser(root, []))
    expect(Object.fromEntries(leftOut)).toEqual({
      'hidden file or folder': 1,
      'neither Markdown nor text': 1,
      'named in an ignore file': 1,
    })
  })

  it('are not those that a repository leaves out for one person, and its own rules have the last word', async () => {
    const folder = folderWith({
      'a.md': '',
      'mine/b.md': '',
      'mine/c.md': '',
      '.git/info/exclude': 'a.md\nmine/*.md\n',
      '.gitignore': '!mine/c.md\n',
    })
    expect(await chosen(folder)).toEqual(['mine/c.md'])
    // In a work tree of its own, .git is a file.
    expect(await chosen(folderWith({ 'a.md': '', '.git': 'gitdir: elsewhere\n' }))).toEqual(['a.md'])
  })

  it('are those that a glob means, and not those behind an exclamation mark', async () => {
    const folder = folderWith({
      'a.md': '',
      'b.rst': '',
      'docs/c.md': '',
      'docs/x/d.rst': '',
      'docs/drafts/e.md': '',
    })
    expect(await chosen(folder, ['docs/**/*.md'])).toEqual(['docs/c.md', 'docs/drafts/e.md'])
    expect(await chosen(folder, ['*.{md,rst}', '!docs/drafts/**'])).toEqual([
      'a.md',
      'b.rst',
      'docs/c.md',
      'docs/x/d.rst',
    ])
    expect(await chosen(folder, ['!docs/**'])).toEqual(['a.md'])
  })
})

describe('ignore files', () => {
  it('hold beneath the folder they lie in, the deeper before the higher, with negation', async () => {
    const folder = folderWith({
      '.gitignore': 'build/\n*.draft.md\n!keep.draft.md\n/only-here.md\n',
      'only-here.md': '',
      'build/a.md': '',
      'x.draft.md': '',
      'keep.draft.md': '',
      'sub/only-here.md': '',
      'sub/.gitignore': '!y.draft.md\nkeep.draft.md\n',
      'sub/y.draft.md': '',
      'sub/keep.draft.md': '',
    })
    expect(await chosen(folder)).toEqual(['keep.draft.md', 'sub/only-here.md', 'sub/y.draft.md'])
  })

  it('are read in all three spellings, of which the last has the last word', async () => {
    const folder = folderWith({
      '.gitignore': 'a.md\nb.md\n',
      '.ignore': '!b.md\nc.md\n',
      '.recollectignore': '!c.md\nd.md\n',
      'a.md': '',
      'b.md': '',
      'c.md': '',
      'd.md': '',
      'e.md': '',
    })
    expect(await chosen(folder)).toEqual(['b.md', 'c.md', 'e.md'])
  })

  it('hold from the repository on, and of the folders above alone', async () => {
    const folder = folderWith({
      '.gitignore': 'outside.md\n',
      'repo/.git/HEAD': '',
      'repo/.gitignore': 'docs/secret/\n*.tmp.md\n',
      'repo/docs/outside.md': '',
      'repo/docs/secret/a.md': '',
      'repo/docs/b.tmp.md': '',
      'repo/docs/c.md': '',
    })
    expect(await chosen(join(folder, 'repo', 'docs'))).toEqual(['c.md', 'outside.md'])
  })

  it('do not keep from a folder who names it, and hold for what is in it', async () => {
    const folder = folderWith({
      '.git/HEAD': '',
      '.gitignore': 'build/\n*.tmp.md\n',
      'build/a.md': '',
      'build/b.tmp.md': '',
      'sub/.gitignore': '!build/\n',
      'sub/build/c.md': '',
      'sub/build/d.tmp.md': '',
    })
    expect(await chosen(join(folder, 'build'))).toEqual(['a.md'])
    expect(await chosen(folder)).toEqual(['sub/build/c.md'])
  })

  it('are no rules where they are links, and may begin with a mark of their order of bytes', async () => {
    const folder = folderWith({
      'rules.txt': '*.md\n',
      'a.md': '',
      'sub/.ignore': '\ufeffb.md\r\n',
      'sub/b.md': '',
    })
    symlinkSync(join(folder, 'rules.txt'), join(folder, '.gitignore'))
    expect(await chosen(folder)).toEqual(['a.md', 'rules.txt'])
  })

  const hasGit = spawnSync('git', ['--version']).status === 0
  it.skipIf(!hasGit)('mean what git means by them', async () => {
    const name = fc.constantFrom('a', 'b', 'a.md', 'b.md', 'x.md')
    const rule = fc
      .tuple(
        fc.constantFrom('', '!'),
        fc.constantFrom('', '/', '**/'),
        fc.constantFrom('a', 'b', '*.md', 'a.md', 'b.md', 'a/*', 'a/b', '*', 'a/**', '[ab]', '?.md'),
        fc.constantFrom('', '/'),
      )
      .map((parts) => parts.join(''))
    const tree = fc.record({
      folders: fc.uniqueArray(
        fc.array(fc.constantFrom('a', 'b'), { maxLength: 2 }).map((parts) => parts.join('/')),
        {
          maxLength: 4,
        },
      ),
      names: fc.uniqueArray(name, { minLength: 2, maxLength: 5 }),
      rules: fc.array(fc.array(rule, { maxLength: 3 }), { minLength: 3, maxLength: 3 }),
    })
    await fc.assert(
      fc.asyncProperty(tree, async ({ folders, names, rules }) => {
        const all = ['', ...folders]
        const files = Object.fromEntries(
          all.flatMap((folder, index) => [
            ...names.filter((one) => one.endsWith('.md')).map((one) => [join(folder, one), ''] as const),
            [join(folder, '.gitignore'), `${(rules[index % 3] ?? []).join('\n')}\n`] as const,
          ]),
        )
        const folder = folderWith(files)
        spawnSync('git', ['init', '-q'], { cwd: folder })
        const { stdout } = spawnSync('git', ['ls-files', '--others', '--exclude-standard', '-z'], {
          cwd: folder,
          encoding: 'utf8',
        })
        const expected = stdout.split('\0').filter((path) => path.endsWith('.md'))
        expect((await chosen(folder)).sort()).toEqual(expected.sort())
        rmSync(folder, { recursive: true, force: true })
      }),
      { numRuns: 60 },
    )
  })
})
