import { flag } from './arguments/flag.js'
import type { Presentation } from './command-of.js'
import { runOperation } from './commands/run-operation.js'
import { runTranscriptExport, runTranscriptImport, runTranscriptRepair } from './commands/transcript-files.js'
import { runTranscriptAppend, runTranscriptRead, runTranscriptSessions } from './commands/transcripts.js'
import { renderSummary, renderVerified } from './render/transcripts.js'

const SESSION = {
  field: 'session',
  placeholder: 'SESSION',
  description: 'its number in the list of sessions, its name or its title',
  isRequired: true,
  joins: false,
}

/** What a terminal adds to the operations on transcripts. */
export const transcriptPresentations: readonly (readonly [string, Presentation])[] = [
  [
    'transcriptAppend',
    {
      group: 'Remember',
      main: {
        field: 'text',
        placeholder: 'TEXT',
        description: 'what you said',
        isRequired: false,
        joins: true,
      },
      hides: ['events'],
      adds: [
        flag('from', 'events instead, as JSON lines; - reads the pipe', {
          kind: 'text',
          placeholder: 'FILE',
        }),
        flag('key', 'by which the message is known when it comes again', {
          kind: 'text',
          placeholder: 'KEY',
        }),
      ],
      run: runTranscriptAppend,
    },
  ],
  ['transcriptSessions', { run: runTranscriptSessions }],
  ['transcriptRead', { main: SESSION, run: runTranscriptRead }],
  [
    'transcriptSummary',
    {
      main: SESSION,
      run: (call) => runOperation(call, 'transcriptSummary', (summary) => renderSummary(summary, call.view)),
    },
  ],
  [
    'transcriptVerify',
    {
      group: 'Look after it',
      main: { ...SESSION, isRequired: false, description: 'one session; without it, all' },
      run: (call) =>
        runOperation(call, 'transcriptVerify', renderVerified, ({ isSound }) => (isSound ? 0 : 1)),
    },
  ],
  [
    'transcriptExport',
    {
      group: 'Keep it safe',
      main: SESSION,
      hides: ['after', 'afterId', 'hasHeader'],
      adds: [
        flag('out', 'the file; without it, standard output', { kind: 'text', placeholder: 'FILE' }),
        flag('overwrite', 'replace the file if it is there'),
        flag('resume', 'go on with a file that was cut, behind its last whole event'),
      ],
      run: runTranscriptExport,
    },
  ],
  [
    'transcriptImport',
    {
      group: 'Keep it safe',
      main: {
        field: 'content',
        placeholder: 'FILE',
        description: 'what was exported; - reads the pipe',
        isRequired: true,
        joins: false,
      },
      hides: ['file'],
      run: runTranscriptImport,
    },
  ],
  [
    'transcriptRepair',
    {
      group: 'Keep it safe',
      main: {
        field: 'file',
        placeholder: 'FILE',
        description: 'the file of a session',
        isRequired: true,
        joins: false,
      },
      run: runTranscriptRepair,
    },
  ],
]
