import { MemoryError } from '../../errors.js'
import { UsageError } from '../arguments/usage-error.js'
import type { CommandCall, ExitCode } from '../command.js'
import { homeOf } from '../home-of.js'
import { hookAnswer, takesContext } from '../hooks/answer.js'
import { CHANNEL, contextAtStart, contextForPrompt } from '../hooks/context-of.js'
import { eventsOf } from '../hooks/events-of.js'
import { logHook } from '../hooks/hook-log.js'
import { lastSaid, sizeOf } from '../hooks/last-said.js'
import { type HookAction, type HookClient, type HookPayload, readPayload } from '../hooks/payload.js'
import { readPiped } from '../read-piped.js'

/**
 * Answers a hook of a coding agent. Whatever goes wrong, the agent goes on as if there were no hook: nothing on standard
 * output, exit code 0, and the reason in `hook.log` of the home folder, without a word of what was said.
 */
export async function runHook(call: CommandCall): Promise<ExitCode> {
  const { terminal, input, flags } = call
  if (!terminal.isPiped)
    throw new UsageError(
      'a coding agent runs this, and writes to its standard input',
      'recollect setup puts it in place',
    )
  const action = String(input['action']) as HookAction
  const client = String(input['client'] ?? 'claude-code') as HookClient
  const trouble = (reason: string) => {
    if (!flags.quiet) terminal.note(`recollect hook ${action}: ${reason}`)
    logHook(homeOf(flags), `${client} ${action}: ${reason}`)
  }
  const limit = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), LIMITS_MS[action])
  })
  try {
    let answer = ''
    const work = perform(call, action, client, {
      signal: limit.signal,
      trouble,
      answers: (found) => {
        answer = found
      },
    })
    const ended = await Promise.race([work, late])
    if (answer !== '') terminal.out(answer)
    if (ended === 'late') {
      limit.abort()
      trouble(`not done in ${LIMITS_MS[action] / 1_000} seconds`)
      // Closing would wait for what is still going on, and the agent with it.
      terminal.results.write('', () => process.exit(0))
    }
    // Closing may wait for another process, and what was read is worth no waiting for.
    else if (terminal.results === process.stdout) setTimeout(() => process.exit(0), CLOSING_MS).unref()
  } catch (error) {
    trouble(reasonOf(error))
  } finally {
    clearTimeout(timer)
  }
  return 0
}

/** A person waits for all of these but the last. */
const LIMITS_MS: Readonly<Record<HookAction, number>> = {
  'session-start': 5_000,
  prompt: 4_000,
  tool: 5_000,
  response: 5_000,
  stop: 12_000,
}

const CLOSING_MS = 1_500

interface Performing {
  readonly signal: AbortSignal
  readonly trouble: (reason: string) => void
  /** Told as soon as it is known: keeping the call may take longer than there is time. */
  readonly answers: (answer: string) => void
}

async function perform(
  call: CommandCall,
  action: HookAction,
  client: HookClient,
  { signal, trouble, answers }: Performing,
): Promise<void> {
  const given = payloadIn(await readPiped(call.terminal.input, PAYLOAD_MAX_BYTES))
  const payload = await completed(action, given, trouble)
  const session = `${client}/${payload.session}`
  const { engine, memory } = await call.open()
  answers(hookAnswer(client, action, await contextOf()))
  const events = eventsOf(action, payload, payload.moment ?? (await momentOf(payload)))
  if (events.length > 0) await memory.transcriptAppend({ session, channel: CHANNEL, events }, { signal })
  if (action === 'stop') {
    const { outcome, detail, reason } = await memory.extract({ session }, { signal })
    if (outcome === 'failed') trouble(`extraction: ${detail ?? reason}`)
  }

  /** Before the prompt itself is kept: it would find itself. Its failure keeps nothing from being recorded. */
  async function contextOf(): Promise<string> {
    if (!takesContext(client, action)) return ''
    try {
      if (action === 'session-start') return await contextAtStart(engine, memory, payload.folder, call.flags)
      return payload.prompt === undefined ? '' : await contextForPrompt(memory, payload.prompt, session)
    } catch (error) {
      trouble(reasonOf(error))
      return ''
    }
  }
}

function payloadIn(text: string): HookPayload {
  let payload: HookPayload | null
  try {
    payload = readPayload(JSON.parse(text))
  } catch (error) {
    throw new MemoryError('invalid_input', 'standard input is no JSON', undefined, { cause: error })
  }
  if (payload === null)
    throw new MemoryError(
      'invalid_input',
      'standard input is no payload of a hook: an object with session_id',
    )
  return payload
}

/** For the log: what other errors say may be of what was said. */
function reasonOf(error: unknown): string {
  if (error instanceof MemoryError) return `${error.code}: ${error.message}`
  const code = error instanceof Error && 'code' in error ? ` ${String(error.code)}` : ''
  return `${error instanceof Error ? error.name : typeof error}${code}`
}

/** More is no output that a client hands on. */
const PAYLOAD_MAX_BYTES = 32_000_000

/** A client that does not say what the assistant said has it in its transcript. */
async function completed(
  action: HookAction,
  payload: HookPayload,
  trouble: (reason: string) => void,
): Promise<HookPayload> {
  if (action !== 'stop' || payload.said !== undefined || payload.transcript === undefined) return payload
  try {
    return { ...payload, said: await lastSaid(payload.transcript) }
  } catch (error) {
    trouble(`the transcript cannot be read: ${reasonOf(error)}`)
    return payload
  }
}

/** By what the same call is known where the client says no time of it: how long its transcript is, else the minute. */
async function momentOf({ transcript }: HookPayload): Promise<string> {
  try {
    if (transcript !== undefined) return `size ${await sizeOf(transcript)}`
  } catch {
    // Nothing was written yet: then the minute must do.
  }
  return `minute ${Math.floor(Date.now() / 60_000)}`
}
