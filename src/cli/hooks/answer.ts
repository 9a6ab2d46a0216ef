import type { HookAction, HookClient } from './payload.js'

/** What a client takes as something to put before the model; what it takes for nothing where there is nothing to say. */
export function hookAnswer(client: HookClient, action: HookAction, context: string): string {
  const event = events[client][action]
  // These two read what is written as JSON, always.
  if (context === '' || event === undefined) return client === 'gemini' || client === 'cursor' ? '{}' : ''
  return JSON.stringify(
    client === 'cursor'
      ? { additional_context: context }
      : { hookSpecificOutput: { hookEventName: event, additionalContext: context } },
  )
}

/** The event of a client that can add context for each action; Cursor takes none with a prompt. */
const events: Readonly<Record<HookClient, Readonly<Partial<Record<HookAction, string>>>>> = {
  'claude-code': { 'session-start': 'SessionStart', prompt: 'UserPromptSubmit' },
  codex: { 'session-start': 'SessionStart', prompt: 'UserPromptSubmit' },
  gemini: { 'session-start': 'SessionStart', prompt: 'BeforeAgent' },
  cursor: { 'session-start': 'sessionStart' },
}

/** Whether context that is found for this action can be given to the model at all. */
export function takesContext(client: HookClient, action: HookAction): boolean {
  return events[client][action] !== undefined
}
