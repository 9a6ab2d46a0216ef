import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { useRecollectHere } from '../cli/recollect-here.js'

const { run } = useRecollectHere()
const page = join(import.meta.dirname, '..', '..', 'docs', 'knowledge.md')
const place = mkdtempSync(join(tmpdir(), 'recollect-page-'))
afterAll(() => rmSync(place, { recursive: true, force: true }))

const hasShell = spawnSync('sh', ['-c', 'exit 0']).status === 0

/** Types a line as it stands, and gives what a person sees. */
async function typed(line: string): Promise<string> {
  const { code, seen } = line.startsWith('recollect ') ? await here(line) : inShell(line)
  expect({ line, code, seen: code === 0 ? '' : seen }).toEqual({ line, code: 0, seen: '' })
  return seen
}

async function here(line: string) {
  const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '')
  const { code, out, notes } = await run(words.slice(1), { cwd: place })
  return { code, seen: out + notes }
}

function inShell(line: string) {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', line], { cwd: place, encoding: 'utf8' })
  return { code: status, seen: stdout + stderr }
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
    const commands = text.match(/^\$ .+$/gm) ?? []
    expect(commands.length).toBeGreaterThan(15)
    const outputs = new Map<string, string[]>()
    for (const command of commands) {
      const output = asOnce(await typed(command.replace('$ ', ''))).replace(/^\n+|\n+$/g, '')
      outputs.set(command, [...(outputs.get(command) ?? []), output])
    }
    const rendered = text.replace(/```console\n([\s\S]*?)```/g, (_, block: string) => {
      const shown = block
        .split('\n')
        .filter((line) => line.startsWith('$ '))
        .map((line) => [line, outputs.get(line)?.shift() ?? ''].filter((part) => part !== '').join('\n'))
      return `\`\`\`console\n${shown.join('\n')}\n\`\`\``
    })
    await expect(rendered).toMatchFileSnapshot(page)
  }, 60_000)

  it('tells a gap, and no longer once a document covers it', () => {
    const text = readFileSync(page, 'utf8')
    const answers = [...text.matchAll(/^\$ recollect knowledge ask (.+)\n([\s\S]*?)(?=^\$ |^```)/gm)]
    expect(answers.map(([, , answer = '']) => answer.includes('Not covered'))).toEqual([false, true, false])
    expect(answers[0]?.[2]).toContain('Everyone has 25 days of leave a year.')
    expect(answers[2]?.[2]).toContain('Sixteen weeks, also in Portugal.')
  })
})
