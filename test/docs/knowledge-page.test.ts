import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { environment, program, useRecollect } from '../cli/recollect.js'

const { home } = useRecollect()
const page = join(import.meta.dirname, '..', '..', 'docs', 'knowledge.md')
const place = mkdtempSync(join(tmpdir(), 'recollect-page-'))
afterAll(() => rmSync(place, { recursive: true, force: true }))

const hasShell = spawnSync('sh', ['-c', 'exit 0']).status === 0

beforeAll(() => {
  // So that the page's lines can be typed as they stand.
  mkdirSync(join(place, 'bin'))
  writeFileSync(join(place, 'bin', 'recollect'), `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`)
  chmodSync(join(place, 'bin', 'recollect'), 0o755)
})

/** Types a line into a shell, and gives what a person sees. */
function typed(line: string): string {
  const env = environment(home, { PATH: `${join(place, 'bin')}${delimiter}${process.env['PATH']}` })
  const { status, stdout } = spawnSync('sh', ['-c', `exec 2>&1; ${line}`], {
    cwd: place,
    env,
    encoding: 'utf8',
  })
  expect({ line, status, stdout: status === 0 ? '' : stdout }).toEqual({ line, status: 0, stdout: '' })
  return stdout
}

/** What differs from one run to the next is shown as it once was. */
function asOnce(output: string): string {
  return output
    .replace(/\b(today|yesterday), \d\d:\d\d/g, 'today, 09:30')
    .replace(
      /\b[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\b/g,
      '01a1b2c3-d4e5-7f60-8a9b-0c1d2e3f4a5b',
    )
    .replace(/[^\S\n]+$/gm, '')
}

describe.skipIf(!hasShell)('docs/knowledge.md', () => {
  it('shows what its commands print, typed one after the other', async () => {
    const text = readFileSync(page, 'utf8')
    let count = 0
    const rendered = text.replace(/```console\n([\s\S]*?)```/g, (_, block: string) => {
      const lines = block.split('\n').filter((line) => line.startsWith('$ '))
      count += lines.length
      const shown = lines.map((line) => {
        const output = asOnce(typed(line.replace('$ ', ''))).replace(/^\n+|\n+$/g, '')
        return output === '' ? line : `${line}\n${output}`
      })
      return `\`\`\`console\n${shown.join('\n')}\n\`\`\``
    })
    expect(count).toBeGreaterThan(15)
    await expect(rendered).toMatchFileSnapshot(page)
  }, 120_000)

  it('tells a gap, and no longer once a document covers it', () => {
    const text = readFileSync(page, 'utf8')
    const answers = [...text.matchAll(/^\$ recollect knowledge ask (.+)\n([\s\S]*?)(?=^\$ |^```)/gm)]
    expect(answers.map(([, , answer = '']) => answer.includes('Not covered'))).toEqual([false, true, false])
    expect(answers[0]?.[2]).toContain('Everyone has 25 days of leave a year.')
    expect(answers[2]?.[2]).toContain('Sixteen weeks, also in Portugal.')
  })
})
