import type { Presentation } from './command-of.js'
import { runItems } from './commands/items.js'
import { runOperation } from './commands/run-operation.js'
import { runLoadSample, runRemoveSample } from './commands/sample.js'
import {
  renderGrowth,
  renderHistory,
  renderReview,
  renderStatus,
  renderUses,
  renderVerified,
  renderWaiting,
} from './render/browse.js'
import { renderPromptTable } from './render/prompt.js'

/** What people look through and decide on, and the sample to try it on. */
export const browsePresentations: readonly (readonly [string, Presentation])[] = [
  ['loadSample', { group: 'Begin here', run: runLoadSample }],
  ['removeSample', { group: 'Forget', run: runRemoveSample }],
  ['items', { run: runItems }],
  ['uses', { run: (call) => runOperation(call, 'uses', (uses) => renderUses(uses, call.view)) }],
  ['history', { run: (call) => runOperation(call, 'history', (told) => renderHistory(told, call.view)) }],
  ['growth', { run: (call) => runOperation(call, 'growth', (grown) => renderGrowth(grown, call.view)) }],
  [
    'promptShow',
    {
      name: 'prompt-show',
      hides: ['id'],
      run: (call) =>
        runOperation(call, 'promptShow', ({ tokens, budgetTokens, blocks, items }) =>
          renderPromptTable(
            { tokens: { total: tokens, budget: budgetTokens, blocks }, table: items },
            call.view,
          ),
        ),
    },
  ],
  ['waiting', { group: 'Look after it', run: (call) => runOperation(call, 'waiting', renderWaiting) }],
  [
    'review',
    {
      group: 'Look after it',
      run: (call) => runOperation(call, 'review', (queue) => renderReview(queue, call.view)),
    },
  ],
  [
    'dismiss',
    {
      group: 'Look after it',
      main: { field: 'id', placeholder: 'ID', isItem: false, joins: false },
      run: (call) => runOperation(call, 'dismiss', () => 'Put aside.'),
    },
  ],
  [
    'undismiss',
    {
      group: 'Look after it',
      main: { field: 'id', placeholder: 'ID', isItem: false, joins: false },
      run: (call) => runOperation(call, 'undismiss', () => 'It waits again, where it is still found.'),
    },
  ],
  [
    'reopenConflict',
    {
      group: 'Look after it',
      main: { field: 'id', joins: false },
      run: (call) => runOperation(call, 'reopenConflict', () => 'It waits again: recollect conflicts'),
    },
  ],
  [
    'verifyAudit',
    {
      group: 'Look after it',
      run: (call) =>
        runOperation(
          call,
          'verifyAudit',
          (verified) => renderVerified(verified, call.view),
          ({ isSound }) => (isSound ? 0 : 1),
        ),
    },
  ],
  [
    'systemStatus',
    {
      group: 'Look after it',
      run: (call) => runOperation(call, 'systemStatus', (status) => renderStatus(status, call.view)),
    },
  ],
]
