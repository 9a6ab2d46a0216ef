import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openMemory } from '../../engine.js'
import type { CommandCall, ExitCode } from '../command.js'
import { wrapped } from '../render/described.js'
import { printable } from '../wording/printable.js'
import { counted } from '../wording/spoken-number.js'
import { story } from './story.js'
import { type Chapter, takeTour } from './take-tour.js'

/** Takes the tour on an empty store in a temporary folder, and prints it as it goes. Fails when something does not hold. */
export async function runTour(call: CommandCall): Promise<ExitCode> {
  const { terminal, view, flags } = call
  const home = await mkdtemp(join(tmpdir(), 'recollect-tour-'))
  const chapters: Chapter[] = []
  try {
    const open = (embedder: 'as configured' | 'off') =>
      openMemory({ home, store: 'file', zone: view.zone, ...(embedder === 'off' ? { embedder } : {}) })
    if (!flags.json) terminal.out(`Five conversations on an empty store in ${home}\n`)
    for await (const chapter of takeTour({ open }, story)) {
      chapters.push(chapter)
      if (!flags.json) terminal.out(renderChapter(chapter, chapters.length, call))
    }
  } finally {
    await rm(home, { recursive: true, force: true })
  }
  const failed = chapters.flatMap(({ checks }) => checks.filter(({ holds }) => !holds))
  if (flags.json) terminal.out(JSON.stringify({ chapters, holds: failed.length === 0 }, null, 2))
  else
    terminal.out(
      failed.length === 0
        ? view.style.good('All of it holds.')
        : view.style.bad(`${counted(failed.length, 'thing')} did not hold.`),
    )
  return failed.length === 0 ? 0 : 1
}

function renderChapter({ title, told, checks }: Chapter, number: number, { view }: CommandCall): string {
  const { style, columns } = view
  const lines = told.flatMap(({ typed, lines: answer }) => [
    ...wrapped(`recollect ${printable(typed)}`, columns - 2).map((line) => `  ${style.dim(line)}`),
    ...answer.flatMap((line) => wrapped(printable(line), columns - 4).map((part) => `    ${part}`)),
  ])
  const marks = checks.map(
    ({ what, holds }) => `  ${holds ? style.good('✓') : style.bad('✗')} ${printable(what)}`,
  )
  return [style.bold(style.accent(`▸ ${number}  ${title}`)), ...lines, '', ...marks, ''].join('\n')
}
