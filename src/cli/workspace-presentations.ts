import type { Presentation } from './command-of.js'
import {
  runWorkspaceApprove,
  runWorkspaceDecline,
  runWorkspaceGate,
  runWorkspaceProposals,
} from './commands/workspace.js'

const PROPOSALS = {
  placeholder: 'NUMBER …',
  description: 'numbers in the last list of proposals; or ids',
  isItem: true,
}

/** What a terminal adds to the operations on workspaces. */
export const workspacePresentations: readonly (readonly [string, Presentation])[] = [
  [
    'workspaceGate',
    {
      group: 'Look after it',
      main: { field: 'switch', placeholder: 'on|off', description: 'on, or off again', isRequired: true },
      hides: ['on'],
      run: runWorkspaceGate,
    },
  ],
  ['workspaceProposals', { group: 'Look after it', run: runWorkspaceProposals }],
  ['workspaceApprove', { group: 'Look after it', main: PROPOSALS, run: runWorkspaceApprove }],
  ['workspaceDecline', { group: 'Look after it', main: PROPOSALS, run: runWorkspaceDecline }],
]
