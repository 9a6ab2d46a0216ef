import { generateText, jsonSchema, stepCountIs, type ToolSet, tool, wrapLanguageModel } from 'ai'
import type { ChatReply, ModelFailure, WorkRequest } from '../chat-model.js'
import type { ModelTool } from '../chat-models.js'
import type { ChatEndpoint } from '../chat-setting.js'
import { endingOf, spentOf } from './ask-server.js'
import { boundSchema } from './bound-schema.js'
import { serverCall } from './server-call.js'

/** A model of a provider package, as the AI SDK takes it. */
export type ToolModel = Parameters<typeof wrapLanguageModel>[0]['model']

export interface LoopOptions {
  readonly endpoint: ChatEndpoint
  readonly request: WorkRequest
  now(): number
  connect(fetch: typeof globalThis.fetch): ToolModel
}

/**
 * Lets a model call tools until it calls `answer` with what can be taken for one, or says it as text. Undefined where its
 * steps were not enough. Throws {@link ModelFailure}, or the reason of the aborted signal.
 */
export async function toolLoop({
  endpoint,
  request,
  now,
  connect,
}: LoopOptions): Promise<ChatReply | undefined> {
  const { system, prompt, maxOutputTokens, timeoutMs, signal, maxSteps } = request
  const call = serverCall({ endpoint, timeoutMs, signal, now })
  const answer = answerTool(request)
  // A model may call what every object has: `constructor`.
  const offered: ToolSet = Object.assign(Object.create(null), lent(request), { [ANSWER]: answer.tool })
  const described = JSON.stringify([...request.tools, request.schema])
  let isLast = false
  let ending: ChatReply['ending'] = 'whole'

  const model = wrapLanguageModel({
    model: connect(call.fetch),
    middleware: {
      specificationVersion: 'v3',
      // Said to the server alone: the SDK would throw all away where a server does not heed it.
      transformParams: async ({ params }) =>
        isLast ? { ...params, toolChoice: { type: 'tool', toolName: ANSWER } } : params,
      wrapGenerate: async ({ doGenerate, params }) => {
        const { generated } = await request.step(JSON.stringify(params.prompt) + described, async () => {
          try {
            const made = await doGenerate()
            const { text, usage } = spentOf(made)
            return {
              text: text + calledWith(made.content),
              ...(usage === undefined ? {} : { usage }),
              generated: made,
            }
          } catch (error) {
            throw call.failureOf(error)
          }
        })
        ending = endingOf(generated)
        // The SDK writes warnings to the console, where a server may speak its protocol.
        return { ...generated, warnings: [] }
      },
    },
  })
  const { text, steps } = await generateText({
    model,
    system,
    prompt,
    tools: offered,
    maxOutputTokens,
    // One more try where it is safe is made by the step.
    maxRetries: 0,
    abortSignal: signal,
    stopWhen: [stepCountIs(maxSteps), () => answer.accepted() !== undefined],
    prepareStep: ({ stepNumber, messages }) => {
      isLast = stepNumber === maxSteps - 1 || request.isLast(system + JSON.stringify(messages) + described)
      return isLast ? { activeTools: [ANSWER], system: `${system}\n\n${LAST}` } : {}
    },
    experimental_include: { requestBody: false, responseBody: false },
  })
  const accepted = answer.accepted()
  if (accepted !== undefined) return { text: JSON.stringify(accepted), ending: 'whole' }
  const isAtWork = (steps.at(-1)?.toolCalls.length ?? 0) > 0 && ending === 'whole'
  return isAtWork ? answer.refused() : { text, ending }
}

const ANSWER = 'answer'
const LAST = 'This is your last step: call answer now, with what you have found.'

function lent({ tools }: WorkRequest): ToolSet {
  return Object.fromEntries(
    tools.map(({ name, description, schema, run }: ModelTool) => [
      name,
      tool({
        description,
        inputSchema: jsonSchema(boundSchema(schema).schema),
        execute: (input) => run(input),
      }),
    ]),
  )
}

/** How a model answers; what is none it is told, and may mend in a further step. */
function answerTool({ schema, check }: WorkRequest) {
  let accepted: unknown
  let refused: unknown
  return {
    accepted: () => accepted,
    refused: (): ChatReply | undefined =>
      refused === undefined ? undefined : { text: JSON.stringify(refused), ending: 'whole' },
    tool: tool({
      description: 'Gives the answer, and ends the work. Call it once.',
      inputSchema: jsonSchema(boundSchema(schema).schema),
      execute: async (input) => {
        const problem = check(input)
        if (problem === undefined) {
          accepted ??= input
          return 'taken'
        }
        refused = input
        return `not taken: ${problem}`
      },
    }),
  }
}

/** What the model gave its tools is said as well, where no server counts it. */
function calledWith(content: readonly { readonly type: string; readonly input?: unknown }[]): string {
  return content.map(({ type, input }) => (type === 'tool-call' ? String(input) : '')).join('')
}
