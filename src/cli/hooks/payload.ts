/** Programs whose hooks are understood; where a client's fields are written down is told in docs/coding-agents.md. */
export const hookClients = ['claude-code', 'codex', 'gemini', 'cursor'] as const

export type HookClient = (typeof hookClients)[number]

/** What a hook can be called for. `response`: the assistant has said something, and may go on. */
export const hookActions = ['session-start', 'prompt', 'tool', 'response', 'stop'] as const

export type HookAction = (typeof hookActions)[number]

/** What a client tells a hook, in one shape for all of them. */
export interface HookPayload {
  readonly session: string
  /** The folder that the client works in. */
  readonly folder: string | undefined
  readonly transcript: string | undefined
  /** By which a repeat of the same call is known; undefined where the client gives nothing of the kind. */
  readonly moment: string | undefined
  readonly prompt: string | undefined
  readonly tool: ToolUse | undefined
  /** What the assistant said last. */
  readonly said: string | undefined
  /** The sub-agent that calls, where it is one. */
  readonly subagent: string | undefined
}

export interface ToolUse {
  readonly name: string
  readonly id: string | undefined
  readonly input: string
  readonly output: string
  readonly isError: boolean
  readonly path: string | undefined
}

/** Reads what a client writes to a hook. Null for what is no object with a session: there is nothing to go by. */
export function readPayload(value: unknown): HookPayload | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const fields = value as Fields
  // Cursor calls it a conversation; it may tell a session too, which is the same.
  const session = textOf(fields, 'session_id') ?? textOf(fields, 'conversation_id')
  if (session === undefined || session.trim() === '') return null
  const folders = fields['workspace_roots']
  return {
    session,
    folder: textOf(fields, 'cwd') ?? (Array.isArray(folders) ? onlyText(folders[0]) : undefined),
    transcript: textOf(fields, 'transcript_path'),
    moment: ['prompt_id', 'turn_id', 'generation_id', 'timestamp']
      .map((name) => textOf(fields, name))
      .find(Boolean),
    prompt: textOf(fields, 'prompt'),
    tool: toolOf(fields),
    said:
      textOf(fields, 'last_assistant_message') ?? textOf(fields, 'prompt_response') ?? textOf(fields, 'text'),
    subagent: textOf(fields, 'agent_id'),
  }
}

type Fields = Readonly<Record<string, unknown>>

function toolOf(fields: Fields): ToolUse | undefined {
  const name = textOf(fields, 'tool_name')
  if (name === undefined || name === '') return undefined
  const { tool_input: input } = fields
  const output = fields['tool_response'] ?? fields['tool_output'] ?? fields['error'] ?? ''
  return {
    name,
    id: textOf(fields, 'tool_use_id'),
    input: asText(input),
    output: outputText(output),
    isError: fields['error'] !== undefined || isFailure(output),
    path: pathOf(input),
  }
}

/** What a tool said, out of the shapes that clients wrap it in; else all of it as JSON. */
function outputText(output: unknown): string {
  if (typeof output !== 'object' || output === null || Array.isArray(output)) return asText(output)
  const fields = output as Fields
  const said = ['stdout', 'stderr', 'output', 'llmContent', 'content', 'result']
    .map((name) => fields[name])
    .filter((one) => typeof one === 'string' && one !== '')
  return said.length > 0 ? said.join('\n') : asText(output)
}

function isFailure(output: unknown): boolean {
  if (typeof output !== 'object' || output === null) return false
  const { is_error: isError, error, exit_code: code } = output as Fields
  return (
    isError === true || (error !== undefined && error !== null) || (typeof code === 'number' && code !== 0)
  )
}

function pathOf(input: unknown): string | undefined {
  if (typeof input !== 'object' || input === null) return undefined
  const path = ['file_path', 'notebook_path', 'path', 'absolute_path']
    .map((name) => textOf(input as Fields, name))
    .find((one) => one !== undefined && one !== '')
  return path !== undefined && path.length <= PATH_MAX_CHARS ? path : undefined
}

const PATH_MAX_CHARS = 4_096

function asText(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function textOf(fields: Fields, name: string): string | undefined {
  return onlyText(fields[name])
}

function onlyText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
