import { chatModelsOf } from '../../engine.js'
import { MemoryError } from '../../errors.js'
import { UsageError } from '../arguments/usage-error.js'
import type { CommandCall, ExitCode } from '../command.js'
import { userOf } from '../home-of.js'
import { createLineQueue } from '../play/line-queue.js'
import { wrapped } from '../render/described.js'
import { renderPromptTable } from '../render/prompt.js'
import { reportError } from '../report-error.js'
import { tell } from '../tell.js'
import { withInterrupt } from '../with-interrupt.js'
import { printable, printableLine } from '../wording/printable.js'
import { type Answered, type Conversation, converse, type Prompt } from './converse.js'

/** Talks until the person leaves. Throws `model_unavailable` where no model is configured. */
export async function runChat(call: CommandCall): Promise<ExitCode> {
  const { terminal, view, flags, input } = call
  if (flags.json) throw new UsageError('chat is for people', 'every other command answers with --json')
  const { engine, memory: person, workspace } = await call.open()
  const models = chatModelsOf(engine)
  const name = models.nameOf('chat')
  if (name === undefined) throw noModel()
  const agent = engine.as({
    user: userOf(flags),
    agent: 'recollect-chat',
    ...(workspace === undefined ? {} : { workspace }),
    ...(flags.worker === undefined ? {} : { worker: flags.worker }),
  })
  const session = typeof input['session'] === 'string' ? input['session'] : newSession(view.zone)
  const conversation: Conversation = { session, models, person, agent }
  tell(
    terminal,
    `${name} has your memory here; the session is ${session}. /why shows what it was shown, /quit ends.`,
  )

  const lines = createLineQueue({
    input: terminal.input,
    output: terminal.results,
    completions: ['/why', '/quit'],
    interrupt: () => process.emit('SIGINT'),
  })
  let last: Prompt | undefined
  try {
    for (;;) {
      const line = (await lines.next(terminal.isPiped ? '' : `${view.style.accent('›')} `))?.trim()
      if (line === undefined || line === '/quit') break
      if (line === '') continue
      try {
        if (line === '/why')
          terminal.out(last === undefined ? 'Nothing was asked yet.' : renderPromptTable(last, view))
        else if (/^\/[a-z]+$/.test(line)) tell(terminal, `there is no ${printableLine(line)}: /why, /quit`)
        else last = await answerLine(conversation, line, call)
      } catch (error) {
        reportError(error, terminal, false)
      }
    }
  } finally {
    lines.close()
  }
  return 0
}

/** Answers, and says what the model was shown. Undefined where the person stopped it. */
async function answerLine(
  conversation: Conversation,
  line: string,
  { terminal, view }: CommandCall,
): Promise<Prompt | undefined> {
  const called = (tool: string) => terminal.note(terminal.noteStyle.dim(`  ${tool}`))
  const answered: Answered | undefined = await withInterrupt((signal) =>
    converse(conversation, line, { signal, called }),
  )
  if (answered === undefined) {
    tell(terminal, 'stopped; what was said so far is kept')
    return undefined
  }
  if (answered.ok)
    terminal.out(
      printable(answered.text)
        .split('\n')
        .flatMap((one) => wrapped(one, view.columns))
        .join('\n'),
    )
  else terminal.note(`${terminal.noteStyle.bad('recollect:')} ${printable(answered.detail)}`)
  return answered.prompt
}

function noModel(): MemoryError {
  return new MemoryError(
    'model_unavailable',
    'no chat model is configured',
    'set RECOLLECT_MODEL, like ollama:qwen3, anthropic:MODEL or openai-compatible:URL#MODEL, or `model` in config.json: docs/models.md',
  )
}

/** A session of its own, by which it is found again. */
function newSession(zone: string): string {
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  return `chat ${day.format(new Date())}`
}
