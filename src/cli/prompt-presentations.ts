import { flag } from './arguments/flag.js'
import type { Presentation } from './command-of.js'
import { runPrompt, runPromptReplay } from './commands/prompt.js'

/** What a terminal adds to the operations on prompts. What programs give as JSON is not typed. */
export const promptPresentations: readonly (readonly [string, Presentation])[] = [
  [
    'promptAssemble',
    {
      name: 'prompt',
      main: {
        field: 'question',
        placeholder: 'QUESTION',
        description: 'what is asked now, as --ask says it',
        isRequired: false,
        joins: true,
      },
      hides: ['tools', 'blocks', 'record'],
      adds: [
        flag('table', 'only the table of what is in, what is out and why'),
        flag('record', 'keep it as an event of the session, and count what it shows as used'),
      ],
      run: runPrompt,
    },
  ],
  [
    'promptReplay',
    {
      name: 'prompt-replay',
      main: {
        field: 'which',
        placeholder: 'ID',
        description:
          'of a prompt that was kept, or the number of its event in the --session; without it, the latest of the --session',
        isRequired: false,
        isItem: false,
        joins: false,
      },
      hides: ['id', 'tools'],
      adds: [flag('prompt', 'also the prompt as it would be now')],
      run: runPromptReplay,
    },
  ],
]
