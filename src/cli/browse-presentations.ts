import type { Presentation } from './command-of.js'
import { runLoadSample, runRemoveSample } from './commands/sample.js'

/** What people look through, and the sample to try it on. */
export const browsePresentations: readonly (readonly [string, Presentation])[] = [
  ['loadSample', { group: 'Begin here', run: runLoadSample }],
  ['removeSample', { group: 'Forget', run: runRemoveSample }],
]
