import type { Operation } from '../operations/operation.js'
import { operations } from '../operations/table.js'
import type { Command } from './command.js'
import { commandOf, type Presentation } from './command-of.js'
import { runCapture } from './commands/capture.js'
import { runForget } from './commands/forget.js'
import { runImport } from './commands/import.js'
import { runOperation } from './commands/run-operation.js'
import { runSearch } from './commands/search.js'
import { flag } from './flag.js'
import { renderAuditRows } from './render/audit-rows.js'
import { renderFindings } from './render/findings.js'
import { renderItem, renderTrace } from './render/item.js'
import { renderStats } from './render/stats.js'
import { counted } from './spoken-number.js'

/** All commands: one for each operation that has the terminal among its surfaces, in the order of the table; start and mcp. */
export function commands(): Command[] {
  const generated = Object.entries(operations as unknown as Record<string, Operation>)
    .filter(([, { surfaces }]) => surfaces.includes('cli'))
    .map(([key, operation]) => commandOf(key, operation, presentations.get(key)))
  return [...generated, startCommand, mcpCommand]
}

const presentations: ReadonlyMap<string, Presentation> = new Map<string, Presentation>([
  [
    'capture',
    {
      group: 'Remember',
      main: { description: 'the note; - or nothing reads it from the pipe', isRequired: false, joins: true },
      run: runCapture,
    },
  ],
  [
    'import',
    {
      group: 'Remember',
      main: { placeholder: 'FILE', description: 'a file of JSON lines; - reads the pipe', joins: false },
      run: runImport,
    },
  ],
  [
    'search',
    // How layers are joined is for who measures them.
    { main: { placeholder: 'QUESTION', joins: true }, hides: ['mode'], run: runSearch },
  ],
  [
    'get',
    {
      name: 'show',
      aliases: ['get'],
      run: (call) => runOperation(call, 'get', (item) => renderItem(item, call.view)),
    },
  ],
  ['trace', { run: (call) => runOperation(call, 'trace', (trace) => renderTrace(trace, call.view)) }],
  [
    'forget',
    {
      group: 'Forget',
      // A receipt that a person reads is always a proven one.
      hides: ['verify'],
      adds: [flag('yes', 'forget without asking', { short: 'y' })],
      run: runForget,
    },
  ],
  [
    'stats',
    {
      group: 'Look after it',
      run: (call) => runOperation(call, 'stats', (stats) => renderStats(stats, call.view)),
    },
  ],
  [
    'auditLog',
    {
      group: 'Look after it',
      run: (call) => runOperation(call, 'auditLog', (log) => renderAuditRows(log, call.view)),
    },
  ],
  [
    'reindex',
    {
      group: 'Look after it',
      run: (call) =>
        runOperation(call, 'reindex', ({ looked, changed }) =>
          looked === 0
            ? 'Every text is up to date; the index was built again.'
            : `${counted(looked, 'text')} looked at, ${counted(changed, 'text')} segmented again; the index was built again.`,
        ),
    },
  ],
  [
    'doctor',
    {
      group: 'Look after it',
      run: (call) =>
        runOperation(
          call,
          'doctor',
          (report) => renderFindings(report, call.view),
          ({ isHealthy }) => (isHealthy ? 0 : 1),
        ),
    },
  ],
])

const startCommand: Command = {
  name: 'start',
  aliases: [],
  group: 'Begin here',
  title: 'Open a prompt to remember and ask',
  description:
    'Sets up the store, offers a sample conversation to play with, and opens a prompt: what you type is kept, what ends ' +
    'with ? is asked. Without a terminal it runs the sample once, from import to proof of erasure, and prints it.',
  example: 'recollect start',
  main: undefined,
  fields: [],
  check: () => undefined,
  run: async (call) => {
    const { start } = await import('./start/start.js')
    return start(call)
  },
}

const mcpCommand: Command = {
  name: 'mcp',
  aliases: [],
  group: 'Connect',
  title: 'Serve an agent over MCP',
  description:
    'Speaks the Model Context Protocol over standard input and output; a client such as Claude Code starts it. The agent ' +
    'can recall and remember. It cannot forget, unless you say so.',
  example: 'recollect mcp --user ann',
  main: undefined,
  fields: [
    flag('agent', 'name of the agent in the audit log; what the client calls itself', {
      kind: 'text',
      placeholder: 'NAME',
    }),
    flag('read-only', 'recall only'),
    flag('allow-forget', 'let the agent forget for good, too'),
  ],
  check: () => undefined,
  run: async (call) => {
    const { runMcp } = await import('./commands/mcp.js')
    return runMcp(call)
  },
}
