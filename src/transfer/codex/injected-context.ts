import { clip } from '../../text/clip.js'

/** Whether Codex itself wrote a `user` message: instructions, the surroundings, skills, an interruption. */
export function isInjected(text: string): boolean {
  const start = clip(text.trimStart(), 80)
  return INJECTED.some((beginning) => start.startsWith(beginning))
}

/** The working folder of what tells of the surroundings. */
export function workingFolderIn(text: string): string | undefined {
  const match = /<cwd>([^<\n]{1,1000})<\/cwd>|^Current working directory: ([^\n]{1,1000})$/m.exec(text)
  return (match?.[1] ?? match?.[2])?.trim()
}

const INJECTED = [
  '<environment_context>',
  '<user_instructions>',
  '<INSTRUCTIONS>',
  '# AGENTS.md instructions',
  '<permissions',
  '<collaboration_mode>',
  '<skill>',
  '<skills_instructions>',
  '<turn_aborted>',
  '<user_action>',
  '<user_shell_command>',
  '<subagent_notification>',
]
