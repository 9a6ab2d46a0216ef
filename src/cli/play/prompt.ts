import type { Engine, Memory } from '../../engine.js'
import type { CommandCall, ExitCode } from '../command.js'
import { isYes } from '../confirm.js'
import { nameOfPlace, userOf } from '../home-of.js'
import { packageVersion } from '../package-version.js'
import { renderImportReport } from '../render/import-report.js'
import { reportError } from '../report-error.js'
import { counted } from '../wording/spoken-number.js'
import { createLineQueue, type LineQueue } from './line-queue.js'
import { actOn, type PromptState, sayHelp } from './prompt-actions.js'
import { promptCommands, readPromptLine } from './prompt-line.js'
import { importSample, isUntouched, SAMPLE_QUESTIONS, SAMPLE_USER } from './sample.js'

/** Reads a line, does what it says, shows what came of it; until the person leaves. */
export async function openPrompt(call: CommandCall): Promise<ExitCode> {
  const { terminal, flags, view } = call
  const { engine, memory } = await call.open()
  terminal.out(
    `${view.style.bold(`recollect ${packageVersion()}`)}  ${view.style.dim(`your memory is in ${nameOfPlace(flags)}`)}\n`,
  )

  const lines = createLineQueue({
    input: terminal.input,
    output: terminal.results,
    completions: promptCommands.map(([command]) => command),
    interrupt: () => process.emit('SIGINT'),
  })
  try {
    let state = await begin(call, engine, memory, lines)
    for (;;) {
      const line = await lines.next(
        `${state.user === SAMPLE_USER ? 'sample ' : ''}${view.style.accent('›')} `,
      )
      if (line === undefined) break
      const meant = readPromptLine(line)
      if (meant.does === 'quit') break
      try {
        if (meant.does === 'sample') state = await goToSample(call, engine)
        else if (meant.does === 'mine') state = await goHome(call, memory)
        else state = await actOn(meant, state, call, (question) => askYes(lines, question))
      } catch (error) {
        reportError(error, terminal, false)
      }
      terminal.out('')
    }
  } finally {
    lines.close()
  }
  terminal.out(view.style.dim('Everything is kept. Until next time.'))
  return 0
}

/** An empty memory offers the sample; one in use opens at once. */
async function begin(
  call: CommandCall,
  engine: Engine,
  memory: Memory,
  lines: LineQueue,
): Promise<PromptState> {
  const { terminal, view } = call
  if (!(await isUntouched(memory))) {
    const { items } = await memory.stats({})
    terminal.out(
      `${counted(items, 'item')} remembered. Type a note, or a question with ? at its end. /help says the rest.\n`,
    )
    return { memory, user: userOf(call.flags), shown: [] }
  }
  terminal.out('It is empty. There is a sample to play with: 80 messages of Ann, Wei and their assistant.')
  terminal.out(view.style.dim('It lives in a memory of its own and never mixes with yours.'))
  const answer = await lines.next('Open the sample? [Y/n] ')
  terminal.out('')
  if (answer !== undefined && isYes(answer, true)) return goToSample(call, engine)
  terminal.out(`${sayHelp(view)}\n`)
  return { memory, user: userOf(call.flags), shown: [] }
}

async function goToSample({ terminal, view }: CommandCall, engine: Engine): Promise<PromptState> {
  const memory = engine.as({ user: SAMPLE_USER })
  if (await isUntouched(memory)) terminal.out(`${renderImportReport(await importSample(memory), view)}\n`)
  terminal.out('You are in the sample. Ask it something:')
  for (const question of [...Object.values(SAMPLE_QUESTIONS), 'What is Lina allergic to?'])
    terminal.out(`  ${view.style.accent(question)}`)
  terminal.out(
    view.style.dim('then /why 1, /forget 1, ask again; /mine goes to your own memory, /help says the rest\n'),
  )
  return { memory, user: SAMPLE_USER, shown: [] }
}

async function goHome(call: CommandCall, memory: Memory): Promise<PromptState> {
  const { items } = await memory.stats({})
  call.terminal.out(`You are in your own memory: ${counted(items, 'item')}.`)
  return { memory, user: userOf(call.flags), shown: [] }
}

async function askYes(lines: LineQueue, question: string): Promise<boolean> {
  const answer = await lines.next(`${question} [y/N] `)
  return answer !== undefined && isYes(answer, false)
}
