import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import { useRecollectHere } from '../cli/recollect-here.js'

export const hasShell = spawnSync('sh', ['-c', 'exit 0']).status === 0

/** A page of docs/ whose commands are typed in a folder of its own. */
export interface TypedPage {
  readonly folder: string
  readonly page: string
  text(): string
  /** The page with what its commands print, typed one after the other. */
  rendered(): Promise<string>
}

export function useTypedPage(name: string): TypedPage {
  const { run } = useRecollectHere()
  const page = join(import.meta.dirname, '..', '..', 'docs', name)
  const folder = mkdtempSync(join(tmpdir(), 'recollect-page-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  async function typed(line: string): Promise<string> {
    const { code, seen } = line.startsWith('recollect ') ? await here(line) : inShell(line)
    expect({ line, code, seen: code === 0 ? '' : seen }).toEqual({ line, code: 0, seen: '' })
    return seen
  }

  async function here(line: string) {
    const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '')
    const { code, out, notes } = await run(words.slice(1), { cwd: folder })
    return { code, seen: out + notes }
  }

  function inShell(line: string) {
    const { status, stdout, stderr } = spawnSync('sh', ['-c', line], { cwd: folder, encoding: 'utf8' })
    return { code: status, seen: stdout + stderr }
  }

  const text = () => readFileSync(page, 'utf8')
  return {
    folder,
    page,
    text,
    async rendered() {
      const outputs = new Map<string, string[]>()
      for (const command of text().match(/^\$ .+$/gm) ?? []) {
        const output = asOnce(await typed(command.replace('$ ', '')), folder).replace(/^\n+|\n+$/g, '')
        outputs.set(command, [...(outputs.get(command) ?? []), output])
      }
      return text().replace(/```console\n([\s\S]*?)```/g, (_, block: string) => {
        const shown = block
          .split('\n')
          .filter((line) => line.startsWith('$ '))
          .map((line) => [line, outputs.get(line)?.shift() ?? ''].filter((part) => part !== '').join('\n'))
        return `\`\`\`console\n${shown.join('\n')}\n\`\`\``
      })
    },
  }
}

/** What differs from one run to the next is shown as it once was. */
function asOnce(output: string, folder: string): string {
  return output
    .replaceAll(folder, '/home/ann')
    .replace(/\b(today|yesterday), \d\d:\d\d/g, 'today, 09:30')
    .replace(/\[memory \d{4}-\d\d-\d\d /g, '[memory 2026-05-01 ')
    .replace(/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, '2026-05-01T09:30:00.000Z')
    .replace(
      /\b[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\b/g,
      '01a1b2c3-d4e5-7f60-8a9b-0c1d2e3f4a5b',
    )
    .replace(/[^\S\n]+$/gm, '')
}
