import { PassThrough } from 'node:stream'
import { run } from '../../src/cli/run.js'
import type { Terminal } from '../../src/cli/terminal.js'
import { createStyle } from '../../src/cli/wording/style.js'
import type { Ran } from './recollect.js'

/** Runs a line in this process for a person who sits at a terminal, and types what is given when asked. */
export async function atTerminal(argv: readonly string[], typed = '', columns = 100): Promise<Ran> {
  const input = new PassThrough()
  input.end(typed)
  const out: string[] = []
  const notes: string[] = []
  const asked = new PassThrough()
  asked.on('data', (chunk) => notes.push(String(chunk)))
  const terminal = {
    isInteractive: true,
    isPiped: false,
    canRedraw: false,
    columns,
    style: createStyle(false),
    noteStyle: createStyle(false),
    input,
    notes: asked,
    results: new PassThrough().resume(),
    out: (text: string) => out.push(`${text}\n`),
    note: (text: string) => notes.push(`${text}\n`),
  } as unknown as Terminal
  const code = await run(argv, terminal)
  return { code, out: out.join(''), notes: notes.join('') }
}
