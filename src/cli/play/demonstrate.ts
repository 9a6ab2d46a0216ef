import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { homeFolder } from '../../config.js'
import { type Memory, openMemory } from '../../engine.js'
import type { CommandCall, ExitCode } from '../command.js'
import { storeOf } from '../home-of.js'
import { packageVersion } from '../package-version.js'
import { renderFindings } from '../render/findings.js'
import { hitCount, renderHits } from '../render/hits.js'
import { renderImportReport } from '../render/import-report.js'
import { renderPlan, renderReceipt } from '../render/receipt.js'
import { typedAs } from '../typed-as.js'
import { importSample, isUntouched, SAMPLE_QUESTIONS, SAMPLE_USER } from './sample.js'

/**
 * Runs the sample from end to end and prints it: import, questions, forgetting with its proof, and that forgotten
 * stays forgotten. Fails when any of it does not hold. Never touches a memory that is in use.
 */
export async function demonstrate(call: CommandCall): Promise<ExitCode> {
  const home = await homeToShow(call)
  try {
    const engine = await openMemory({ home: home.folder, store: 'file', zone: call.view.zone })
    try {
      call.terminal.out(
        `recollect ${packageVersion()}, shown once from end to end\nin ${home.folder}${home.isTemporary ? ', a temporary folder: your own memory is not touched' : ''}\n`,
      )
      const failures = await showAll(call, engine.as({ user: SAMPLE_USER }))
      call.terminal.out(
        failures.length === 0 ? nextSteps(home, call) : `Did not hold: ${failures.join('; ')}`,
      )
      return failures.length === 0 ? 0 : 1
    } finally {
      await engine.close()
    }
  } finally {
    if (home.isTemporary) await rm(home.folder, { recursive: true, force: true })
  }
}

interface ShowHome {
  readonly folder: string
  readonly isTemporary: boolean
}

/** The configured folder while nobody has played there yet; a temporary one otherwise. */
async function homeToShow({ flags, view }: CommandCall): Promise<ShowHome> {
  const configured = flags.home ?? (process.env['RECOLLECT_HOME'] || undefined)
  if (configured !== undefined && storeOf(flags).engine === 'sqlite') {
    const folder = homeFolder({ RECOLLECT_HOME: configured })
    const engine = await openMemory({ home: folder, store: 'file', zone: view.zone })
    try {
      if (await isUntouched(engine.as({ user: SAMPLE_USER }))) return { folder, isTemporary: false }
    } finally {
      await engine.close()
    }
  }
  return { folder: await mkdtemp(join(tmpdir(), 'recollect-play-')), isTemporary: true }
}

/** Each step, under a heading that says how it is typed. Returns what did not hold. */
async function showAll({ terminal, view }: CommandCall, memory: Memory): Promise<string[]> {
  const failures: string[] = []
  const { style } = view
  const heading = (what: string, typed: string) =>
    terminal.out(`${style.bold(style.accent(`▸ ${what}`))}\n${style.dim(`  recollect ${typed}`)}\n`)
  const hold = (isSo: boolean, what: string) => {
    if (!isSo) failures.push(what)
  }

  heading('Remember a conversation', 'import examples/conversation.jsonl')
  const imported = await importSample(memory)
  hold(imported.added > 0 && imported.skipped === 0, 'the sample is imported')
  terminal.out(`${renderImportReport(imported, view)}\n`)

  heading('Find it again', `search "${SAMPLE_QUESTIONS.secret}"`)
  const before = await memory.search({ question: SAMPLE_QUESTIONS.secret, limit: 2 })
  terminal.out(`${renderHits(before, view)}\n`)
  const secret = before.hits.find(({ text }) => text.includes(SECRET))
  hold(secret !== undefined, 'the secret is found')
  for (const question of [SAMPLE_QUESTIONS.decision, SAMPLE_QUESTIONS.chinese]) {
    terminal.out(`${style.dim(`  recollect search "${question}"`)}\n`)
    const found = await memory.search({ question, limit: 2 })
    hold(found.hits.length > 0, `an answer to: ${question}`)
    terminal.out(`${renderHits(found, view)}\n`)
  }
  if (secret === undefined) return failures

  heading('Forget it for good', `forget ${secret.id}`)
  const plan = await memory.forget({ id: secret.id, preview: true })
  if (plan.preview) terminal.out(`${renderPlan(plan, view)}\n`)
  const receipt = await memory.forget({ id: secret.id })
  if (!receipt.preview) terminal.out(`${renderReceipt(receipt, view)}\n`)
  hold(!receipt.preview && receipt.state === 'physical', 'the receipt says physical')

  heading('Ask again', `search "${SAMPLE_QUESTIONS.secret}"`)
  const after = await memory.search({ question: SAMPLE_QUESTIONS.secret })
  const isGone = !after.hits.some(({ id, text }) => id === secret.id || text.includes(SECRET))
  hold(isGone, 'the forgotten is not found')
  terminal.out(`${renderHits({ hits: after.hits.slice(0, 1) }, view)}\n`)
  if (isGone) terminal.out(`${style.good('Gone.')} None of ${hitCount(after)} holds the code.\n`)

  heading('Import the same file again', 'import examples/conversation.jsonl')
  const again = await importSample(memory)
  hold(again.added === 0 && again.forgotten === 1, 'the forgotten stays forgotten')
  terminal.out(`${renderImportReport(again, view)}\n`)

  heading('Examine the store', 'doctor')
  const report = await memory.doctor({})
  hold(report.isHealthy, 'the store is healthy')
  terminal.out(`${renderFindings(report, view)}\n`)
  return failures
}

/** The digits of the door code in the sample. */
const SECRET = '4711'

function nextSteps({ folder, isTemporary }: ShowHome, { view, flags }: CommandCall): string {
  const here = typedAs({}).here
  const there = isTemporary ? typedAs(flags).here : typedAs({ home: folder }).here
  const lines = [
    isTemporary
      ? `${there} play                    in a terminal: a prompt to play with`
      : `${there} --user ${SAMPLE_USER} search "Lina allergy"`,
    `${there} capture "a note"`,
    `${there} search "a question"`,
    `${there} embed                   then: search --meaning "the same in other words"`,
    `${here} --help`,
  ]
  return [view.style.bold('Your turn'), ...lines.map((line) => `  ${line}`)].join('\n')
}
