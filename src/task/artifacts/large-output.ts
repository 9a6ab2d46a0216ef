import { MAX_TEXT_CHARS } from '../../items/add.js'
import type { EventType } from '../event.js'

/** What a shell prints stays in the transcript up to this many UTF-16 units. */
export const SHELL_OUTPUT_MAX_CHARS = 30_000
/** What other tools answer, and what files held, up to this many bytes of UTF-8. */
export const OUTPUT_MAX_BYTES = 50 * 1024
/** No output is larger, in bytes of UTF-8: it is refused, never cut. */
export const ARTIFACT_MAX_BYTES = 64 * 1024 * 1024

/** The names that runtimes give to the tool that runs a command; the only place that knows them. */
const SHELL_TOOLS: ReadonlySet<string> = new Set([
  'bash',
  'bash_tool',
  'shell',
  'local_shell',
  'shell_command',
  'exec',
  'exec_command',
  'execute_command',
  'run_command',
  'run_shell_command',
  'run_in_terminal',
  'run_terminal',
  'run_terminal_cmd',
  'terminal',
])

/** Whether a tool runs commands, by its name: its end is then worth more than its beginning. */
export function isShellTool(tool: string | undefined): boolean {
  return tool !== undefined && SHELL_TOOLS.has(tool.trim().toLowerCase())
}

export interface Output {
  readonly type: EventType
  readonly text: string
  readonly isShell: boolean
}

/** Whether an event's text is kept as an artifact, and the event holds a pointer to it (DESIGN §8). */
export function isLargeOutput({ type, text, isShell }: Output): boolean {
  if (type === 'title') return false
  const isOutput = type === 'tool_result' || type === 'file_snapshot'
  // What was said stays whole in its place, as far as an item holds it.
  if (!isOutput || text.length > MAX_TEXT_CHARS) return text.length > MAX_TEXT_CHARS
  if (isShell) return text.length > SHELL_OUTPUT_MAX_CHARS
  if (text.length * UTF8_BYTES_PER_UNIT <= OUTPUT_MAX_BYTES) return false
  return text.length > OUTPUT_MAX_BYTES || Buffer.byteLength(text, 'utf8') > OUTPUT_MAX_BYTES
}

/** At most: three for most of the world's letters, four for two units. */
const UTF8_BYTES_PER_UNIT = 3
