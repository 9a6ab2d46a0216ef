import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operationsPage } from './operations-page.js'

const root = process.cwd()
const pages = ['README.md', 'CONTRIBUTING.md', ...markdownIn('docs'), ...markdownIn('docs/decisions')]

describe('documentation', () => {
  it('renders the operations page from the table', async () => {
    await expect(operationsPage()).toMatchFileSnapshot(join(root, 'docs/operations.md'))
  })

  it.each(pages)('%s links only to pages that exist', (page) => {
    const text = readFileSync(join(root, page), 'utf8')
    const links = [...text.matchAll(/\]\(([^)#:\s]+)(?:#[^)\s]*)?\)/g)].map((match) => match[1] ?? '')
    const named = [
      ...text.matchAll(/(?<![\w/])((?:docs|test|src|examples)\/[\w./-]+\.(?:md|ts|js|mjs|jsonl))/g),
    ].map((match) => match[1] ?? '')
    const missing = [
      ...links.filter((link) => !existsSync(join(root, dirname(page), link))),
      // Of a conversation that a page shows.
      ...named.filter(
        (name) => name !== 'src/parse.ts' && !name.includes('NNNN') && !existsSync(join(root, name)),
      ),
    ]
    expect(missing).toEqual([])
  })
})

describe('examples', () => {
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'recollect-docs-'))
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('runs the ten lines of the README', () => {
    const [block] = codeBlocks(readFileSync(join(root, 'README.md'), 'utf8'))
    expect(runExample(block ?? '')).toMatch(/^Mia moved to Lisbon in March .+\nphysical\n$/)
  })

  it('runs the example of openMemory', () => {
    const example =
      /@example\n((?: \* .*\n)+)/.exec(readFileSync(join(root, 'src/engine.ts'), 'utf8'))?.[1] ?? ''
    const code = example.replaceAll(/^ \* /gm, '')
    expect(runExample(`import { openMemory } from 'recollect'\n${code}console.log(hits.length)`)).toBe('1\n')
  })

  /** Runs code as a user of the package would, against the build. */
  function runExample(code: string): string {
    const file = join(folder, `${Math.abs(code.length)}.mjs`)
    writeFileSync(file, code.replace("'recollect'", JSON.stringify(join(root, 'dist/index.js'))))
    const home = mkdtempSync(join(folder, 'home-'))
    return execFileSync(process.execPath, [file], {
      cwd: home,
      encoding: 'utf8',
      env: { ...process.env, HOME: home },
    })
  }
})

function codeBlocks(text: string): string[] {
  return [...text.matchAll(/```js\n([\s\S]*?)```/g)].map((match) => match[1] ?? '')
}

function markdownIn(folder: string): string[] {
  return readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`)
}
