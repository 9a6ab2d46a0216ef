import type { Memory } from '../../engine.js'
import { UsageError } from '../arguments/usage-error.js'
import type { CommandCall } from '../command.js'
import { runImport } from '../commands/import.js'
import { renderFindings } from '../render/findings.js'
import { type Hit, renderHits, searchNotes } from '../render/hits.js'
import { renderTrace } from '../render/item.js'
import type { ShownItem } from '../render/place.js'
import { renderPlan, renderReceipt } from '../render/receipt.js'
import { renderStats } from '../render/stats.js'
import { table } from '../render/table.js'
import type { View } from '../render/view.js'
import { renderWhy } from '../render/why.js'
import { type PromptLine, promptCommands } from './prompt-line.js'

/** Whose memory the prompt is in, and what it showed last: numbers in commands mean these. */
export interface PromptState {
  readonly memory: Memory
  readonly user: string
  readonly shown: readonly (ShownItem | Hit)[]
}

type Ask = (question: string) => Promise<boolean>

const HITS_SHOWN = 5

/** Does what a line says and gives the state after it. Throws what the operation throws. */
export async function actOn(
  line: PromptLine,
  state: PromptState,
  call: CommandCall,
  ask: Ask,
): Promise<PromptState> {
  const { memory } = state
  const { terminal, view } = call
  switch (line.does) {
    case 'keep':
      return keep(line.text, state, call)
    case 'ask': {
      const found = await memory.search({ question: line.text, limit: HITS_SHOWN })
      if (found.hits.length > 0) terminal.out(renderHits(found, view, false))
      for (const note of searchNotes(found)) terminal.out(view.style.dim(note))
      return { ...state, shown: found.hits }
    }
    case 'why':
      terminal.out(renderWhy(shownAt(state, line.number), view))
      return state
    case 'show':
      terminal.out(renderTrace(await memory.trace({ id: shownAt(state, line.number).id }), view))
      return state
    case 'forget':
      return forget(shownAt(state, line.number), state, call, ask)
    case 'import':
      await runImport({
        ...call,
        input: { content: line.file },
        open: async () => ({ ...(await call.open()), memory }),
      })
      return state
    case 'stats':
      terminal.out(renderStats(await memory.stats({}), view))
      return state
    case 'doctor':
      terminal.out(renderFindings(await memory.doctor({}), view))
      return state
    case 'help':
      terminal.out(sayHelp(view))
      return state
    case 'not understood':
      throw new UsageError(line.message, line.hint)
    default:
      return state
  }
}

/** What can be typed at the prompt. */
export function sayHelp({ style }: View): string {
  const rows = [
    ['a note', 'is kept as it is'],
    ['a question?', 'is searched for; the question mark makes it one'],
    ...promptCommands.map(([command, takes, does]) => [`${command} ${takes}`.trim(), does]),
  ]
  return table(rows.map(([typed = '', does = '']) => [`  ${style.accent(typed)}`, does])).join('\n')
}

async function keep(text: string, state: PromptState, { terminal, view }: CommandCall): Promise<PromptState> {
  const { id, outcome } = await state.memory.capture({ text })
  const said = outcome === 'added' ? 'Kept.' : 'Known already.'
  terminal.out(view.style.dim(`${said}${tipFor(text)}`))
  return { ...state, shown: [await state.memory.get({ id })] }
}

/** What a person may have meant by a line that was kept. */
function tipFor(text: string): string {
  if (QUESTION_WORD.test(text)) return ' A question ends with ?; /forget 1 takes the note back.'
  const isCommand = /^(?:exit|bye)$/i.test(text) || promptCommands.some(([command]) => command === `/${text}`)
  return isCommand ? ' A command begins with /, e.g. /quit; /forget 1 takes the note back.' : ''
}

async function forget(
  item: ShownItem,
  state: PromptState,
  { terminal, view }: CommandCall,
  ask: Ask,
): Promise<PromptState> {
  const plan = await state.memory.forget({ id: item.id, preview: true })
  if (plan.preview) terminal.out(renderPlan(plan, view))
  if (!(await ask('Forget it? This cannot be undone.'))) {
    terminal.out(view.style.dim('Kept.'))
    return state
  }
  const receipt = await state.memory.forget({ id: item.id })
  if (receipt.preview) throw new TypeError('forgetting answered with a preview')
  terminal.out(renderReceipt(receipt, view))
  return state
}

function shownAt({ shown }: PromptState, number: number): ShownItem | Hit {
  const item = shown[number - 1]
  if (item !== undefined) return item
  throw shown.length === 0
    ? new UsageError('nothing is shown yet', 'ask a question first')
    : new UsageError(`there is no hit ${number}`, `the last answer has 1 to ${shown.length}`)
}

// Only for a friendly word after keeping: it never decides what a line is.
const QUESTION_WORD =
  /^(?:who|what|when|where|why|how|which|did|does|do|is|are|was|were)\b|^(?:谁|什么|哪|怎么|为什么|几)/i
