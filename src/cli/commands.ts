// Long: one row for each command that is an operation, in the order of their groups.
import type { Operation } from '../operations/operation.js'
import { operations } from '../operations/table.js'
import { flag } from './arguments/flag.js'
import { artifactPresentations } from './artifact-presentations.js'
import { browsePresentations } from './browse-presentations.js'
import { type Command, groups } from './command.js'
import { commandOf, type Presentation } from './command-of.js'
import { runBackup } from './commands/backup.js'
import { runBanks } from './commands/banks.js'
import { runCapture } from './commands/capture.js'
import { runClear } from './commands/clear.js'
import { runClearRecalls } from './commands/clear-recalls.js'
import { runExplain } from './commands/explain.js'
import { runExport } from './commands/export.js'
import { runExtract } from './commands/extract.js'
import { runConflicts, runFacts, runInstructions } from './commands/facts.js'
import { runForget } from './commands/forget.js'
import { runFtsSearch } from './commands/fts-search.js'
import { runHygiene } from './commands/hygiene.js'
import { runImport } from './commands/import.js'
import { runOperation } from './commands/run-operation.js'
import { runSearch } from './commands/search.js'
import { runThoughts } from './commands/thoughts.js'
import { runTranscriptCompact } from './commands/transcript-compact.js'
import { runUsed } from './commands/used.js'
import { runVacuum } from './commands/vacuum.js'
import { keyPresentations } from './key-presentations.js'
import { knowledgeOrder, knowledgePresentations } from './knowledge-presentations.js'
import { ownCommands } from './own-commands.js'
import { promptPresentations } from './prompt-presentations.js'
import { recordPresentations } from './record-presentations.js'
import { renderAuditRows } from './render/audit-rows.js'
import { renderEmbedded } from './render/embedded.js'
import { renderExtractionLog } from './render/extraction.js'
import { renderCore } from './render/facts.js'
import { renderFindings } from './render/findings.js'
import { renderGraph, renderGraphWritten, renderMergedEntities, renderSplit } from './render/graph.js'
import { renderItem, renderTrace } from './render/item.js'
import { renderMerged } from './render/merged.js'
import { renderDecisions, renderPeople, renderProjects } from './render/people.js'
import { renderRecalls } from './render/recalls.js'
import { renderStats } from './render/stats.js'
import { taskPresentations } from './task-presentations.js'
import { transcriptPresentations } from './transcript-presentations.js'
import { printable } from './wording/printable.js'
import { counted } from './wording/spoken-number.js'
import { workspacePresentations } from './workspace-presentations.js'

/** All commands: one for each operation that has the terminal among its surfaces, and those of the terminal's own. */
export function commands(): Command[] {
  const generated = Object.entries(operations as unknown as Record<string, Operation>)
    .filter(([, { surfaces }]) => surfaces.includes('cli'))
    .map(([key, operation]) => commandOf(key, operation, presentations.get(key)))
  const place = ({ group }: Command) => groups.indexOf(group)
  const turn = ({ name }: Command) => knowledgeOrder.indexOf(name)
  return [...generated, ...ownCommands].sort((a, b) => place(a) - place(b) || turn(a) - turn(b))
}

const presentations: ReadonlyMap<string, Presentation> = new Map<string, Presentation>([
  [
    'capture',
    {
      group: 'Remember',
      main: {
        description: 'the note; - reads the pipe; without it your editor opens',
        isRequired: false,
        joins: true,
      },
      adds: [flag('edit', 'write it in your editor: VISUAL, else EDITOR')],
      run: runCapture,
    },
  ],
  [
    'import',
    {
      group: 'Remember',
      main: { placeholder: 'PATH', description: 'a file, a zip or a folder; - reads the pipe', joins: false },
      hides: ['name', 'at', 'maxBytes', 'people'],
      adds: [
        flag('month-first', 'read 8/5/2023 as 5 August'),
        flag('max-mb', 'larger files are refused', { kind: 'number', placeholder: 'MB', byDefault: '100' }),
      ],
      run: runImport,
    },
  ],
  [
    'search',
    // How layers are joined is for who measures them.
    {
      main: { placeholder: 'QUESTION', joins: true },
      hides: ['mode', 'about'],
      adds: [
        flag('why-not', 'also say why this one is not found, or not higher', {
          kind: 'text',
          placeholder: 'NUMBER',
          isItem: true,
        }),
      ],
      run: runSearch,
    },
  ],
  [
    'extract',
    {
      group: 'Remember',
      main: {
        field: 'file',
        placeholder: 'FILE',
        description: 'messages as JSON lines, {"role", "content"}; - reads the pipe; or name a --session',
        isRequired: false,
        joins: false,
      },
      hides: ['messages', 'wait'],
      adds: [
        flag('no-wait', 'answer before it has read; the program ends when it has', {
          name: 'wait',
          sets: false,
        }),
      ],
      run: runExtract,
    },
  ],
  [
    'extractionLog',
    {
      name: 'extraction-log',
      aliases: ['extractions'],
      run: (call) => runOperation(call, 'extractionLog', (log) => renderExtractionLog(log, call.view)),
    },
  ],
  ['ftsSearch', { aliases: ['exact'], main: { placeholder: 'WORDS', joins: true }, run: runFtsSearch }],
  ['explain', { main: { field: 'id', isRequired: false, joins: false }, run: runExplain }],
  ['used', { main: { placeholder: 'NUMBER …' }, run: runUsed }],
  ...recordPresentations,
  ...knowledgePresentations,
  ...workspacePresentations,
  ...promptPresentations,
  ...artifactPresentations,
  ...taskPresentations,
  ...transcriptPresentations,
  ...keyPresentations,
  ...browsePresentations,
  [
    'transcriptCompact',
    {
      group: 'Look after it',
      main: { placeholder: 'SESSION', description: 'its name, or its title' },
      run: runTranscriptCompact,
    },
  ],
  [
    'recalls',
    {
      group: 'Look after it',
      run: (call) => runOperation(call, 'recalls', (log) => renderRecalls(log, call.view)),
    },
  ],
  [
    'clearRecalls',
    {
      group: 'Forget',
      adds: [flag('yes', 'delete without asking', { short: 'y' })],
      run: runClearRecalls,
    },
  ],
  [
    'thoughts',
    {
      aliases: ['notes'],
      main: {
        field: 'contains',
        placeholder: 'TEXT',
        description: 'only notes with this in their text, also inside a word',
        isRequired: false,
        joins: true,
      },
      run: runThoughts,
    },
  ],
  [
    'get',
    {
      name: 'show',
      aliases: ['get'],
      run: (call) => runOperation(call, 'get', (item) => renderItem(item, call.view)),
    },
  ],
  ['facts', { main: { field: 'key', placeholder: 'KEY', isRequired: false, joins: false }, run: runFacts }],
  [
    'core',
    {
      // A person who looks puts nothing into a prompt.
      hides: ['isPlaced'],
      run: (call) =>
        runOperation({ ...call, input: { isPlaced: false, ...call.input } }, 'core', (core) =>
          renderCore(core, call.view),
        ),
    },
  ],
  [
    'graph',
    {
      main: {
        field: 'name',
        placeholder: 'NAME',
        description: 'whom or what to look at; without it, how much there is',
        isRequired: false,
        joins: true,
      },
      run: (call) => runOperation(call, 'graph', (output) => renderGraph(output, call.view)),
    },
  ],
  [
    'people',
    {
      main: { field: 'name', placeholder: 'NAME', isRequired: false, joins: true },
      run: (call) => runOperation(call, 'people', (output) => renderPeople(output, call.view)),
    },
  ],
  [
    'projects',
    { run: (call) => runOperation(call, 'projects', (output) => renderProjects(output, call.view)) },
  ],
  [
    'decisions',
    { run: (call) => runOperation(call, 'decisions', (output) => renderDecisions(output, call.view)) },
  ],
  [
    'graphWrite',
    {
      group: 'Remember',
      main: { field: 'action', placeholder: 'ACTION', joins: false },
      run: (call) => runOperation(call, 'graphWrite', (output) => renderGraphWritten(output, call.view)),
    },
  ],
  [
    'mergeEntities',
    {
      group: 'Look after it',
      run: (call) => runOperation(call, 'mergeEntities', (output) => renderMergedEntities(output, call.view)),
    },
  ],
  [
    'splitEntity',
    {
      group: 'Look after it',
      main: { field: 'id', placeholder: 'NAME', joins: false },
      run: (call) => runOperation(call, 'splitEntity', (output) => renderSplit(output, call.view)),
    },
  ],
  ['instructions', { group: 'Look after it', run: runInstructions }],
  [
    'instruct',
    {
      group: 'Look after it',
      main: { field: 'action', placeholder: 'ACTION', joins: false },
      run: (call) => runOperation(call, 'instruct', ({ id }) => `Done: ${id}`),
    },
  ],
  ['conflicts', { group: 'Look after it', run: runConflicts }],
  [
    'resolveConflict',
    {
      group: 'Look after it',
      main: { field: 'id', joins: false },
      run: (call) => runOperation(call, 'resolveConflict', () => 'Decided.'),
    },
  ],
  [
    'correct',
    {
      group: 'Look after it',
      main: { field: 'id', joins: false },
      run: (call) =>
        runOperation(call, 'correct', ({ id, outcome }) =>
          outcome === 'corrected' ? `Corrected: ${id}` : `Proposed: ${id}. You decide: recollect conflicts`,
        ),
    },
  ],
  [
    'restore',
    {
      name: 'restore-fact',
      group: 'Look after it',
      run: (call) =>
        runOperation(call, 'restore', ({ retracted }) =>
          retracted.length === 0
            ? 'It holds again.'
            : `It holds again; ${counted(retracted.length, 'fact')} taken back.`,
        ),
    },
  ],
  ['retract', { group: 'Look after it', run: (call) => runOperation(call, 'retract', () => 'Taken back.') }],
  [
    'pin',
    {
      group: 'Look after it',
      run: (call) => runOperation(call, 'pin', () => 'Pinned: it is in every prompt from now on.'),
    },
  ],
  [
    'unpin',
    { group: 'Look after it', run: (call) => runOperation(call, 'unpin', () => 'No longer pinned.') },
  ],
  ['trace', { run: (call) => runOperation(call, 'trace', (trace) => renderTrace(trace, call.view)) }],
  [
    'merge',
    {
      group: 'Remember',
      main: { field: 'ids', placeholder: 'ID …', isRequired: false },
      run: (call) => runOperation(call, 'merge', renderMerged),
    },
  ],
  [
    'forget',
    {
      group: 'Forget',
      main: { field: 'id', isRequired: false, joins: false },
      // A receipt that a person reads is always a proven one.
      hides: ['verify'],
      adds: [flag('yes', 'forget without asking', { short: 'y' })],
      run: runForget,
    },
  ],
  ['clear', { group: 'Forget', asks: ['confirm'], run: runClear }],
  [
    'export',
    {
      group: 'Keep it safe',
      main: { field: 'file', placeholder: 'FILE', description: 'where to; without it, standard output' },
      adds: [flag('overwrite', 'replace the file if it is there')],
      run: runExport,
    },
  ],
  [
    'backup',
    {
      group: 'Keep it safe',
      main: { placeholder: 'FILE', joins: false },
      run: runBackup,
    },
  ],
  [
    'vacuum',
    {
      group: 'Forget',
      adds: [flag('yes', 'write it anew without asking', { short: 'y' })],
      run: runVacuum,
    },
  ],
  [
    'stats',
    {
      group: 'Look after it',
      run: (call) => runOperation(call, 'stats', (stats) => renderStats(stats, call.view)),
    },
  ],
  ['banks', { group: 'Look after it', run: runBanks }],
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
    'embed',
    {
      group: 'Look after it',
      run: (call) => runOperation(call, 'embed', renderEmbedded),
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
  [
    'hygiene',
    {
      group: 'Look after it',
      main: {
        field: 'file',
        placeholder: 'FILE',
        description: 'memories of another system (mem0, the MCP memory server, Markdown) to look at instead',
      },
      adds: [
        flag('apply', 'do what the finding with this id proposes', { kind: 'text', placeholder: 'ID' }),
        flag('yes', 'with --apply: forget without asking', { short: 'y' }),
      ],
      run: runHygiene,
    },
  ],
  [
    'reflect',
    { group: 'Look after it', run: (call) => runOperation(call, 'reflect', ({ text }) => printable(text)) },
  ],
])
