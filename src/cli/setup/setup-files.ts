import { join } from 'node:path'
import { clientConfig, quoted, type ServerCommand } from '../client-config.js'
import type { HookAction, HookClient } from '../hooks/payload.js'
import { holdsEntry, type JsonEntry, withEntries, withoutEntries } from './edit-json.js'
import { holdsTable, withoutTable, withTable } from './edit-toml.js'

/** A settings file of a client, and what is ours in it. */
export interface SetupFile {
  readonly path: string
  /** For a person to put in by hand. */
  readonly paste: string
  /** Null where the file is in a form that is not understood. */
  with(text: string | null): string | null
  without(text: string): string | null
  holds(text: string): boolean
}

/** The files that a client is set up by: the memory server for it, and its hooks. */
export function setupFiles(
  client: HookClient,
  home: string,
  server: ServerCommand,
  hookWords: readonly string[],
): SetupFile[] {
  const hooks = hookEntries(client, (action) =>
    [server.command, ...hookWords, 'hook', action, '--client', client]
      .map((word) => quoted(word, process.platform))
      .join(' '),
  )
  const { command, args, env } = server
  const value = { command, args, ...(env === undefined ? {} : { env }) }
  const mcp: JsonEntry = {
    path: ['mcpServers', 'recollect'],
    value: client === 'gemini' ? value : { type: 'stdio', ...value },
  }
  switch (client) {
    case 'claude-code':
      return [
        jsonFile(join(home, '.claude.json'), {}, [mcp]),
        jsonFile(join(home, '.claude', 'settings.json'), {}, hooks),
      ]
    case 'gemini':
      return [jsonFile(join(home, '.gemini', 'settings.json'), {}, [mcp, ...hooks])]
    case 'cursor':
      return [
        jsonFile(join(home, '.cursor', 'mcp.json'), {}, [mcp]),
        jsonFile(join(home, '.cursor', 'hooks.json'), { version: 1 }, hooks),
      ]
    case 'codex':
      return [
        tomlFile(
          join(home, '.codex', 'config.toml'),
          'mcp_servers.recollect',
          clientConfig('codex', server).text,
        ),
        jsonFile(join(home, '.codex', 'hooks.json'), {}, hooks),
      ]
  }
}

/** Which event of a client each action answers. */
const events: Readonly<Record<HookClient, readonly (readonly [event: string, action: HookAction])[]>> = {
  'claude-code': [
    ['SessionStart', 'session-start'],
    ['UserPromptSubmit', 'prompt'],
    ['PostToolUse', 'tool'],
    ['PostToolUseFailure', 'tool'],
    ['Stop', 'stop'],
  ],
  codex: [
    ['SessionStart', 'session-start'],
    ['UserPromptSubmit', 'prompt'],
    ['PostToolUse', 'tool'],
    ['Stop', 'stop'],
  ],
  gemini: [
    ['SessionStart', 'session-start'],
    ['BeforeAgent', 'prompt'],
    ['AfterTool', 'tool'],
    ['AfterAgent', 'stop'],
  ],
  cursor: [
    ['sessionStart', 'session-start'],
    ['beforeSubmitPrompt', 'prompt'],
    ['postToolUse', 'tool'],
    ['postToolUseFailure', 'tool'],
    ['afterAgentResponse', 'response'],
    ['stop', 'stop'],
  ],
}

/** Longer than a hook takes by its own limit. Gemini counts milliseconds, the others seconds. */
const TIMEOUT_SECONDS = 15

function hookEntries(client: HookClient, commandFor: (action: HookAction) => string): JsonEntry[] {
  return events[client].map(([event, action]) => {
    const command = commandFor(action)
    const timeout = client === 'gemini' ? TIMEOUT_SECONDS * 1_000 : TIMEOUT_SECONDS
    return {
      path: ['hooks', event],
      isOurs,
      value: client === 'cursor' ? { command, timeout } : { hooks: [{ type: 'command', command, timeout }] },
    }
  })
}

/** An element that runs our hooks and nothing else. */
function isOurs(element: unknown): boolean {
  const { command, hooks } = (element ?? {}) as { command?: unknown; hooks?: unknown }
  if (Array.isArray(hooks)) return hooks.length > 0 && hooks.every(isOurs)
  return typeof command === 'string' && OURS.test(command)
}

const OURS = /recollect(?:\.js)?\b.*\shook\s(?:session-start|prompt|tool|response|stop)\s--client\s/

function jsonFile(
  path: string,
  base: Readonly<Record<string, unknown>>,
  entries: readonly JsonEntry[],
): SetupFile {
  return {
    path,
    paste: (withEntries(null, base, entries) ?? '').trimEnd(),
    with: (text) => withEntries(text, base, entries),
    without: (text) => withoutEntries(text, entries),
    holds: (text) => holdsEntry(text, entries),
  }
}

function tomlFile(path: string, name: string, table: string): SetupFile {
  return {
    path,
    paste: table,
    with: (text) => withTable(text, name, table),
    without: (text) => withoutTable(text, name),
    holds: (text) => holdsTable(text, name),
  }
}
