import { flag } from './arguments/flag.js'
import type { Presentation } from './command-of.js'
import {
  runArtifactGrep,
  runArtifactKeep,
  runArtifactList,
  runArtifactPrune,
  runArtifactRead,
} from './commands/artifacts.js'

const ARTIFACT = {
  field: 'id',
  placeholder: 'NUMBER',
  description: 'its number in the last list; or its id, as its pointer gives it',
  isRequired: true,
  joins: false,
}

/** What a terminal adds to the operations on large outputs. */
export const artifactPresentations: readonly (readonly [string, Presentation])[] = [
  [
    'artifactKeep',
    {
      group: 'Remember',
      main: {
        field: 'text',
        placeholder: 'TEXT',
        description: 'the output; - or nothing reads the pipe',
        isRequired: false,
        joins: false,
      },
      run: runArtifactKeep,
    },
  ],
  ['artifactRead', { main: ARTIFACT, run: runArtifactRead }],
  [
    'artifactGrep',
    {
      main: {
        field: 'place',
        placeholder: 'NUMBER TEXT',
        description: 'its number in the last list, or its id; then what the line holds',
        isRequired: true,
        isList: true,
        joins: true,
        isItem: true,
      },
      hides: ['id', 'text'],
      run: runArtifactGrep,
    },
  ],
  ['artifactList', { run: runArtifactList }],
  [
    'artifactPrune',
    {
      group: 'Forget',
      // A receipt that a person reads is always a proven one.
      hides: ['verify', 'maxTotalBytes'],
      adds: [
        flag('max-total-mb', 'the oldest go until the others take no more', {
          kind: 'number',
          placeholder: 'MB',
        }),
        flag('yes', 'with --apply: forget without asking', { short: 'y' }),
      ],
      run: runArtifactPrune,
    },
  ],
]
