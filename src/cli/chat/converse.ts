import { z } from 'zod'
import { DEFAULT_TASK } from '../../document/tasks/task-documents.js'
import { type Memory, reachOfMemory } from '../../engine.js'
import type { ChatModels, ModelTool, ToolTrouble } from '../../model/chat/chat-models.js'
import { callTool, type ToolCaller } from '../../tools/call-tool.js'
import { instructions } from '../../tools/instructions.js'
import { isGranted, type MemoryTool, memoryTools } from '../../tools/tool.js'

/** A conversation of a person with a model that has their memory. */
export interface Conversation {
  readonly session: string
  readonly models: ChatModels
  /** The person's: what they type is theirs. */
  readonly person: Memory
  /** The agent's: what the model keeps is not. */
  readonly agent: Memory
}

export type Prompt = Awaited<ReturnType<Memory['promptAssemble']>>

export type Answered = (
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly reason: ToolTrouble; readonly detail: string }
) & {
  /** What the model was shown, and why. */
  readonly prompt: Prompt
}

type NewEvent = Parameters<Memory['transcriptAppend']>[0]['events'][number]

/**
 * One question and its answer: the person's words are kept, the prompt is assembled for them, and the model works with
 * the tools of an agent; what it called and said is kept behind them. `called`: told of each tool as it is called.
 */
export async function converse(
  { session, models, person, agent }: Conversation,
  ask: string,
  { signal, called }: { readonly signal: AbortSignal; readonly called: (tool: string) => void },
): Promise<Answered> {
  const append = (events: readonly NewEvent[]) =>
    person.transcriptAppend({ session, channel: 'terminal', events: [...events] })
  await append([{ type: 'message', role: 'user', text: ask }])
  const prompt = await person.promptAssemble({ session, ask, budgetTokens: PROMPT_TOKENS }, { signal })
  const events: NewEvent[] = []
  const reach = reachOfMemory(agent)
  try {
    const answer = await models.askWithTools(reach, {
      role: 'chat',
      system: SYSTEM,
      prompt: prompt.text ?? ask,
      tools: toolsFor(agent, (event) => {
        events.push(event)
        if (event.type === 'tool_call') called(event.tool ?? '')
      }),
      schema: answerShape,
      fromWords: (text) => ({ answer: text }),
      maxSteps: 8,
      maxTokens: 100_000,
      maxOutputTokens: 2_000,
      timeoutMs: 180_000,
      signal,
    })
    if (!answer.ok) {
      await append([...events, cut('failed')])
      return { ok: false, reason: answer.reason, detail: answer.detail, prompt }
    }
    const { answer: text } = answer.value
    await append([...events, { type: 'message', role: 'assistant', text }])
    return { ok: true, text, prompt }
  } catch (error) {
    await append([...events, cut(signal.aborted ? 'aborted' : 'failed')])
    throw error
  }
}

const cut = (ending: 'aborted' | 'failed'): NewEvent => ({
  type: 'message',
  role: 'assistant',
  text: '',
  ending,
})

const answerShape = z.object({ answer: z.string().describe('what the user is told, in plain text') })

/** Those that a conversation is helped by: each stands in every request. */
function toolsFor(agent: Memory, happened: (event: NewEvent) => void): ModelTool[] {
  const { capabilities, actor } = reachOfMemory(agent)
  const caller: ToolCaller = {
    memory: agent,
    task: DEFAULT_TASK,
    grantHint: ({ operation }) => `no agent may here; the user does it in a terminal: ${operation.example}`,
  }
  let calls = 0
  const lent = (tool: MemoryTool): ModelTool => ({
    name: tool.listing.name,
    description: tool.listing.description,
    schema: tool.listing.inputSchema,
    run: async (input) => {
      calls += 1
      const callId = `call-${calls}`
      const about = { tool: tool.listing.name, callId }
      happened({ type: 'tool_call', ...about, text: JSON.stringify(input) ?? '' })
      const { ok, text } = await callTool(tool, caller, input, {})
      happened({ type: 'tool_result', ...about, text, ...(ok ? {} : { isError: true }) })
      return text
    },
  })
  return memoryTools(actor.audience)
    .filter((one) => isGranted(one, capabilities) && OFFERED.has(one.operation.name))
    .map(lent)
}

const OFFERED: ReadonlySet<string> = new Set([
  'memory.capture',
  'memory.search',
  'memory.get',
  'memory.facts',
  'memory.graph',
  'memory.people',
  'memory.projects',
  'memory.decisions',
  'memory.instructions',
  'record.save',
  'record.update',
  'record.read',
  'record.recall',
  'knowledge.ask',
])

const PROMPT_TOKENS = 8_000
const SYSTEM = `You talk with a person in their terminal, and you have their memory. Answer briefly, in their language, in plain text without Markdown. What the memory already shows in the prompt need not be looked up again.

${instructions}`
