import { flag } from './arguments/flag.js'
import type { Presentation } from './command-of.js'
import { runOperation } from './commands/run-operation.js'
import {
  runWorkspaceApprove,
  runWorkspaceDecline,
  runWorkspaceGate,
  runWorkspaceProposals,
} from './commands/workspace.js'
import {
  runWorkspaceConflicts,
  runWorkspaceMemory,
  runWorkspaceNote,
  runWorkspaceNotes,
  runWorkspacePromote,
  runWorkspaceResolve,
} from './commands/workspace-notes.js'
import { renderRemotes, renderSnippets } from './render/remote.js'

const PROPOSALS = {
  placeholder: 'NUMBER …',
  description: 'numbers in the last list of proposals; or ids',
  isItem: true,
}

/** What a terminal adds to the operations on workspaces, and on memories that lie elsewhere. */
export const workspacePresentations: readonly (readonly [string, Presentation])[] = [
  [
    'remoteRecall',
    {
      group: 'Find',
      main: { placeholder: 'QUESTION', joins: true },
      run: (call) => runOperation(call, 'remoteRecall', (told) => renderSnippets(told, call.view)),
    },
  ],
  [
    'remoteList',
    {
      group: 'Look after it',
      run: (call) => runOperation(call, 'remoteList', (told) => renderRemotes(told, call.view)),
    },
  ],
  [
    'workspaceNote',
    {
      group: 'Remember',
      main: { description: 'the note; - reads the pipe', isRequired: false, joins: true },
      run: runWorkspaceNote,
    },
  ],
  ['workspaceNotes', { group: 'Find', run: runWorkspaceNotes }],
  [
    'workspaceMemory',
    {
      group: 'Find',
      adds: [
        flag('out', 'write it into this file, like MEMORY.md', { kind: 'text', placeholder: 'FILE' }),
        flag('force', 'also over a file that something else has written'),
      ],
      run: runWorkspaceMemory,
    },
  ],
  ['workspacePromote', { group: 'Look after it', run: runWorkspacePromote }],
  ['workspaceConflicts', { group: 'Look after it', run: runWorkspaceConflicts }],
  [
    'workspaceResolve',
    {
      group: 'Look after it',
      main: {
        field: 'id',
        placeholder: 'NUMBER',
        description: 'its number in the last list of conflicts; or its id',
        isItem: true,
      },
      run: runWorkspaceResolve,
    },
  ],
  [
    'workspaceGate',
    {
      group: 'Look after it',
      main: {
        field: 'switch',
        placeholder: 'on|off',
        description: 'on, or off again; without it, how it stands',
        isRequired: false,
      },
      hides: ['on'],
      run: runWorkspaceGate,
    },
  ],
  ['workspaceProposals', { group: 'Look after it', run: runWorkspaceProposals }],
  ['workspaceApprove', { group: 'Look after it', main: PROPOSALS, run: runWorkspaceApprove }],
  ['workspaceDecline', { group: 'Look after it', main: PROPOSALS, run: runWorkspaceDecline }],
]
